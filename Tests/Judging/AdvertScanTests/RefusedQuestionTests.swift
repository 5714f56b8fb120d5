import AdvertScan
import AdvertisingData
import TestSupport
import Testing

/// The filters that browsers refuse to pages, whatever a device sends.
@Suite struct RefusedQuestionTests {
  private static func manufacturer(_ beginning: [UInt8], mask: [UInt8]? = nil, of company: UInt16 = 0x004C) throws
    -> Question
  {
    .data(try #require(DataQuestion(.manufacturer(company), beginning: beginning, mask: mask)))
  }

  private static var layout: Layout {
    get throws {
      // Human Interface Device and Battery, and an iBeacon's first octets.
      Layout(
        pdu: .advInd, advertising: Payload([UInt8](hex: "020106050312180f1807ff4c00021500aa")),
        scanResponse: .observed([Payload([])]))
    }
  }

  @Test func questionsThatAreRefused() throws {
    let layout = try Self.layout
    let rows: [(question: Question, isRefused: Bool)] = [
      (.service(0x1812), true), (.service(0xFFFD), true), (.service(0x180F), false), (.service(0x180D), false),
      (.service("00001530-1212-EFDE-1523-785FEABCD123"), true),
      (try Self.manufacturer([]), false), (try Self.manufacturer([0x02]), true),
      (try Self.manufacturer([0x02, 0x15]), true), (try Self.manufacturer([0x02, 0x15], mask: [0xFF, 0x0F]), true),
      (try Self.manufacturer([0x02], mask: [0x0F]), false), (try Self.manufacturer([0x10]), false),
      (try Self.manufacturer([0x02, 0x15], of: 0x0059), false),
      (.data(try #require(DataQuestion(.service(0x180F)))), true), (.name("HID"), false), (.presence, false),
    ]
    for (question, isRefused) in rows {
      for profile in [ScannerProfile.webBluetooth, .webBluetoothLinux] {
        let verdict = profile.verdict(on: layout, for: question)
        let device = ScannedDevice([layout], asking: [question])
        #expect(profile.verdict(on: device, for: question).outcome == verdict.outcome)
        if case .refused = verdict.reason {
          #expect(isRefused, "\(question)")
          #expect(verdict.outcome == .missed && !verdict.isTentative)
        } else {
          #expect(!isRefused, "\(question)")
        }
      }
    }
  }

  /// No answer to a question that is refused stands for another one that the device answers in the same way.
  @Test func traitsTellThemApart() throws {
    let device = ScannedDevice([try Self.layout], asking: [.service(0x1812), .service(0x180F)])
    #expect(device.traits(asked: [.service(0x1812)]) != device.traits(asked: [.service(0x180F)]))
  }

  /// Other scanners refuse nothing.
  @Test func onlyPagesAreRefused() {
    #expect(
      ScannerProfile.allVersions.filter { $0.refusals != nil }.map { $0.id } == [
        "web-bluetooth", "web-bluetooth-linux",
      ])
  }
}
