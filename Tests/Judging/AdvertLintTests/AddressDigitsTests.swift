import Testing

@testable import AdvertLint

@Suite struct AddressDigitsTests {
  @Test(arguments: [
    ("F0F1F2F3F4F5", 0..<12), ("S-F0F1F2F3F4F5", 2..<14), ("f0:f1:f2:f3:f4:f5", 0..<17),
    ("tag 10:22:33:44:55:66", 4..<21), ("F0-F1-F2-F3-F4-F5 x", 0..<17), ("x_F0_F1_F2_F3_F4_F5", 2..<19),
  ]) func wholeAddresses(_ name: String, _ range: Range<Int>) {
    let digits = AddressDigits(in: Array(name.utf8))
    #expect(digits?.range == range)
    #expect(digits?.isWhole == true)
  }

  @Test(arguments: [("Tag-A1B2C3", 4..<10), ("a b 0badcafe", 4..<12), ("S_F0F1F2F3F4F", 2..<13)])
  func ends(_ name: String, _ range: Range<Int>) {
    let digits = AddressDigits(in: Array(name.utf8))
    #expect(digits?.range == range)
    #expect(digits?.isWhole == false)
  }

  /// Words, numbers, models, placeholders, and digits in the middle of something.
  @Test(arguments: [
    "", "Sensor", "Tag-A1B2", "Cafe-Facade", "Model-202412", "A1B2C3", "TagA1B2C3", "Tag-A1B2C3x", "123456789012",
    "00:00:00:00:00:00", "FFFFFFFFFFFF", "F0F1F2F3F4F5F6", "xF0F1F2F3F4F5", "F0:F1:F2:F3:F4", "ä-F0F1", "ÄF0F1F2",
  ]) func names(_ name: String) {
    #expect(AddressDigits(in: Array(name.utf8)) == nil)
  }
}
