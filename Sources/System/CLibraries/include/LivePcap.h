#ifndef ADVERT_CLIVEPCAP_H
#define ADVERT_CLIVEPCAP_H

#include <pcap/pcap.h>
#include <stdbool.h>

// The functions of libpcap for the interfaces of this machine, loaded when the first is asked for. One thread may call.

// Loads libpcap. False when this machine has none, or one without these functions: then no other function may be called.
bool clive_load(void);

// Why loading failed, in the words of the system.
const char *clive_load_failure(void);

// Calls `each` with every interface; the description may be NULL. False with a message of up to PCAP_ERRBUF_SIZE octets.
bool clive_interfaces(void *context, void (*each)(void *context, const char *name, const char *description),
                      char *message);

// Opens an interface, which from then on never waits. NULL with a message when it cannot be.
pcap_t *clive_open(const char *name, char *message);

// What can be waited for until there are packets; -1 when there is no such descriptor.
int clive_descriptor(pcap_t *capture);

// As the functions of libpcap that they are called after.
int clive_datalink(pcap_t *capture);
int clive_next_ex(pcap_t *capture, struct pcap_pkthdr **header, const u_char **octets);
const char *clive_geterr(pcap_t *capture);
void clive_close(pcap_t *capture);

#endif
