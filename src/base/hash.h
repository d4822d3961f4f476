/* hash.h - a 64-bit hash of bytes, equal on every platform, and SHA-256. */
#ifndef VL_BASE_HASH_H
#define VL_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

uint64_t vl_hash(const void *bytes, size_t len, uint64_t seed);

/* One more 64-bit value mixed into h. */
static inline uint64_t vl_hash_mix(uint64_t h, uint64_t v)
{
    h ^= v * UINT64_C(0x9E3779B97F4A7C15);
    h = (h << 27) | (h >> 37);
    return h * UINT64_C(0xD6E8FEB86659FD93) + UINT64_C(0x2545F4914F6CDD1D);
}

struct vl_sha256 {
    uint32_t h[8];
    uint64_t len;
    uint8_t block[64];
};

void vl_sha256_init(struct vl_sha256 *sha);
void vl_sha256_add(struct vl_sha256 *sha, const void *bytes, size_t len);
void vl_sha256_end(struct vl_sha256 *sha, uint8_t out[32]);
/* All of the above for one message. */
void vl_sha256_of(const void *bytes, size_t len, uint8_t out[32]);

#endif
