// swift-tools-version: 6.2
import PackageDescription

let shared: [SwiftSetting] = [
  .strictMemorySafety(),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]
let sources: [SwiftSetting] =
  shared + [.enableExperimentalFeature("Lifetimes"), .enableUpcomingFeature("InternalImportsByDefault")]

// What `advert --version` tells of the commit. The package manager knows commits too (`Context.gitInformation`), but
// keeps what it knew first for as long as this file does not change, and no commit is better than a wrong one.
let commit = (Context.environment["ADVERT_COMMIT"] ?? "").filter { $0.isLetter || $0.isNumber || $0 == "-" }

let package = Package(
  name: "advert",
  products: [
    .executable(name: "advert", targets: ["advert"]),
    .library(name: "AdvertisingData", targets: ["AdvertisingData", "AssignedNumbers"]),
    .library(name: "AdvertCapture", targets: ["AdvertCapture", "AdvertObservation"]),
    .library(name: "AdvertLint", targets: ["AdvertScan", "AdvertRepack", "AdvertLint"]),
    .library(name: "AdvertFirmware", targets: ["AdvertFirmware"]),
    // For the packages in Fuzz and Benchmarks. Nothing of it is promised.
    .library(
      name: "AdvertInternals",
      targets: [
        "AdvertisingData", "AssignedNumbers", "AdvertBuilders", "AdvertCapture", "AdvertObservation", "AdvertScan",
        "AdvertRepack", "AdvertLint", "AdvertManifest", "AdvertFirmware", "AdvertSources", "AdvertReport",
      ]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
  ],
  targets: [
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    .target(name: "CProcess", cSettings: commit.isEmpty ? [] : [.define("ADVERT_COMMIT", to: "\"\(commit)\"")]),
    .target(name: "CLibraries"),
    .target(name: "CThreads"),
    .target(name: "PlatformLibrary", swiftSettings: shared),

    // Rounding of numbers calls the mathematical library, which programs on Linux do not link by themselves.
    .target(
      name: "AdvertisingData", swiftSettings: sources,
      linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]),
    .target(name: "AssignedNumbers", swiftSettings: sources),
    .target(name: "AdvertBuilders", dependencies: ["AdvertisingData"], swiftSettings: sources),
    .target(
      name: "AdvertCapture", dependencies: ["AdvertisingData", "CLibraries", "CZlib", "PlatformLibrary"],
      swiftSettings: sources),
    .target(name: "AdvertRedaction", dependencies: ["AdvertCapture", "AdvertisingData"], swiftSettings: sources),
    .target(
      name: "AdvertObservation",
      dependencies: [
        "AdvertCapture", "AdvertBuilders", "AdvertisingData", "AssignedNumbers", "CLibraries", "CThreads",
      ],
      swiftSettings: sources),
    .target(
      name: "AdvertScan", dependencies: ["AdvertObservation", "AdvertCapture", "AdvertisingData"],
      swiftSettings: sources),
    .target(
      name: "AdvertRepack",
      dependencies: ["AdvertScan", "AdvertObservation", "AdvertBuilders", "AdvertisingData", "AssignedNumbers"],
      swiftSettings: sources),
    .target(
      name: "AdvertLint",
      dependencies: [
        "AdvertRepack", "AdvertScan", "AdvertObservation", "AdvertCapture", "AdvertBuilders", "AdvertisingData",
        "AssignedNumbers",
      ],
      swiftSettings: sources),
    .target(
      name: "AdvertFirmware",
      dependencies: [
        "AdvertObservation", "AdvertCapture", "AdvertBuilders", "AdvertisingData", "PlatformLibrary",
      ],
      swiftSettings: sources),
    // The only target that reads YAML.
    .target(
      name: "AdvertManifest",
      dependencies: [
        "AdvertLint", "AdvertRepack", "AdvertScan", "AdvertObservation", "AdvertCapture", "AdvertBuilders",
        "AdvertisingData", "AssignedNumbers", "Yams",
      ],
      swiftSettings: sources),
    .target(
      name: "AdvertSources",
      dependencies: ["AdvertCapture", "AdvertObservation", "AdvertBuilders", "AdvertisingData"],
      swiftSettings: sources),
    .target(
      name: "AdvertDiff",
      dependencies: ["AdvertLint", "AdvertScan", "AdvertObservation", "AdvertisingData"], swiftSettings: sources),
    .target(
      name: "AdvertReport",
      dependencies: [
        "AdvertFirmware", "AdvertDiff", "AdvertLint", "AdvertRepack", "AdvertScan", "AdvertManifest",
        "AdvertObservation", "AdvertBuilders",
        "AdvertCapture", "AdvertisingData", "AssignedNumbers", "PlatformLibrary",
      ],
      swiftSettings: sources),
    .target(
      name: "AdvertPage",
      dependencies: [
        "AdvertReport", "AdvertDiff", "AdvertLint", "AdvertRepack", "AdvertScan", "AdvertObservation", "AdvertCapture",
        "AdvertisingData",
      ],
      swiftSettings: sources),
    .target(
      name: "AdvertWatch",
      dependencies: [
        "AdvertReport", "AdvertLint", "AdvertScan", "AdvertObservation", "AdvertCapture", "AdvertisingData",
      ],
      swiftSettings: sources),
    .target(
      name: "AdvertEditor",
      dependencies: [
        "AdvertReport", "AdvertLint", "AdvertRepack", "AdvertScan", "AdvertManifest", "AdvertObservation",
        "AdvertBuilders", "AdvertCapture", "AdvertisingData", "AssignedNumbers",
      ],
      swiftSettings: sources),
    .executableTarget(
      name: "advert",
      dependencies: [
        "AdvertFirmware", "AdvertEditor", "AdvertWatch", "AdvertPage", "AdvertReport", "AdvertDiff", "AdvertLint",
        "AdvertRepack", "AdvertScan", "AdvertManifest", "AdvertSources", "AdvertBuilders",
        "AdvertObservation", "AdvertRedaction", "AdvertCapture", "AdvertisingData", "AssignedNumbers", "CLibraries",
        "CProcess", "PlatformLibrary",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: sources),

    .target(
      name: "TestSupport", dependencies: ["AdvertScan", "AdvertCapture", "AdvertisingData"], path: "Tests/TestSupport",
      swiftSettings: shared),
    .testTarget(
      name: "AdvertisingDataTests", dependencies: ["AdvertisingData", "TestSupport"], swiftSettings: shared),
    .testTarget(name: "AssignedNumbersTests", dependencies: ["AssignedNumbers"], swiftSettings: shared),
    .testTarget(
      name: "AdvertBuildersTests", dependencies: ["AdvertBuilders", "AdvertisingData"], exclude: ["Vectors"],
      swiftSettings: shared),
    .testTarget(
      name: "AdvertSourcesTests",
      dependencies: [
        "AdvertSources", "AdvertRepack", "AdvertBuilders", "AdvertObservation", "AdvertisingData", "TestSupport",
      ],
      swiftSettings: shared),
    .testTarget(
      name: "AdvertManifestTests",
      dependencies: [
        "AdvertManifest", "AdvertLint", "AdvertRepack", "AdvertScan", "AdvertObservation", "AdvertBuilders",
        "AdvertisingData", "TestSupport",
      ],
      swiftSettings: shared),
    .testTarget(
      name: "AdvertFirmwareTests",
      dependencies: ["AdvertFirmware", "AdvertObservation", "AdvertisingData", "TestSupport"], swiftSettings: shared),
    .testTarget(
      name: "AdvertCaptureTests", dependencies: ["AdvertCapture", "AdvertisingData", "CZlib", "TestSupport"],
      swiftSettings: shared),
    .testTarget(
      name: "AdvertRedactionTests",
      dependencies: ["AdvertRedaction", "AdvertCapture", "AdvertisingData", "TestSupport"], swiftSettings: shared),
    .testTarget(
      name: "AdvertObservationTests",
      dependencies: ["AdvertObservation", "AdvertCapture", "AdvertisingData", "TestSupport"], swiftSettings: shared),
    .testTarget(
      name: "AdvertScanTests",
      dependencies: ["AdvertScan", "AdvertObservation", "AdvertCapture", "AdvertisingData", "TestSupport"],
      swiftSettings: shared),
    .testTarget(
      name: "AdvertRepackTests",
      dependencies: [
        "AdvertRepack", "AdvertScan", "AdvertLint", "AdvertObservation", "AdvertisingData", "TestSupport",
      ],
      swiftSettings: shared),
    .testTarget(
      name: "AdvertLintTests",
      dependencies: [
        "AdvertLint", "AdvertRedaction", "AdvertScan", "AdvertObservation", "AdvertisingData", "TestSupport",
      ],
      swiftSettings: shared),
    .testTarget(
      name: "AdvertDiffTests",
      dependencies: [
        "AdvertDiff", "AdvertScan", "AdvertObservation", "AdvertCapture", "AdvertisingData", "TestSupport",
      ],
      swiftSettings: shared),
    .testTarget(
      name: "AdvertWatchTests",
      dependencies: [
        "AdvertWatch", "AdvertReport", "AdvertLint", "AdvertScan", "AdvertObservation", "AdvertCapture",
        "AdvertisingData", "TestSupport",
      ],
      swiftSettings: shared),
    .testTarget(
      name: "CLITests",
      dependencies: [
        "advert", "AdvertEditor", "AdvertPage", "AdvertReport", "AdvertDiff", "AdvertLint", "AdvertManifest",
        "AdvertScan", "AdvertBuilders", "TestSupport",
      ],
      exclude: ["Golden"],
      swiftSettings: shared),
    .testTarget(
      name: "DocumentationTests",
      dependencies: [
        "AdvertLint", "AdvertRepack", "AdvertScan", "AdvertObservation", "AdvertCapture", "AdvertisingData",
        "AssignedNumbers",
      ],
      swiftSettings: shared),
    .testTarget(name: "OracleTests", dependencies: ["AdvertCapture", "AdvertisingData"], swiftSettings: shared),
  ]
)
