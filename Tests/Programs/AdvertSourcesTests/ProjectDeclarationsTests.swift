import AdvertReading
import AdvertSources
import AdvertisingData
import Testing

/// Apps whose constants are in other files of the project.
struct ProjectDeclarationsTests {
  private func read(_ text: String, _ files: [String: String], _ language: ProgramReader.Language) -> ProgramReader {
    ProgramReader(
      text, language: language,
      project: SourceProject(
        sources: ProjectSources(paths: { endings in
          files.keys.filter { name in endings.contains { name.hasSuffix($0) } }.sorted()
        }) { files[$0] }))
  }

  private func told(_ program: ProgramReader) -> [String] {
    program.layouts.map { blocks($0)[1] } + program.unread.map { "\($0.line) \($0.reason)" }
  }

  // MARK: Swift

  private func swift(_ service: String) -> String {
    """
    import CoreBluetooth
    final class Lamp: NSObject {
      func start() {
        manager.startAdvertising([CBAdvertisementDataServiceUUIDsKey: [\(service)]])
      }
    }
    """
  }

  @Test(arguments: [
    ("CBUUID(string: Names.pulse)", "enum Names {\n  static let name = \"A\"\n  static let pulse = \"180D\"\n}"),
    ("Names.pulse", "struct Names { static let pulse = CBUUID(string: \"180D\") }"),
    ("Names.Services.pulse", "enum Names { enum Services { static let pulse = CBUUID(string: \"180D\") } }"),
    ("CBUUID.pulse", "extension CBUUID {\n  static let pulse = CBUUID(string: \"180D\")\n}"),
    ("Self.pulse", "extension Lamp {\n  static let pulse = CBUUID(string: \"180D\")\n}"),
    ("CBUUID(string: pulse)", "import Foundation\nlet pulse = \"180D\"\n"),
    // A constant of the other file.
    ("Names.pulse", "private let text = \"180D\"\nenum Names { static let pulse = CBUUID(string: text) }"),
  ])
  func constantsOfSwift(_ use: String, _ other: String) {
    #expect(told(read(swift(use), ["Names.swift": other], .swift)) == ["02011a03030d18"])
    for files in [["Names.swift": "// " + other.replacing("\n", with: "\n// ")], [:]] {
      let program = read(swift(use), files, .swift)
      #expect(told(program) == anyService(after: "02011a") && reasons(program).allSatisfy { $0.line == 4 })
    }
  }

  @Test func constantsOfSeveralFiles() {
    let files = [
      "A.swift": "enum Names { static let pulse = Numbers.pulse }",
      "B.swift": "enum Numbers { static let pulse = CBUUID(string: \"180D\") }",
    ]
    #expect(told(read(swift("Names.pulse"), files, .swift)) == ["02011a03030d18"])
  }

