#include "Pcap.h"

#include <pthread.h>
#include <stddef.h>

#include "Library.h"

#ifdef __APPLE__
const char *const library_names_of_pcap[] = {"/usr/lib/libpcap.A.dylib", NULL};
#else
// The name its authors give it, and Debian's.
const char *const library_names_of_pcap[] = {"libpcap.so.1", "libpcap.so.0.8", NULL};
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

static struct library library = {.names = library_names_of_pcap};
static bool is_loaded;

static void load(void) {
  const struct function wanted[] = {
      {"pcap_fopen_offline_with_tstamp_precision", &functions.fopen_offline},
      {"pcap_datalink", &functions.datalink},
      {"pcap_snapshot", &functions.snapshot},
      {"pcap_file", &functions.file},
      {"pcap_next_ex", &functions.next_ex},
      {"pcap_geterr", &functions.geterr},
      {"pcap_close", &functions.close},
  };
  is_loaded = library_load(&library, wanted, sizeof wanted / sizeof *wanted);
}

bool cpcap_load(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return is_loaded;
}

const char *cpcap_load_failure(void) { return library.failure; }

pcap_t *cpcap_fopen_offline(FILE *file, bool nanoseconds, char *message) {
  return functions.fopen_offline(file, nanoseconds ? PCAP_TSTAMP_PRECISION_NANO : PCAP_TSTAMP_PRECISION_MICRO, message);
}

int cpcap_datalink(pcap_t *capture) { return functions.datalink(capture); }

int cpcap_snapshot(pcap_t *capture) { return functions.snapshot(capture); }

FILE *cpcap_file(pcap_t *capture) { return functions.file(capture); }

int cpcap_next_ex(pcap_t *capture, struct pcap_pkthdr **header, const u_char **octets) {
  return functions.next_ex(capture, header, octets);
}

const char *cpcap_geterr(pcap_t *capture) { return functions.geterr(capture); }

void cpcap_close(pcap_t *capture) { functions.close(capture); }
