// A program whose host is in the image and gives commands to a controller, in the manner of Arduino's library: an object
// that is made before `main` holds the name and the data.
extern "C" {
#include <stddef.h>
#include <stdint.h>
}

class HCIClass {
 public:
  int begin();
  int readBdAddr(uint8_t address[6]);
  int sendCommand(uint16_t opcode, uint8_t count, void *parameters);
};
extern HCIClass HCI;

class Data {
 public:
  Data() : count(0) {}
  void add(uint8_t type, const uint8_t *value, uint8_t length) {
    octets[count++] = (uint8_t)(length + 1);
    octets[count++] = type;
    for (uint8_t place = 0; place < length; place++) octets[count++] = value[place];
  }
  uint8_t count, octets[31];
};

class Device {
 public:
  explicit Device(const char *name) : name(name) {
    const uint8_t flags = 6;
    advertising.add(0x01, &flags, 1);
  }
  int advertise() {
    uint8_t length = 0, address[6];
    while (name[length] != 0) length++;
    HCI.readBdAddr(address);
    advertising.add(0xFF, address, 3);
    response.add(0x09, (const uint8_t *)name, length);
    uint8_t parameters[15] = {160, 0, 240, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7, 0};
    if (HCI.sendCommand(0x2006, sizeof parameters, parameters) != 0) return 0;
    if (send(0x2008, advertising) != 0 || send(0x2009, response) != 0) return 0;
    uint8_t one = 1;
    return HCI.sendCommand(0x200A, 1, &one) == 0;
  }

 private:
  int send(uint16_t opcode, const Data &data) {
    uint8_t command[32] = {data.count};
    for (uint8_t place = 0; place < data.count; place++) command[1 + place] = data.octets[place];
    return HCI.sendCommand(opcode, sizeof command, command);
  }
  const char *name;
  Data advertising, response;
};

Device device("Blinker");

extern "C" int main() {
  if (!HCI.begin()) {
    for (;;) __asm__ volatile("");
  }
  device.advertise();
  // C++ lets compilers leave out a loop that does nothing.
  for (;;) __asm__ volatile("");
}
