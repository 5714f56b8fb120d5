#include "LivePcap.h"

#include <pthread.h>
#include <stddef.h>
#include <string.h>

#include "Library.h"

static struct {
  int (*findalldevs)(pcap_if_t **, char *);
  void (*freealldevs)(pcap_if_t *);
  pcap_t *(*open_live)(const char *, int, int, int, char *);
  int (*setnonblock)(pcap_t *, int, char *);
  int (*get_selectable_fd)(pcap_t *);
  int (*datalink)(pcap_t *);
  int (*next_ex)(pcap_t *, struct pcap_pkthdr **, const u_char **);
  char *(*geterr)(pcap_t *);
  void (*close)(pcap_t *);
} functions;

#ifdef __APPLE__
static const char *const names[] = {"/usr/lib/libpcap.A.dylib", NULL};
#else
// The name its authors give it, and Debian's.
static const char *const names[] = {"libpcap.so.1", "libpcap.so.0.8", NULL};
#endif

static struct library library = {.names = names};
static bool is_loaded;

static void load(void) {
  const struct function wanted[] = {
      {"pcap_findalldevs", &functions.findalldevs}, {"pcap_freealldevs", &functions.freealldevs},
      {"pcap_open_live", &functions.open_live},     {"pcap_setnonblock", &functions.setnonblock},
      {"pcap_get_selectable_fd", &functions.get_selectable_fd},
      {"pcap_datalink", &functions.datalink},       {"pcap_next_ex", &functions.next_ex},
      {"pcap_geterr", &functions.geterr},           {"pcap_close", &functions.close},
  };
  is_loaded = library_load(&library, wanted, sizeof wanted / sizeof *wanted);
}

bool clive_load(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return is_loaded;
}

const char *clive_load_failure(void) { return library.failure; }

bool clive_interfaces(void *context, void (*each)(void *context, const char *name, const char *description),
                      char *message) {
  pcap_if_t *all = NULL;
  if (functions.findalldevs(&all, message) != 0) return false;
  for (pcap_if_t *one = all; one != NULL; one = one->next) each(context, one->name, one->description);
  functions.freealldevs(all);
  return true;
}

pcap_t *clive_open(const char *name, char *message) {
  // No packet of Bluetooth is longer. Packets are held back no longer than that.
  enum { longest_packet = 65535, milliseconds = 50 };
  pcap_t *capture = functions.open_live(name, longest_packet, 0, milliseconds, message);
  if (capture == NULL) return NULL;
  if (functions.setnonblock(capture, 1, message) == 0) return capture;
  functions.close(capture);
  return NULL;
}

int clive_descriptor(pcap_t *capture) { return functions.get_selectable_fd(capture); }

int clive_datalink(pcap_t *capture) { return functions.datalink(capture); }

int clive_next_ex(pcap_t *capture, struct pcap_pkthdr **header, const u_char **octets) {
  return functions.next_ex(capture, header, octets);
}

const char *clive_geterr(pcap_t *capture) { return functions.geterr(capture); }

void clive_close(pcap_t *capture) { functions.close(capture); }
