#ifndef ADVERT_CCRYPTO_H
#define ADVERT_CCRYPTO_H

#include <stdbool.h>
#include <stdint.h>

// AES from the system: libcrypto on Linux, loaded for the first key, and CommonCrypto on macOS. A cipher must not be
// written again, and a copy of one in the build takes longer to compile than everything else.

// Loads the library. False when this machine has none: then nothing can be encrypted. Any thread may call.
bool ccrypto_load(void);

// Why loading failed, in the words of the system.
const char *ccrypto_load_failure(void);

// Encrypts one block with AES-128 (FIPS-197). False when the library refuses. Any thread may call.
bool ccrypto_encrypt(const uint8_t key[16], const uint8_t block[16], uint8_t encrypted[16]);

#endif
