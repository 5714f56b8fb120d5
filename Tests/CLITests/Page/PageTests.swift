import AdvertReport
import Foundation
import Testing

@testable import AdvertPage

/// The page for people.
@Suite struct PageTests {
  private static func page(_ arguments: [String]) -> String { CommandLineRun(["report"] + arguments).output }

  /// The elements of a page: their names, and their attributes.
  struct Tag: Hashable {
    let name: String
    let attributes: [String: String]

    static func all(in page: String) -> [Tag] {
      page.matches(of: /<([a-z][a-z0-9]*)((?: [a-z0-9-]+(?:="[^"<>]*")?)*)>/).map { match in
        let attributes = match.2.matches(of: /([a-z0-9-]+)="([^"]*)"/).map { (String($0.1), String($0.2)) }
        return Tag(name: String(match.1), attributes: Dictionary(attributes) { first, _ in first })
      }
    }
  }

  /// The conclusion from the log for a device that the user chose.
  @Test func tellsTheConclusion() throws {
    let arguments = ["Fixtures/sessions/weak-signal.btsnoop", "--for", "android", "--service", "180d"]
    let expected = try #require(DiagnosisTests.cases.first { $0.log == "weak-signal" })
    let page = Self.page(arguments + ["--device", "F0:F1"])
    #expect(page.contains("<h4>What the log says</h4>"))
    #expect(page.contains("<dt>Android</dt><dd>\(expected.sentence)</dd>"))
    #expect(!Self.page(arguments).contains("What the log says"))
  }

  @Test func isTheSameEachTime() {
    let arguments = ["Fixtures/scans/active.btsnoop", "Fixtures/famous/advert.yml"]
    #expect(Self.page(arguments) == Self.page(arguments))
  }

  /// No address of anything outside, nothing that a policy would have to allow.
  @Test(arguments: ["Fixtures/scans/active.btsnoop", "Fixtures/famous/advert.yml", "Fixtures/images/zephyr-thumb.elf"])
  func needsNothingElse(_ input: String) throws {
    let page = Self.page([input])
    let tags = Tag.all(in: page)
    #expect(tags.count(where: { $0.name == "script" }) == PageScript.all.count)
    #expect(tags.count(where: { $0.name == "style" }) == 2)
    for tag in tags {
      #expect(!["img", "link", "iframe", "object", "form", "base"].contains(tag.name))
      #expect(tag.attributes["style"] == nil)
      #expect(!tag.attributes.keys.contains { $0.hasPrefix("on") || $0 == "src" })
      // Nothing is loaded from where a rule is explained; a person can go there.
      if let target = tag.attributes["href"] {
        #expect(target.hasPrefix("#") || target.hasPrefix("https://") && tag.attributes["rel"] == "noreferrer")
      }
    }
    let policy = try #require(tags.first { $0.attributes["http-equiv"] == "Content-Security-Policy" })
    let content = try #require(policy.attributes["content"])
    #expect(content.hasPrefix("default-src &#39;none&#39;; style-src &#39;sha256-"))
    // Every link leads somewhere.
    let ids = tags.compactMap { $0.attributes["id"] }
    let targets = tags.compactMap { $0.attributes["href"] }.filter { $0.hasPrefix("#") }.map { String($0.dropFirst()) }
    #expect(Set(ids).count == ids.count)
    #expect(Set(targets).isSubset(of: ids))
  }

  /// A link to a device stays right when the page is made again, and each device is called by a name of its own.
  @Test func namesDevicesByWhatTheyAre() {
    let tags = Tag.all(in: Self.page(["Fixtures/angi/before.btsnoop"]))
    let sections = tags.filter { $0.attributes["class"] == "device" }.compactMap { $0.attributes["id"] }
    #expect(sections.count == 1)
    #expect(sections.allSatisfy { $0.wholeMatch(of: /device-[0-9a-f]{12}/) != nil })
    let layouts = Tag.all(in: Self.page(["Fixtures/famous/advert.yml"])).filter { $0.attributes["class"] == "device" }
    #expect(!layouts.isEmpty)
    #expect(layouts.allSatisfy { ($0.attributes["id"] ?? "").hasPrefix("layout-") })
  }

