#ifndef ADVERT_CPCAP_H
#define ADVERT_CPCAP_H

#include <pcap/pcap.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/types.h>

// libpcap, loaded for the first pcap file, and a stdio stream through which it reads our input.
//
// A linked libpcap would bring its ten libraries into every process, and they take as long to load as everything else
// together. Its file name also differs between systems: a program built on one would not start on another.

// Loads libpcap. False when this machine has none: then no other function of libpcap may be called. Any thread may call.
bool cpcap_load(void);

// Why loading failed, in the words of the system.
const char *cpcap_load_failure(void);

// As the functions of libpcap that they are called after. Times are in nanoseconds or in microseconds.
pcap_t *cpcap_fopen_offline(FILE *file, bool nanoseconds, char *message);
int cpcap_datalink(pcap_t *capture);
int cpcap_snapshot(pcap_t *capture);
FILE *cpcap_file(pcap_t *capture);
int cpcap_next_ex(pcap_t *capture, struct pcap_pkthdr **header, const u_char **octets);
const char *cpcap_geterr(pcap_t *capture);
void cpcap_close(pcap_t *capture);

// Hands out up to `size` bytes: their number, 0 at the end, -1 on an error.
typedef ssize_t (*cpcap_read)(void *context, char *bytes, size_t size);

// A read-only FILE whose bytes come from `read`. It knows its position and cannot seek. NULL when memory is short.
// Closing the FILE leaves `context` alone.
FILE *cpcap_open_stream(void *context, cpcap_read read);

#endif
