// swift-tools-version: 6.2
import PackageDescription

/// The name that the modules of advert are compiled under: that of the folder which holds them.
let packageName = String(
  (Context.packageDirectory.split(separator: "/").dropLast().last ?? "advert").lowercased()
    .map { $0.isLetter || $0.isNumber ? $0 : "_" })

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
  // What is not public must be fuzzed, too. The targets are without access of their own package, as the compiler
  // takes one name only.
  .unsafeFlags(["-package-name", packageName]),
]

let advert = Target.Dependency.product(name: "AdvertInternals", package: "advert")

/// One program for each thing that reads what others wrote; libFuzzer brings the main function.
func fuzzer(_ name: String, support: Target.Dependency...) -> Target {
  .executableTarget(
    name: name, dependencies: ["FuzzSupport", "TestSupport", advert] + support, packageAccess: false,
    swiftSettings: settings + [.unsafeFlags(["-parse-as-library"])])
}

let package = Package(
  name: "Fuzz",
  dependencies: [.package(name: "advert", path: "..")],
  targets: [
    // A link to the tests' own: captures are built, read and judged there and here in the same way.
    .target(
      name: "TestSupport", dependencies: [advert],
      // For the messages of tests.
      exclude: ["ScannerDescriptions.swift"], packageAccess: false, swiftSettings: settings),
    .target(name: "FuzzSupport", dependencies: ["TestSupport"], packageAccess: false, swiftSettings: settings),
    .target(
      name: "ManifestSupport", dependencies: ["FuzzSupport", advert], packageAccess: false, swiftSettings: settings),
    .target(
      name: "ReportSupport", dependencies: ["FuzzSupport", advert], packageAccess: false, swiftSettings: settings),
    fuzzer("FuzzPayload"),
    fuzzer("FuzzHexText", support: "ManifestSupport"),
    fuzzer("FuzzCaptures"),
    fuzzer("FuzzFormats"),
    fuzzer("FuzzDissectors"),
    fuzzer("FuzzZip"),
    fuzzer("FuzzTar"),
    fuzzer("FuzzBtsnooz"),
    fuzzer("FuzzManifest", support: "ManifestSupport"),
    fuzzer("FuzzSources"),
    fuzzer("FuzzImages"),
    fuzzer("FuzzPrograms"),
    fuzzer("FuzzRepack"),
    fuzzer("FuzzReports", support: "ReportSupport"),
    fuzzer("FuzzDecode", support: "ReportSupport"),
  ]
)
