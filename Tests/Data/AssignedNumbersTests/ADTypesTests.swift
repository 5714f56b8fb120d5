import AssignedNumbers
import Testing

@Suite struct ADTypesTests {
  private static let assigned = [0x01...0x0A, 0x0D...0x12, 0x14...0x32, 0x34...0x34, 0x3D...0x3D, 0xFF...0xFF]
    .flatMap { (types: ClosedRange<UInt8>) in Array(types) }

  @Test func exactlyTheAssignedTypesHaveNames() {
    #expect(Self.assigned.count == 50)
    #expect((0...UInt8.max).filter { ADTypes.name(of: $0) != nil } == Self.assigned)
    #expect((0...UInt8.max).filter { ADTypes.name(of: $0, in: .outOfBand) != nil } == Self.assigned)
  }

  @Test(
    arguments: [
      (0x01, "Flags"),  // first
      (0x03, "Complete List of 16-bit Service or Service Class UUIDs"),
      (0x09, "Complete Local Name"),
      (0x0D, "Class of Device"),
      (0x16, "Service Data - 16-bit UUID"),
      (0x24, "URI"),
      (0x2F, "Advertising Interval - long"),
      (0x32, "Periodic Advertising Response Timing Information"),
      (0x34, "Electronic Shelf Label"),
      (0x3D, "3D Information Data"),
      (0xFF, "Manufacturer Specific Data"),  // last
    ] as [(UInt8, String)])
  func name(type: UInt8, name: String) {
    #expect(ADTypes.name(of: type) == name)
    #expect(ADTypes.name(of: type, in: .outOfBand) == name)
  }

  @Test func type10DependsOnItsContext() {
    #expect(ADTypes.name(of: 0x10) == "Device ID")
    #expect(ADTypes.name(of: 0x10, in: .overTheAir) == "Device ID")
    #expect(ADTypes.name(of: 0x10, in: .outOfBand) == "Security Manager TK Value")
    let different = (0...UInt8.max).filter { ADTypes.name(of: $0) != ADTypes.name(of: $0, in: .outOfBand) }
    #expect(different == [0x10])
  }
}
