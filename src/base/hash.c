#include "base/hash.h"

#include <string.h>

/* ---- 64 bits: the XXH64 algorithm ----
 *
 * Chosen because it needs nothing but 64-bit multiplications, is well
 * tested by others, and has published values to compare with. */

static const uint64_t P1 = UINT64_C(0x9E3779B185EBCA87);
static const uint64_t P2 = UINT64_C(0xC2B2AE3D27D4EB4F);
static const uint64_t P3 = UINT64_C(0x165667B19E3779F9);
static const uint64_t P4 = UINT64_C(0x85EBCA77C2B2AE63);
static const uint64_t P5 = UINT64_C(0x27D4EB2F165667C5);

static inline uint64_t rotl64(uint64_t v, int by)
{
    return (v << by) | (v >> (64 - by));
}

static inline uint32_t load32(const uint8_t *p)
{
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

/* One expression, so that compilers see a single load in it. */
static inline uint64_t load64(const uint8_t *p)
{
    return (uint64_t)p[0] | (uint64_t)p[1] << 8 | (uint64_t)p[2] << 16 | (uint64_t)p[3] << 24 |
           (uint64_t)p[4] << 32 | (uint64_t)p[5] << 40 | (uint64_t)p[6] << 48 |
           (uint64_t)p[7] << 56;
}

static inline uint64_t lane(uint64_t acc, uint64_t v)
{
    return rotl64(acc + v * P2, 31) * P1;
}

static inline uint64_t join(uint64_t h, uint64_t acc)
{
    return (h ^ lane(0, acc)) * P1 + P4;
}

/* Four lanes over whole 32-byte stripes; moves *p past them. */
static uint64_t stripes(const uint8_t **p, const uint8_t *end, uint64_t seed)
{
    uint64_t a = seed + P1 + P2, b = seed + P2, c = seed, d = seed - P1;
    const uint8_t *q = *p;

    for (; end - q >= 32; q += 32) {
        a = lane(a, load64(q));
        b = lane(b, load64(q + 8));
        c = lane(c, load64(q + 16));
        d = lane(d, load64(q + 24));
    }
    *p = q;
    uint64_t h = rotl64(a, 1) + rotl64(b, 7) + rotl64(c, 12) + rotl64(d, 18);
    return join(join(join(join(h, a), b), c), d);
}

uint64_t vl_hash(const void *bytes, size_t len, uint64_t seed)
{
    static const uint8_t none[1] = { 0 };
    const uint8_t *p = len > 0 ? (const uint8_t *)bytes : none;
    const uint8_t *end = p + len;
    uint64_t h = len >= 32 ? stripes(&p, end, seed) : seed + P5;

    h += (uint64_t)len;
    for (; end - p >= 8; p += 8)
        h = rotl64(h ^ lane(0, load64(p)), 27) * P1 + P4;
    if (end - p >= 4) {
        h = rotl64(h ^ load32(p) * P1, 23) * P2 + P3;
        p += 4;
    }
    for (; p < end; p++)
        h = rotl64(h ^ *p * P5, 11) * P1;

    h = (h ^ (h >> 33)) * P2;
    h = (h ^ (h >> 29)) * P3;
    return h ^ (h >> 32);
}

/* ---- SHA-256, FIPS 180-4; names follow the standard ---- */

/* clang-format off */
static const uint32_t K[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};
/* clang-format on */

static inline uint32_t rotr32(uint32_t v, int by)
{
    return (v >> by) | (v << (32 - by));
}

static void schedule(uint32_t w[64], const uint8_t block[64])
{
    for (int t = 0; t < 16; t++) {
        const uint8_t *p = block + 4 * t;
        w[t] = (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
    }
    for (int t = 16; t < 64; t++) {
        uint32_t s0 = rotr32(w[t - 15], 7) ^ rotr32(w[t - 15], 18) ^ (w[t - 15] >> 3);
        uint32_t s1 = rotr32(w[t - 2], 17) ^ rotr32(w[t - 2], 19) ^ (w[t - 2] >> 10);
        w[t] = w[t - 16] + s0 + w[t - 7] + s1;
    }
}

static void compress(uint32_t hash[8], const uint8_t block[64])
{
    uint32_t w[64];
    uint32_t a = hash[0], b = hash[1], c = hash[2], d = hash[3];
    uint32_t e = hash[4], f = hash[5], g = hash[6], h = hash[7];

    schedule(w, block);
    for (int t = 0; t < 64; t++) {
        uint32_t sum1 = rotr32(e, 6) ^ rotr32(e, 11) ^ rotr32(e, 25);
        uint32_t t1 = h + sum1 + ((e & f) ^ (~e & g)) + K[t] + w[t];
        uint32_t sum0 = rotr32(a, 2) ^ rotr32(a, 13) ^ rotr32(a, 22);
        uint32_t t2 = sum0 + ((a & b) ^ (a & c) ^ (b & c));
        h = g;
        g = f;
        f = e;
        e = d + t1;
        d = c;
        c = b;
        b = a;
        a = t1 + t2;
    }
    hash[0] += a;
    hash[1] += b;
    hash[2] += c;
    hash[3] += d;
    hash[4] += e;
    hash[5] += f;
    hash[6] += g;
    hash[7] += h;
}

void vl_sha256_init(struct vl_sha256 *sha)
{
    static const uint32_t start[8] = { 0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                       0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19 };

    memcpy(sha->h, start, sizeof start);
    sha->len = 0;
    memset(sha->block, 0, sizeof sha->block);
}

void vl_sha256_add(struct vl_sha256 *sha, const void *bytes, size_t len)
{
    const uint8_t *p = (const uint8_t *)bytes;
    size_t held = (size_t)(sha->len % 64);

    sha->len += len;
    while (len > 0) {
        if (held == 0 && len >= 64) {
            compress(sha->h, p);
            p += 64;
            len -= 64;
            continue;
        }
        size_t take = len < 64 - held ? len : 64 - held;
        memcpy(sha->block + held, p, take);
        held += take;
        p += take;
        len -= take;
        if (held == 64) {
            compress(sha->h, sha->block);
            held = 0;
        }
    }
}

void vl_sha256_end(struct vl_sha256 *sha, uint8_t out[32])
{
    uint64_t bits = sha->len * 8;
    size_t held = (size_t)(sha->len % 64);

    sha->block[held++] = 0x80;
    if (held > 56) {
        memset(sha->block + held, 0, 64 - held);
        compress(sha->h, sha->block);
        held = 0;
    }
    memset(sha->block + held, 0, 56 - held);
    for (int i = 0; i < 8; i++)
        sha->block[56 + i] = (uint8_t)(bits >> (56 - 8 * i));
    compress(sha->h, sha->block);
    for (int i = 0; i < 32; i++)
        out[i] = (uint8_t)(sha->h[i / 4] >> (24 - 8 * (i % 4)));
}

void vl_sha256_of(const void *bytes, size_t len, uint8_t out[32])
{
    struct vl_sha256 sha;

    vl_sha256_init(&sha);
    vl_sha256_add(&sha, bytes, len);
    vl_sha256_end(&sha, out);
}
