/* What libpcap costs by itself: every record of a capture through pcap_next_ex, and its length added up. */
#include <pcap/pcap.h>
#include <stdio.h>

int main(int argc, char **argv) {
  if (argc != 2) return fprintf(stderr, "usage: pcap_loop PCAP\n"), 2;
  char error[PCAP_ERRBUF_SIZE];
  pcap_t *capture = pcap_open_offline(argv[1], error);
  if (capture == NULL) return fprintf(stderr, "%s\n", error), 2;
  struct pcap_pkthdr *header;
  const unsigned char *bytes;
  unsigned long records = 0, octets = 0;
  while (pcap_next_ex(capture, &header, &bytes) == 1) records++, octets += header->caplen + bytes[0];
  printf("%lu records, %lu octets\n", records, octets);
  pcap_close(capture);
  return 0;
}
