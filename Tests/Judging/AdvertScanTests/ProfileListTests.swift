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
    #expect(names.sorted() == ScannerProfile.known.map { $0.id.replacing("-", with: "") }.sorted())
  }

  @Test func idsAreUniqueAndFound() {
    #expect(Set(ScannerProfile.known.map(\.id)).count == ScannerProfile.known.count)
    for profile in ScannerProfile.known { #expect(ScannerProfile.named(profile.id) == profile) }
    #expect(ScannerProfile.named("symbian") == nil)
  }

  @Test(arguments: ScannerProfile.known) func profileHasEverythingPeopleRead(_ profile: ScannerProfile) {
    #expect(profile.id.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "-" })
    #expect(!profile.name.isEmpty && !profile.versions.isEmpty)
    // Gateways that look at service data alone are asked by name.
    #expect(profile.serviceFilter?.value.contains(ScannerProfile.all.contains(profile) ? .serviceList : []) ?? true)
    #expect(profile.serviceFilter.map { !$0.value.isDisjoint(with: .services) } ?? true)
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