  /// An image is named by its file, not by the source that declares a layout in it.
  @Test func namesAnImage() {
    let page = Self.page(["Fixtures/images/zephyr-thumb.elf"])
    #expect(page.contains("<title>advert: zephyr-thumb.elf</title>"))
    #expect(page.contains("firmware image, 2 layouts, declared in zephyr.c"))
  }

  /// Each term that opens an explanation has one, at the end of the page, and each explanation is opened by a term.
  @Test(arguments: ["Fixtures/angi/before.btsnoop", "Fixtures/famous/advert.yml"])
  func explainsItsTerms(_ input: String) {
    let tags = Tag.all(in: Self.page([input]))
    let opened = tags.compactMap { $0.attributes["popovertarget"] }
    let explained = tags.filter { $0.attributes["popover"] != nil }.compactMap { $0.attributes["id"] }
    #expect(opened.contains("term-scan-response"))
    #expect(Set(opened) == Set(explained))
    #expect(Set(explained).count == explained.count)
  }

  /// Where no scan is in the log, plots of devices are hatched as the timeline is: they use its drawing.
  @Test func hatchesWhereNothingListened() {
    let tags = Tag.all(in: Self.page(["Fixtures/scans/active.btsnoop"]))
    let drawings = tags.filter { $0.name == "path" }.compactMap { $0.attributes["id"] }
    #expect(drawings == ["scanned-0"])
    let plots = tags.filter { $0.name == "figure" && ($0.attributes["class"] ?? "").hasPrefix("series") }
    #expect(!plots.isEmpty && plots.allSatisfy { $0.attributes["class"] == "series told" })
    let uses = tags.filter { $0.name == "use" }
    #expect(uses.count > plots.count && uses.allSatisfy { $0.attributes["href"] == "#scanned-0" })
  }

  /// A capture that does not tell of scans is not hatched.
  @Test func hatchesNothingWithoutScans() {
    let page = Self.page(["Fixtures/formats/pcap-256.pcap"])
    #expect(page.contains("<figure class=\"series\""))
    #expect(!page.contains("<use") && !page.contains("series told"))
  }

  @Test(
    arguments: [
      (0, "0 s"), (2500, "2.5 ms"), (9999, "9.9 ms"), (42_000, "42 ms"), (250_000, "0.25 s"), (12_340_000, "12.3 s"),
      (60_000_000, "1 min"), (245_000_000, "4 min 5 s"),
      (21_720_000_000, "6 h 2 min"), (273_600_000_000, "3 d 4 h"), (-5, "0 s"),
    ] as [(Int64, String)])
  func saysHowLong(_ length: Int64, _ words: String) {
    #expect(PageDuration.words(length) == words)
  }

  /// FIPS 180-4, and its examples.
  @Test func digests() {
    #expect(SHA256(of: []).base64 == "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=")
    #expect(SHA256(of: Array("abc".utf8)).base64 == "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=")
    let long = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"
    #expect(SHA256(of: Array(long.utf8)).base64 == "JI1qYdIGOLjlwCaTDD5gOaM85Flk/yFn9uzt1BnbBsE=")
  }

  @Test func countsWhatItDoesNotShow() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "page-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "many.hex")
    let layouts = (0..<1100).map { number in
      "0201060303\(String(1000 + number % 9000))0409" + String(format: "%06x", 0x303030 + number)
    }
    try Data(layouts.joined(separator: "\n").utf8).write(to: file)
    let page = Self.page([file.path])
    #expect(page.contains("Of 1100, the first 250 are shown in full"))
    #expect(page.contains("The table has the first 1000 of them; 100 are only counted."))
  }
}
