import AssignedNumbers
import Testing

@Suite struct WithdrawnNumbersTests {
  @Test func namesThatNumbersHad() {
    #expect(WithdrawnNumbers.company(0x067E) == "MbientLab Inc")
    #expect(WithdrawnNumbers.company(0x0066) == "9Solutions Oy")
    #expect(WithdrawnNumbers.uuid(0x2A56) == "Digital")
    #expect(WithdrawnNumbers.uuid(0xFEDF) == "Design SHIFT")
    #expect(WithdrawnNumbers.company(0x0059) == nil)
    #expect(WithdrawnNumbers.company(0xFFFF) == nil)
    #expect(WithdrawnNumbers.uuid(0x180F) == nil)
    #expect(WithdrawnNumbers.uuid(0xFFE0) == nil)
  }

  /// A number that is assigned again leaves the list of withdrawn ones.
  @Test func noneIsAssigned() {
    var companies = 0
    var uuids = 0
    for number in UInt16.min ... .max {
      if WithdrawnNumbers.company(number) != nil {
        companies += 1
        #expect(CompanyIdentifiers.name(of: number) == nil, "\(number)")
      }
      if WithdrawnNumbers.uuid(number) != nil {
        uuids += 1
        #expect(AssignedUUID(number) == nil, "\(number)")
      }
    }
    #expect(companies == 167)
    #expect(uuids == 28)
  }
}
