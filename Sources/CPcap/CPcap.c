#include "CPcap.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>

#ifdef __APPLE__
static const char *const names[] = {"/usr/lib/libpcap.A.dylib"};
#else
// The name its authors give it, and Debian's.
static const char *const names[] = {"libpcap.so.1", "libpcap.so.0.8"};
#endif

static struct {
  pcap_t *(*fopen_offline)(FILE *, u_int, char *);
  int (*datalink)(pcap_t *);
  int (*snapshot)(pcap_t *);
  FILE *(*file)(pcap_t *);
  int (*next_ex)(pcap_t *, struct pcap_pkthdr **, const u_char **);
  char *(*geterr)(pcap_t *);
  void (*close)(pcap_t *);
} functions;

static bool is_loaded;
static char failure[256];

static void note_failure(void) {
  const char *reason = dlerror();
  snprintf(failure, sizeof failure, "%s", reason != NULL ? reason : "no reason given");
}

static void load(void) {
  void *library = NULL;
  for (size_t i = 0; i < sizeof names / sizeof *names && library == NULL; i++) {
    library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
    // Of several names the first is the one people know.
    if (library == NULL && i == 0) note_failure();
  }
  if (library == NULL) return;
  const struct {
    const char *name;
    void *place;
  } wanted[] = {
      {"pcap_fopen_offline_with_tstamp_precision", &functions.fopen_offline},
      {"pcap_datalink", &functions.datalink},
      {"pcap_snapshot", &functions.snapshot},
      {"pcap_file", &functions.file},
      {"pcap_next_ex", &functions.next_ex},
      {"pcap_geterr", &functions.geterr},
      {"pcap_close", &functions.close},
  };
  for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
    void *symbol = dlsym(library, wanted[i].name);
    if (symbol == NULL) {
      note_failure();
      return;
    }
    // POSIX lets data pointers hold functions, where C does not.
    memcpy(wanted[i].place, &symbol, sizeof symbol);
  }
  is_loaded = true;
}

bool cpcap_load(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return is_loaded;
}

const char *cpcap_load_failure(void) { return failure; }

pcap_t *cpcap_fopen_offline(FILE *file, char *message) {
  return functions.fopen_offline(file, PCAP_TSTAMP_PRECISION_MICRO, message);
}

int cpcap_datalink(pcap_t *capture) { return functions.datalink(capture); }

int cpcap_snapshot(pcap_t *capture) { return functions.snapshot(capture); }

FILE *cpcap_file(pcap_t *capture) { return functions.file(capture); }

int cpcap_next_ex(pcap_t *capture, struct pcap_pkthdr **header, const u_char **octets) {
  return functions.next_ex(capture, header, octets);
}

const char *cpcap_geterr(pcap_t *capture) { return functions.geterr(capture); }

void cpcap_close(pcap_t *capture) { functions.close(capture); }
