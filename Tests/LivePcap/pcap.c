// A stand-in for libpcap with one interface, for machines without a radio. LIVE_CASE says what happens: packets of the
// file LIVE_PACKETS come, then nothing (`quiet`), the interface breaks (`break`) or fails (`error`); or it cannot be
// opened (`denied`), or the interfaces cannot be listed (`unlisted`).

#include <pcap/pcap.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>

struct pcap {
  FILE *packets;
  struct pcap_pkthdr header;
  unsigned char octets[65536];
};

static int is(const char *name) {
  const char *chosen = getenv("LIVE_CASE");
  return chosen != NULL && strcmp(chosen, name) == 0;
}

int pcap_findalldevs(pcap_if_t **all, char *message) {
  static pcap_if_t interface = {.name = "bluetooth-monitor", .description = "Bluetooth Linux \033[31mMonitor"};
  if (is("unlisted")) {
    strcpy(message, "no interfaces today");
    return -1;
  }
  *all = &interface;
  return 0;
}

void pcap_freealldevs(pcap_if_t *all) { (void)all; }

pcap_t *pcap_open_live(const char *name, int length, int promiscuous, int milliseconds, char *message) {
  (void)length, (void)promiscuous, (void)milliseconds;
  if (is("denied")) {
    strcpy(message, "You don't have permission to capture on that device");
    return NULL;
  }
  if (strcmp(name, "bluetooth-monitor") != 0) {
    strcpy(message, "No such device exists");
    return NULL;
  }
  struct pcap *capture = calloc(1, sizeof *capture);
  capture->packets = fopen(getenv("LIVE_PACKETS"), "rb");
  return capture;
}

int pcap_setnonblock(pcap_t *capture, int isNonblocking, char *message) {
  (void)capture, (void)message;
  return isNonblocking == 1 ? 0 : -1;
}

int pcap_get_selectable_fd(pcap_t *capture) {
  (void)capture;
  return -1;
}

// H4 without more.
int pcap_datalink(pcap_t *capture) {
  (void)capture;
  return 187;
}

// The file has packets of H4, each behind its length in one octet.
int pcap_next_ex(pcap_t *capture, struct pcap_pkthdr **header, const u_char **octets) {
  int length = fgetc(capture->packets);
  if (length == EOF) return is("break") ? -2 : is("error") ? -1 : 0;
  size_t count = fread(capture->octets, 1, (size_t)length, capture->packets);
  gettimeofday(&capture->header.ts, NULL);
  capture->header.caplen = capture->header.len = (unsigned)count;
  *header = &capture->header;
  *octets = capture->octets;
  return 1;
}

char *pcap_geterr(pcap_t *capture) {
  (void)capture;
  return "The interface disappeared";
}

void pcap_close(pcap_t *capture) {
  fclose(capture->packets);
  free(capture);
}
