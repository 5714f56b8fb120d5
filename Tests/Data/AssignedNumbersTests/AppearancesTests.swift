import AssignedNumbers
import Testing

@Suite struct AppearancesTests {
  @Test(
    arguments: [
      (0x0000, "Unknown", nil, "Unknown"),  // first
      (0x0040, "Phone", nil, "Phone"),
      (0x0080, "Computer", nil, "Computer"),
      (0x0081, "Computer", "Desktop Workstation", "Computer: Desktop Workstation"),
      (0x03C0, "Human Interface Device", nil, "Human Interface Device"),
      (0x03C1, "Human Interface Device", "Keyboard", "Human Interface Device: Keyboard"),
      (0x1514, "Cookware Device", "Baking Tray", "Cookware Device: Baking Tray"),  // last
    ] as [(UInt16, String, String?, String)])
  func assigned(value: UInt16, category: String, subcategory: String?, name: String) {
    #expect(Appearances.category(of: value) == category)
    #expect(Appearances.subcategory(of: value) == subcategory)
    #expect(Appearances.name(of: value) == name)
  }

  @Test(arguments: [(0x0041, "Phone"), (0x03FF, "Human Interface Device")] as [(UInt16, String)])
  func unassignedSubcategory(value: UInt16, category: String) {
    #expect(Appearances.category(of: value) == category)
    #expect(Appearances.subcategory(of: value) == nil)
    #expect(Appearances.name(of: value) == nil)
  }

  @Test(arguments: [0x0B00, 0x0B01, 0xC103, 0xFFFF] as [UInt16])
  func unassignedCategory(value: UInt16) {
    #expect(Appearances.category(of: value) == nil)
    #expect(Appearances.subcategory(of: value) == nil)
    #expect(Appearances.name(of: value) == nil)
  }

  @Test func counts() {
    let values = 0...UInt16.max
    #expect(values.count { Appearances.name(of: $0) != nil } == 342)
    #expect(values.count { Appearances.subcategory(of: $0) != nil } == 287)
    #expect(values.count { Appearances.category(of: $0) != nil } == 55 * 64)
  }
}
