// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

/// One program for each thing that reads what others wrote; libFuzzer brings the main function.
func fuzzer(_ name: String, _ products: String..., support: [Target.Dependency] = []) -> Target {
  .executableTarget(
    name: name,
    dependencies: ["FuzzSupport", "TestSupport"] + support + products.map { .product(name: $0, package: "advert") },
    swiftSettings: settings + [.unsafeFlags(["-parse-as-library"])])
}

let package = Package(
  name: "Fuzz",
  dependencies: [.package(name: "advert", path: "..")],
  targets: [
    // A link to the tests' own: captures are built, read and judged there and here in the same way.
    .target(
      name: "TestSupport",
      dependencies: [
        .product(name: "AdvertCapture", package: "advert"), .product(name: "AdvertisingData", package: "advert"),
      ],
      // For the messages of tests.
      exclude: ["ScannerDescriptions.swift"], swiftSettings: settings),
    .target(name: "FuzzSupport", dependencies: ["TestSupport"], swiftSettings: settings),
    .target(
      name: "ManifestSupport",
      dependencies: [
        "FuzzSupport", .product(name: "AdvertManifest", package: "advert"),
        .product(name: "AdvertObservation", package: "advert"),
        .product(name: "AdvertisingData", package: "advert"),
      ], swiftSettings: settings),
    .target(
      name: "ReportSupport", dependencies: ["FuzzSupport", .product(name: "AdvertReport", package: "advert")],
      swiftSettings: settings),
    fuzzer("FuzzPayload", "AdvertisingData"),
    fuzzer("FuzzHexText", "AdvertisingData", "AdvertObservation", "AdvertManifest", support: ["ManifestSupport"]),
    fuzzer("FuzzCaptures"),
    fuzzer("FuzzFormats"),
    fuzzer("FuzzDissectors"),
    fuzzer("FuzzZip"),
    fuzzer("FuzzTar"),
    fuzzer("FuzzBtsnooz"),
    fuzzer("FuzzManifest", "AdvertManifest", "AdvertObservation", "AdvertisingData", support: ["ManifestSupport"]),
    fuzzer("FuzzImages", "AdvertFirmware", "AdvertObservation", "AdvertisingData"),
    fuzzer("FuzzRepack", "AdvertisingData", "AdvertRepack", "AdvertScan", "AdvertManifest", "AdvertLint"),
    fuzzer(
      "FuzzReports", "AdvertisingData", "AdvertCapture", "AdvertObservation", "AdvertScan", "AdvertLint",
      "AdvertReport", support: ["ReportSupport"]),
    fuzzer("FuzzDecode", "AdvertisingData", "AdvertReport", support: ["ReportSupport"]),
  ]
)
