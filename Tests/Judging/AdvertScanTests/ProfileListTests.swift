import AdvertScan
import Foundation
import Testing

@Suite struct ProfileListTests {
  /// A profile that is in the folder but not in the list would never be asked.
  @Test func everyProfileIsInTheList() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Sources/Judging/AdvertScan/Profiles").standardized
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    let names = try files.flatMap { file in
      try String(contentsOf: file, encoding: .utf8).matches(of: /public static let (\w+)(: | = )ScannerProfile/)
        .map { $0.1.lowercased() }
    }
    #expect(names.sorted() == ScannerProfile.all.map { $0.id.replacing("-", with: "") }.sorted())
  }

  @Test func idsAreUniqueAndFound() {
    #expect(Set(ScannerProfile.all.map(\.id)).count == ScannerProfile.all.count)
    for profile in ScannerProfile.all { #expect(ScannerProfile.named(profile.id) == profile) }
    #expect(ScannerProfile.named("symbian") == nil)
  }

  @Test(arguments: ScannerProfile.all) func profileHasEverythingPeopleRead(_ profile: ScannerProfile) {
    #expect(profile.id.allSatisfy { $0.isLowercase || $0 == "-" })
    #expect(!profile.name.isEmpty && !profile.versions.isEmpty)
    #expect(profile.serviceFilter?.value.contains(.serviceList) ?? true)
    for remark in profile.remarks { #expect(!remark.value.hasSuffix(".")) }
  }

  @Test func profileOfOnesOwnStartsAsItsBase() {
    var mine = ScannerProfile(id: "gateway", basedOn: .zephyrPassive)
    #expect(mine.scanType == ScannerProfile.zephyrPassive.scanType)
    mine.scanType = Claim(.active, .userDefined)
    #expect(mine != ScannerProfile(id: "gateway", basedOn: .zephyrPassive))
    #expect(!mine.scanType.evidence.isTentative)
  }
}
