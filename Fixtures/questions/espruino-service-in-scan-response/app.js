NRF.setServices({
  0x180F: {
    0x2A19: { value: [88], readable: true, notify: true }
  }
}, { advertise: ["180F"], uart: false });
NRF.setAdvertising({}, { name: "Lamp" });
