/* Any bytes as a client's message: read or refused with a reason, and what is
 * read keeps to its table. */
#include "fuzz/fuzz.h"

#include "server/rooms/proto.h"

#include <string.h>

static void check_field(const struct proto_msg *msg, const struct proto_field *f)
{
    const char *at = (const char *)msg + f->offset;
    int64_t v;

    switch ((enum proto_type)f->type) {
    case PROTO_TYPE_INT:
        memcpy(&v, at, sizeof v);
        FUZZ_CHECK((v >= f->least && v <= f->most) || (v == -1 && !f->needed));
        break;
    case PROTO_TYPE_TEXT:
    case PROTO_TYPE_WORD:
    case PROTO_TYPE_ITEM:
        FUZZ_CHECK((int64_t)strlen(at) <= f->most);
        FUZZ_CHECK(!f->needed || (int64_t)strlen(at) >= f->least);
        FUZZ_CHECK(vl_utf8_ok(at, strlen(at)));
        break;
    case PROTO_TYPE_ID: FUZZ_CHECK(store_id_ok(at) || (!f->needed && !at[0])); break;
    case PROTO_TYPE_SEATS:
        FUZZ_CHECK(msg->seats_len >= f->least && msg->seats_len <= f->most);
        break;
    case PROTO_TYPE_BOOL:
    case PROTO_TYPE_OBJECT: break;
    }
}

/* The words of a stranger, and the answer to them. */
static void check_answer(const struct proto_msg *msg, const struct vl_error *err)
{
    char text[4096], clean[PROTO_CHAT_MAX + 1];
    struct vl_json w = vl_json_on(text, sizeof text);

    proto_error(&w, msg->type, msg->cid, err, VL_FR, NULL, NULL, NULL);
    FUZZ_CHECK(!w.out.full && vl_utf8_ok(text, w.out.len));
    FUZZ_CHECK(proto_clean(clean, sizeof clean, msg->text) <= strlen(msg->text));
    for (const char *p = clean; *p; p++)
        FUZZ_CHECK((unsigned char)*p >= 32 && *p != 127);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct proto_nodes nodes;
    struct proto_msg msg;
    struct vl_error err;
    char *text = malloc(size ? size : 1); /* of the exact size */

    FUZZ_CHECK(text);
    memcpy(text, data, size);
    memset(&err, 0, sizeof err);
    int st = proto_read(&msg, &nodes, text, size, &err);
    FUZZ_CHECK(st == VL_OK ? msg.type < PROTO_CLIENT_COUNT : err.status == st);
    for (int i = 0; st == VL_OK && i < proto_fields_len; i++)
        if (proto_fields[i].message == msg.type)
            check_field(&msg, &proto_fields[i]);
    check_answer(&msg, &err);
    free(text);
    return 0;
}
