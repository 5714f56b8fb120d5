/// Helpers of public examples that nearly every program copies, for programs without a copy of it beside them.
///
/// Source: MicroPython 1.24, examples/bluetooth/ble_advertising.py.
extension PythonProgram {
  /// Functions that make the same as those of the examples, by their modules.
  static let helpers = [
    "ble_advertising": """
    import struct

    def advertising_payload(limited_disc=False, br_edr=False, name=None, services=None, appearance=0):
        made = bytearray()

        def put(kind, octets):
            nonlocal made
            made += struct.pack("BB", len(octets) + 1, kind) + octets

        put(0x01, struct.pack("B", (0x01 if limited_disc else 0x02) + (0x18 if br_edr else 0x04)))
        if name:
            put(0x09, name)
        if services:
            for service in services:
                octets = bytes(service)
                if len(octets) == 2:
                    put(0x03, octets)
                elif len(octets) == 4:
                    put(0x05, octets)
                elif len(octets) == 16:
                    put(0x07, octets)
        if appearance:
            put(0x19, struct.pack("<h", appearance))
        return made
    """
  ]

  /// The assumption about helpers that the file takes in and that are not beside it; `nil` without any.
  var assumedHelper: String? {
    let module = Self.helpers.keys.first { module in
      let words = (places[module] ?? []).map { tokens[statements[$0]] }
      return words.contains { $0.isWord("from") || $0.isWord("import") } && text(beside: module) == nil
    }
    return module.map {
      "\($0).py is not beside this file: advert assumes that of MicroPython's examples, whose newer versions raise a "
        + "ValueError for more than 31 bytes"
    }
  }
}
