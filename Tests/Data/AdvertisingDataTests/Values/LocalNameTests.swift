import AdvertisingData
import TestSupport
import Testing

@Suite struct LocalNameTests {
  /// One character each of one to four octets, the first and the last of each length, and those around surrogates.
  private static let characters = [
    "\u{0}", "A", "\u{7F}", "\u{80}", "é", "\u{7FF}", "\u{800}", "€", "\u{D7FF}", "\u{E000}", "\u{FFFF}", "\u{10000}",
    "😀", "\u{10FFFF}",
  ]

  @Test(arguments: characters)
  func everyCutOfACharacter(_ character: String) {
    let octets = Array(character.utf8)
    for before in ["", "Ther", "é€😀"] {
      for kept in 0...octets.count {
        let name = name(Array(before.utf8) + octets.prefix(kept))
        let isCut = (1..<octets.count).contains(kept)
        #expect(name.firstInvalidOctet == (isCut ? before.utf8.count : nil), "\(kept) octets after \(before)")
        #expect(name.endsInsideCharacter == isCut, "\(kept) octets after \(before)")
      }
    }
  }

  @Test(arguments: characters)
  func aCutInTheMiddleIsNoCutAtTheEnd(_ character: String) {
    let octets = Array(character.utf8)
    for kept in 1..<max(octets.count, 1) where octets.count > 1 {
      let name = name(Array("ab".utf8) + octets.prefix(kept) + Array("c".utf8))
      #expect(name.firstInvalidOctet == 2)
      #expect(!name.endsInsideCharacter)
    }
  }

  /// Octets no continuation of which is UTF-8: a name that ends in them was not merely cut.
  @Test(arguments: [
    "80", "bf", "c0", "c1", "c080", "f5", "ff", "e080", "e09f", "eda0", "edbf", "f080", "f08f", "f08fbf", "f490",
    "f4bfbf", "f880", "e28241", "f09f41",
  ])
  func neverTheBeginningOfACharacter(_ hex: String) {
    let name = name(Array("ab".utf8) + [UInt8](hex: hex))
    #expect(name.firstInvalidOctet == 2)
    #expect(!name.endsInsideCharacter)
  }

  /// Every one and two octets against the standard library: they end inside a character exactly when some continuation
  /// of them is valid.
  @Test func endsInsideCharacterExactlyWhenItCanGoOn() {
    let leads = UInt8.min...UInt8.max
    for first in leads {
      for beginning in [[first]] + leads.map({ [first, $0] }) {
        let canGoOn = canGoOn(beginning)
        guard name(beginning).endsInsideCharacter != canGoOn else { continue }
        Issue.record("\(beginning.hex): \(!canGoOn)")
        return
      }
    }
    #expect(canGoOn([0xE2, 0x82]) && !canGoOn([0xED, 0xA0]))
  }

  @Test func text() {
    #expect(name([0x54, 0xC3, 0x54]).text == "T\u{FFFD}T")
    #expect(LocalName("Thermé", isComplete: true).octets == Array("Thermé".utf8))
    #expect(name([0x41, 0]).text == "A\0")
    #expect(name([]).firstInvalidOctet == nil)
    #expect(!name([]).endsInsideCharacter)
  }

  @Test func typeTellsCompleteness() {
    let short = LocalName("T", isComplete: false)
    let complete = LocalName("T", isComplete: true)
    #expect(short != complete)
    #expect(short.type == .shortenedLocalName)
    #expect(complete.type == .completeLocalName)
    #expect(ADValue(type: .shortenedLocalName, octets: [0x54]) == .localName(short))
    #expect(ADValue(type: .completeLocalName, octets: [0x54]) == .localName(complete))
  }

  private func name(_ octets: [UInt8]) -> LocalName {
    guard case .localName(let name) = ADValue(type: .completeLocalName, octets: octets) else {
      preconditionFailure("a name is never malformed")
    }
    return name
  }

  private func canGoOn(_ octets: [UInt8]) -> Bool {
    guard String(validating: octets, as: UTF8.self) == nil else { return false }
    return [[0x80], [0xBF], [0x80, 0x80], [0xBF, 0xBF], [0x80, 0x80, 0x80], [0xBF, 0xBF, 0xBF]].contains {
      String(validating: octets + $0, as: UTF8.self) != nil
    }
  }
}
