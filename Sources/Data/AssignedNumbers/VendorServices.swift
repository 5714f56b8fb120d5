/// Names of 128-bit services that companies and projects have made public.
///
/// The lists of the Bluetooth SIG do not have them: their makers name them.
///
/// Source: Bluetooth Numbers Database of Nordic Semiconductor, shortened; `Reference/AssignedNumbers.md` names the edition.
public enum VendorServices {
  /// Returns the name of a service: `Nordic UART`. `nil` when the table does not have it.
  ///
  /// - Parameter uuid: 36 characters in lower case, as in `6e400001-b5a3-f393-e0a9-e50e24dcca9e`.
  public static func name(of uuid: String) -> String? { names[uuid] }

  /// Returns the UUIDs of the services with a name, in upper or lower case. Several when the name is not unique.
  public static func services(named name: String) -> [String] {
    let name = name.lowercased()
    return names.filter { $0.value.lowercased() == name }.map { $0.key }.sorted()
  }

  /// All names.
  public static var allNames: [String] { names.values.sorted() }

  private static let names: [String: String] = [
    "00001523-1212-efde-1523-785feabcd123": "Nordic LED and Button",
    "00001530-1212-efde-1523-785feabcd123": "Legacy DFU",
    "00001623-1212-efde-1623-785feabcd123": "LEGO Wireless Protocol Hub",
    "00001625-1212-efde-1623-785feabcd123": "LEGO Wireless Protocol Bootloader",
    "0483dadd-6c9d-6ca9-5d41-03ad4fff4abb": "Nordic Throughput",
    "0fda92b2-44a2-4af2-84f5-fa682baa2b8d": "Helium Hotspot Custom",
    "14387800-130c-49e7-b877-2881c89cb258": "Nordic Wi-Fi Provisioning",
    "21490000-494a-4573-98af-f126af76f490": "Nordic Direction and Distance Finding",
    "54220000-f6a5-4007-a371-722f4ebd8436": "Memfault Diagnostic",
    "57a70000-9350-11ed-a1eb-0242ac120002": "Nordic Status Message",
    "6e400001-b5a3-f393-e0a9-e50e24dcca9e": "Nordic UART",
    "7905f431-b5ce-4e99-a40f-4b1e122d00d0": "Apple Notification Center",
    "89d3502b-0f36-433a-8ef4-c502ad55f8dc": "Apple Media",
    "8d53dc1d-1db7-4cd3-868b-8a527460aa84": "Simple Management Protocol",
    "8e400001-f315-4f60-9fb8-838830daea50": "Experimental Buttonless DFU",
    "932c32bd-0000-47a2-835a-a8d455b859dd": "Philips Hue Light Control",
    "a3c87500-8ed3-4bdf-8a39-a01bebede295": "Eddystone Configuration",
    "a5b46352-9d13-479f-9fcb-3dcdf0a13f4d": "Thingy Sensor Hub",
    "adaf0100-c332-42a8-93bd-25e905756cb8": "Adafruit Temperature",
    "adaf0200-c332-42a8-93bd-25e905756cb8": "Adafruit Accelerometer",
    "adaf0300-c332-42a8-93bd-25e905756cb8": "Adafruit Light",
    "adaf0400-c332-42a8-93bd-25e905756cb8": "Adafruit Gyroscope",
    "adaf0500-c332-42a8-93bd-25e905756cb8": "Adafruit Magnetometer",
    "adaf0600-c332-42a8-93bd-25e905756cb8": "Adafruit Button",
    "adaf0700-c332-42a8-93bd-25e905756cb8": "Adafruit Humidity",
    "adaf0800-c332-42a8-93bd-25e905756cb8": "Adafruit Barometric",
    "adaf0900-c332-42a8-93bd-25e905756cb8": "Adafruit Addressable",
    "adaf0a00-c332-42a8-93bd-25e905756cb8": "Adafruit Color",
    "adaf0b00-c332-42a8-93bd-25e905756cb8": "Adafruit Sound",
    "adaf0c00-c332-42a8-93bd-25e905756cb8": "Adafruit Tone",
    "adaf0d00-c332-42a8-93bd-25e905756cb8": "Adafruit Quaternion",
    "adaf0e00-c332-42a8-93bd-25e905756cb8": "Adafruit Proximity",
    "b8843add-0000-4aa1-8794-c3f462030bda": "Philips Hue Light Update",
    "e2a00001-ec31-4ec3-a97a-1c34d87e9878": "Edge Impulse Remote Management",
    "e95d0753-251d-470a-a062-fa1922dfa9a8": "micro:bit Accelerometer",
    "e95d127b-251d-470a-a062-fa1922dfa9a8": "micro:bit IO Pin",
    "e95d6100-251d-470a-a062-fa1922dfa9a8": "micro:bit Temperature",
    "e95d93af-251d-470a-a062-fa1922dfa9a8": "micro:bit Event",
    "e95d93b0-251d-470a-a062-fa1922dfa9a8": "micro:bit DFU Control",
    "e95d9882-251d-470a-a062-fa1922dfa9a8": "micro:bit Button",
    "e95dd91d-251d-470a-a062-fa1922dfa9a8": "micro:bit LED",
    "e95df2d8-251d-470a-a062-fa1922dfa9a8": "micro:bit Magnetometer",
    "ef680100-9b35-4933-9b10-52ffa9740042": "Thingy Configuration",
    "ef680200-9b35-4933-9b10-52ffa9740042": "Thingy Weather Station",
    "ef680300-9b35-4933-9b10-52ffa9740042": "Thingy UI",
    "ef680400-9b35-4933-9b10-52ffa9740042": "Thingy Motion",
    "ef680500-9b35-4933-9b10-52ffa9740042": "Thingy Sound",
    "f000ffc0-0451-4000-b000-000000000000": "TI Over-the-Air Download",
  ]
}