  @Test(arguments: [
    // Several files define the type.
    ["A.swift": "enum Names { static let pulse = \"180D\" }", "B.swift": "enum Names { static let pulse = \"180F\" }"],
    // Any file can set a variable.
    ["A.swift": "enum Names { static var pulse = \"180D\" }"],
    // A condition of the other file.
    ["A.swift": "enum Names {\n#if DEBUG\nstatic let pulse = \"180D\"\n#endif\n}"],
    // Only its own file can use a private type.
    ["A.swift": "private enum Names { static let pulse = \"180D\" }"],
    ["A.swift": "enum Others { static let pulse = \"180D\" }\nenum Names { static let other = \"180D\" }"],
    // Names of other files are not those of this one.
    ["A.swift": "enum Names { static let pulse = manager }"],
    ["A.swift": "enum Names { static let pulse = compute() }"],
    ["A.swift": "enum Names { static let pulse = \"180D\" "],
    ["A.java": "class Names { static final String pulse = \"180D\"; }"],
  ])
  func constantsThatAreNotCertain(_ files: [String: String]) {
    let program = read(swift("CBUUID(string: Names.pulse)"), files, .swift)
    #expect(
      program.layouts.map { blocks($0)[1] } == anyService(after: "02011a")
        && reasons(program).allSatisfy { $0.line == 4 })
  }

  /// A call in another file is one of that file.
  @Test func callsOfOtherFiles() {
    let other = swift("CBUUID(string: \"180F\")").replacing(
      "final class Lamp: NSObject {",
      with: "final class Other: NSObject {\n  static let pulse = CBUUID(string: \"180D\")")
    #expect(told(read(swift("Other.pulse"), ["Other.swift": other], .swift)) == ["02011a03030d18"])
    // The file itself is one of the project.
    let own = swift("Names.pulse") + "\nenum Names { static let pulse = CBUUID(string: \"180D\") }\n"
    #expect(told(read(own, ["Lamp.swift": own], .swift)) == ["02011a03030d18"])
  }

  // MARK: Kotlin and Java

  private func kotlin(_ service: String, imports: String = "") -> String {
    """
    package demo.app
    import android.bluetooth.le.*
    \(imports)
    class Lamp(private val advertiser: BluetoothLeAdvertiser) {
      fun start() {
        val settings = AdvertiseSettings.Builder().setConnectable(true).build()
        val data = AdvertiseData.Builder().addServiceUuid(\(service)).build()
        advertiser.startAdvertising(settings, data, callback)
      }
    }
    """
  }

  @Test(arguments: [
    ("ParcelUuid(Names.PULSE)", "", "package demo.app\nobject Names {\n  val PULSE = UUID.fromString(TEXT)\n}"),
    (
      "ParcelUuid.fromString(Names.TEXT)", "",
      "package demo.app\nclass Names { companion object { const val TEXT = TEXT } }"
    ),
    (
      "ParcelUuid(Names.PULSE)", "import demo.Names", "package demo\nobject Names { val PULSE = UUID.fromString(TEXT) }"
    ),
    ("ParcelUuid(Names.PULSE)", "import demo.*", "package demo\nobject Names { val PULSE = UUID.fromString(TEXT) }"),
    (
      "ParcelUuid(PULSE)", "import demo.Names.PULSE", "package demo\nobject Names { val PULSE = UUID.fromString(TEXT) }"
    ),
    ("ParcelUuid(PULSE)", "", "package demo.app\nval PULSE: UUID = UUID.fromString(TEXT)\n"),
  ])
  func constantsOfKotlin(_ use: String, _ imports: String, _ other: String) {
    let other = other.replacing(
      "= TEXT", with: "= \"0000180d-0000-1000-8000-00805f9b34fb\""
    ).replacing("(TEXT)", with: "(\"0000180d-0000-1000-8000-00805f9b34fb\")")
    let text = kotlin(use, imports: imports)
    #expect(told(read(text, ["Names.kt": other], .kotlin)) == ["02010203030d18"])
    // Another package, which the file does not import.
    let moved = read(text, ["Names.kt": other.replacing("package demo", with: "package other")], .kotlin)
    #expect(moved.layouts.map { blocks($0)[1] } == anyService(after: "020102"), "\(moved.unread)")
  }

  @Test func constantsOfJava() {
    let text = """
      package demo.app;
      import android.bluetooth.le.*;
      import demo.Names;
      class Lamp {
        void start() {
          AdvertiseSettings settings = new AdvertiseSettings.Builder().setConnectable(true).build();
          AdvertiseData data = new AdvertiseData.Builder().addManufacturerData(Names.COMPANY, Names.DATA).build();
          advertiser.startAdvertising(settings, data, callback);
        }
      }
      """
    func names(_ lines: String) -> [String: String] {
      [
        "Names.java":
          "package demo;\npublic class Names {\n  public static final int COMPANY = 0x0059;\n  \(lines)\n}\n"
      ]
    }
    // An array is one that every file can change.
    let array = read(text, names("public static final byte[] DATA = {1, 2};"), .java)
    #expect(array.layouts.map { blocks($0)[1] } == ["020102" + "1bff5900??…"])
    #expect(reasons(array).first?.words.contains("an array of another file") == true)
    let known = text.replacing("Names.DATA", with: "new byte[] {1, 2}")
    #expect(told(read(known, names(""), .java)) == ["020102" + "05ff59000102"])
    #expect(told(read(known, names("").mapValues { $0.replacing("final int", with: "int") }, .java)).count == 1)
    #expect(read(known, names("").mapValues { $0.replacing("final int", with: "int") }, .java).layouts.isEmpty)
  }

  // MARK: Objective-C

  @Test(arguments: [
    ["Names.h": "#define PULSE @\"180D\"\n"],
    ["Names.h": "static NSString * const PULSE = @\"180D\";\n"],
    [
      "Names.h": "#import <Foundation/Foundation.h>\nextern NSString * const PULSE;\n",
      "Names.m": "#import \"Names.h\"\nNSString * const PULSE = @\"180D\";\n",
    ],
    [
      "Names.h": "@interface Names : NSObject\n@end\nFOUNDATION_EXPORT NSString *const PULSE;\n",
      "Names.m": "#import \"Names.h\"\n@implementation Names\n@end\nNSString *const PULSE = @\"180D\";\n",
    ],
  ])
  func constantsOfObjectiveC(_ files: [String: String]) {
    let text = """
      #import "Names.h"
      #import <CoreBluetooth/CoreBluetooth.h>
      @implementation Sender
      - (void)start {
        [self.manager startAdvertising:@{ CBAdvertisementDataServiceUUIDsKey: @[[CBUUID UUIDWithString:PULSE]] }];
      }
      @end
      """
    #expect(told(read(text, files, .objectiveC)) == ["02011a03030d18"])
    #expect(told(read(text, ["Names.h": "extern NSString * const PULSE;\n"], .objectiveC))[0].hasPrefix("5 "))
  }
}
