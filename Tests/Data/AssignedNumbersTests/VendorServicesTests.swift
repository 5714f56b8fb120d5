import AssignedNumbers
import Testing

@Suite struct VendorServicesTests {
  @Test func namesAndUUIDs() {
    let uart = "6e400001-b5a3-f393-e0a9-e50e24dcca9e"
    #expect(VendorServices.name(of: uart) == "Nordic UART")
    #expect(VendorServices.services(named: "nordic uart") == [uart])
    #expect(VendorServices.name(of: "6e400002-b5a3-f393-e0a9-e50e24dcca9e") == nil)
    #expect(VendorServices.services(named: "no such service") == [])
  }

  /// A name that a 16-bit UUID has too could not be told from it on the command line.
  @Test func noNameIsAssignedToAnotherService() {
    for name in VendorServices.allNames { #expect(AssignedUUID.services(named: name) == [], "\(name)") }
    #expect(Set(VendorServices.allNames).count == VendorServices.allNames.count)
  }
}
