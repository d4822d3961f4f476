/* Is the write-ahead log whole?
 *
 * SQLite reads its log up to the first frame whose checksum is wrong and takes
 * the rest for the remains of a power cut. That is right for the last
 * transaction only. Each commit here waits for the disk before the next one
 * writes its first frame (synchronous=FULL), so when frames of a later
 * transaction are there, the earlier one was durable; if it cannot be read, the
 * log is damaged and acknowledged entries are gone. Opening it as if nothing
 * had happened would lose them in silence: we refuse.
 *
 *     | head | frame | frame C | frame | fra#e C | frame | frame C |
 *              transaction 1     transaction 2     transaction 3
 *
 * Transaction 2 is damaged, and 3 proves that it was there. Remains of other
 * transactions cannot look like this: the log is emptied at each open and after
 * each failed commit, and nothing is written to it before a commit. When it is
 * folded back it is written over from the start with other salts, so that older
 * frames are not ours; only where the head of a frame lies across two sectors can a
 * power cut leave the salts of the new one beside the commit mark of the old one,
 * and that mark is not believed unless the frame is right.
 *
 * The format is described at https://www.sqlite.org/fileformat2.html#walformat
 */
#include "server/store/store_sqlite.h"

#include <stdlib.h>
#include <string.h>

enum {
    HEAD_SIZE = 32,
    FRAME_HEAD_SIZE = 24,
    PAGE_MIN = 512,
    PAGE_MAX = 65536,
    SECTOR = 512 /* written as a whole or not at all */
};

struct sums {
    uint32_t a, b;
};

struct scan {
    sqlite3_file *file;
    sqlite3_int64 size;
    uint32_t page_size;
    bool big_endian; /* the byte order of the checksums */
    uint8_t salts[8];
    uint8_t *frame; /* FRAME_HEAD_SIZE + page_size */
};

static uint32_t get_be(const uint8_t *p)
{
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

static uint32_t get_le(const uint8_t *p)
{
    return (uint32_t)p[3] << 24 | (uint32_t)p[2] << 16 | (uint32_t)p[1] << 8 | p[0];
}

static struct sums add_sums(struct sums s, const uint8_t *p, uint32_t len, bool big_endian)
{
    for (uint32_t i = 0; i + 8 <= len; i += 8) {
        s.a += (big_endian ? get_be(p + i) : get_le(p + i)) + s.b;
        s.b += (big_endian ? get_be(p + i + 4) : get_le(p + i + 4)) + s.a;
    }
    return s;
}

static struct sums stored_sums(const uint8_t *p)
{
    struct sums s = { get_be(p), get_be(p + 4) };

    return s;
}

static bool same_sums(struct sums x, struct sums y)
{
    return x.a == y.a && x.b == y.b;
}

/* Understands the head; false if it cannot be one. */
static bool read_head(struct scan *sc, const uint8_t *head, struct sums *sums)
{
    struct sums none = { 0, 0 };
    uint32_t magic = get_be(head);

    if ((magic & ~UINT32_C(1)) != UINT32_C(0x377f0682))
        return false;
    sc->big_endian = (magic & 1) != 0;
    sc->page_size = get_be(head + 8);
    if (sc->page_size < PAGE_MIN || sc->page_size > PAGE_MAX ||
        (sc->page_size & (sc->page_size - 1)) != 0)
        return false;
    memcpy(sc->salts, head + 16, sizeof sc->salts);
    *sums = add_sums(none, head, 24, sc->big_endian);
    return same_sums(*sums, stored_sums(head + 24));
}

/* Of a frame at `at` that is ours: is its commit mark (bytes 4 to 7) its own, that is
 * as new as its salts (8 to 15)? */
static bool is_mark_known(sqlite3_int64 at, bool is_right)
{
    return is_right || (at + 4) / SECTOR == (at + 15) / SECTOR;
}

/* Walks the frames. While `sums` is right the chain is whole; after the first
 * bad frame each next one is judged by what its neighbour says of itself. */
static int walk(struct scan *sc, struct sums sums, struct store_wal *out)
{
    sqlite3_int64 step = FRAME_HEAD_SIZE + (sqlite3_int64)sc->page_size;
    bool is_whole = true, past_commit = false;
    uint32_t n = 0;

    for (sqlite3_int64 at = HEAD_SIZE; at + step <= sc->size; at += step) {
        int rc = sc->file->pMethods->xRead(sc->file, sc->frame, (int)step, at);

        if (rc != SQLITE_OK)
            return rc;
        n++;
        bool is_ours = memcmp(sc->frame + 8, sc->salts, sizeof sc->salts) == 0;
        sums = add_sums(sums, sc->frame, 8, sc->big_endian);
        sums = add_sums(sums, sc->frame + FRAME_HEAD_SIZE, sc->page_size, sc->big_endian);
        bool is_right = is_ours && same_sums(sums, stored_sums(sc->frame + 16));
        if (is_right && is_whole)
            out->frames = n;
        if (!is_right && is_whole) {
            is_whole = false;
            out->damaged_at = n;
        } else if (is_right && past_commit) {
            out->is_damaged = true;
            return SQLITE_OK;
        }
        if (!is_whole && is_ours && is_mark_known(at, is_right) && get_be(sc->frame + 4) != 0)
            past_commit = true;
        sums = stored_sums(sc->frame + 16);
    }
    return SQLITE_OK;
}

static int scan_open_file(struct scan *sc, struct store_wal *out)
{
    uint8_t head[HEAD_SIZE];
    struct sums sums;
    int rc = sc->file->pMethods->xFileSize(sc->file, &sc->size);

    if (rc != SQLITE_OK || sc->size < HEAD_SIZE)
        return rc;
    rc = sc->file->pMethods->xRead(sc->file, head, HEAD_SIZE, 0);
    if (rc != SQLITE_OK)
        return rc;
    if (!read_head(sc, head, &sums)) {
        /* It is synced before the first frame is written: alone it may be the
         * remains of a power cut, before frames it cannot. */
        out->is_damaged = sc->size > HEAD_SIZE;
        return SQLITE_OK;
    }
    sc->frame = malloc(FRAME_HEAD_SIZE + (size_t)sc->page_size);
    if (sc->frame == NULL)
        return SQLITE_NOMEM;
    rc = walk(sc, sums, out);
    free(sc->frame);
    return rc;
}

int store_wal_scan(struct store_wal *out, const char *path, const char *vfs_name,
                   struct vl_error *err)
{
    struct scan sc = { 0 };
    sqlite3_vfs *vfs = sqlite3_vfs_find(vfs_name);
    int is_there = 0, flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_WAL;

    memset(out, 0, sizeof *out);
    if (vfs == NULL)
        return vl_error_set(err, VL_IO, path, "no such file layer");
    if (vfs->xAccess(vfs, path, SQLITE_ACCESS_EXISTS, &is_there) != SQLITE_OK || !is_there)
        return VL_OK;
    sc.file = calloc(1, (size_t)vfs->szOsFile);
    if (sc.file == NULL)
        return vl_error_set(err, VL_MEMORY, path, "out of memory");
    int rc = vfs->xOpen(vfs, path, sc.file, flags, &flags);
    if (rc == SQLITE_OK)
        rc = scan_open_file(&sc, out);
    if (sc.file->pMethods != NULL)
        sc.file->pMethods->xClose(sc.file);
    free(sc.file);
    return rc == SQLITE_OK ? VL_OK : vl_error_set(err, VL_IO, path, sqlite3_errstr(rc));
}
