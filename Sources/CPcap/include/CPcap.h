#ifndef ADVERT_CPCAP_H
#define ADVERT_CPCAP_H

#include <pcap/pcap.h>
#include <stdbool.h>
#include <stdio.h>

// libpcap, loaded when the first pcap file is met. Linked, it would bring its ten libraries into every process, which
// take as long to load as everything else together, and it goes by different names on different systems: a program
// built on one would not start on another.

// Whether libpcap is here. Nothing else may be called unless it is. May be asked from any thread.
bool cpcap_load(void);

// Why it is not, in the words of the system.
const char *cpcap_load_failure(void);

// As the functions of libpcap that they are called after. Times are in microseconds.
pcap_t *cpcap_fopen_offline(FILE *file, char *message);
int cpcap_datalink(pcap_t *capture);
int cpcap_snapshot(pcap_t *capture);
FILE *cpcap_file(pcap_t *capture);
int cpcap_next_ex(pcap_t *capture, struct pcap_pkthdr **header, const u_char **octets);
const char *cpcap_geterr(pcap_t *capture);
void cpcap_close(pcap_t *capture);

#endif
