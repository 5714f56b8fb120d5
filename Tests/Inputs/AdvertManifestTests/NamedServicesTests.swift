import AdvertManifest
import AdvertObservation
import AdvertReading
import AdvertisingData
import Testing

/// Services and companies by their names.
@Suite struct NamedServicesTests {
  private func octets(_ field: String) throws -> [UInt8]? {
    try Manifest(reading: "layouts: { a: { advertising: { \(field) } } }").layouts.first?.layout.advertising?.octets
  }

  @Test func servicesHaveNames() throws {
    #expect(try octets("services: [Heart Rate, battery]") == [5, 3, 0x0D, 0x18, 0x0F, 0x18])
    #expect(try octets("services128: Nordic UART") == octets("services128: 6e400001-b5a3-f393-e0a9-e50e24dcca9e"))
    #expect(try octets("services128: nordic uart service") == octets("services128: Nordic UART"))
    #expect(try octets("serviceData: { uuid: Battery, data: 64 }") == [4, 0x16, 0x0F, 0x18, 0x64])
    let manifest = try Manifest(reading: "expect: { services: [Heart Rate] }")
    #expect(manifest.expectedServices == [BluetoothUUID(0x180D)])
  }

  @Test func companiesHaveNames() throws {
    #expect(try octets("manufacturerData: { company: Nordic Semiconductor }") == [3, 0xFF, 0x59, 0])
    #expect(try octets("manufacturerData: { company: \"nordic semiconductor asa\" }") == [3, 0xFF, 0x59, 0])
    #expect(try octets("manufacturerData: { company: apple }") == [3, 0xFF, 0x4C, 0])
    #expect(try octets("manufacturerData: { company: 0x0059 }") == [3, 0xFF, 0x59, 0])
  }

  @Test(
    arguments: [
      (
        "services: [Hart Rate]",
        "expected a UUID of 4, 8 or 32 hex digits, or the name of a service, found \"Hart Rate\"; did you mean \"Heart Rate\"?"
      ),
      ("services16: [Nordic UART]", "expected a UUID that has 16 bits, found \"Nordic UART\""),
      ("services: [Google LLC]", "expected one service, found the name of "),
      (
        "manufacturerData: { company: Nordic Semicoductor ASA }",
        "found \"Nordic Semicoductor ASA\"; did you mean \"Nordic Semiconductor ASA\"?"
      ),
      ("manufacturerData: { company: Samsung }", "expected one company, found the beginning of Samsung"),
      ("manufacturerData: { company: 65536 }", "expected a company identifier (0 to 65535), found \"65536\""),
    ])
  func whatIsNoneSaysWhichIsNear(_ field: String, _ message: String) throws {
    let error = #expect(throws: ManifestError.self) { try octets(field) }
    #expect(error?.description.contains(message) ?? false, "\(error?.description ?? "")")
  }

  @Test func editorsMayKeepTheirSchemaInIt() throws {
    #expect(try Manifest(reading: "$schema: advert.schema.json\ndevices: [\"Sensor-*\"]").devices == ["Sensor-*"])
  }
}
