#include "Crypto.h"

#ifdef __APPLE__

#include <CommonCrypto/CommonCryptor.h>

bool ccrypto_load(void) { return true; }

const char *ccrypto_load_failure(void) { return ""; }

bool ccrypto_encrypt(const uint8_t key[16], const uint8_t block[16], uint8_t encrypted[16]) {
  size_t count = 0;
  return CCCrypt(kCCEncrypt, kCCAlgorithmAES, kCCOptionECBMode, key, 16, NULL, block, 16, encrypted, 16, &count) ==
             kCCSuccess &&
         count == 16;
}

#else

#include <pthread.h>
#include <stddef.h>

#include "Library.h"

// OpenSSL 3 and its predecessor. Both have the functions below, with these types.
static const char *const names[] = {"libcrypto.so.3", "libcrypto.so.1.1", NULL};

static struct {
  void *(*context_new)(void);
  void (*context_free)(void *context);
  const void *(*aes_128_ecb)(void);
  int (*start)(void *context, const void *cipher, void *engine, const unsigned char *key, const unsigned char *iv);
  int (*update)(void *context, unsigned char *output, int *count, const unsigned char *input, int length);
} functions;

static struct library library = {.names = names};
static bool is_loaded;

static void load(void) {
  const struct function wanted[] = {
      {"EVP_CIPHER_CTX_new", &functions.context_new}, {"EVP_CIPHER_CTX_free", &functions.context_free},
      {"EVP_aes_128_ecb", &functions.aes_128_ecb},    {"EVP_EncryptInit_ex", &functions.start},
      {"EVP_EncryptUpdate", &functions.update},
  };
  is_loaded = library_load(&library, wanted, sizeof wanted / sizeof *wanted);
}

bool ccrypto_load(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return is_loaded;
}

const char *ccrypto_load_failure(void) { return library.failure; }

bool ccrypto_encrypt(const uint8_t key[16], const uint8_t block[16], uint8_t encrypted[16]) {
  if (!ccrypto_load()) return false;
  void *context = functions.context_new();
  if (context == NULL) return false;
  int count = 0;
  // A whole block comes out at once; the padding would follow only at the end, which is never asked for.
  bool is_done = functions.start(context, functions.aes_128_ecb(), NULL, key, NULL) == 1 &&
                 functions.update(context, encrypted, &count, block, 16) == 1 && count == 16;
  functions.context_free(context);
  return is_done;
}

#endif
