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
    .library(name: "AdvertCapture", targets: ["AdvertReading", "AdvertCapture", "AdvertObservation"]),
    .library(name: "AdvertLint", targets: ["AdvertScan", "AdvertRepack", "AdvertLint"]),
    .library(name: "AdvertFirmware", targets: ["AdvertFirmware"]),
    // For the packages in Fuzz and Benchmarks. Nothing of it is promised.
    .library(
      name: "AdvertInternals",
      targets: [
        "AdvertisingData", "AssignedNumbers", "AdvertBuilders", "AdvertReading", "AdvertCapture", "AdvertObservation",
        "AdvertScan",
        "AdvertRepack", "AdvertLint", "AdvertInput", "AdvertManifest", "AdvertFirmware", "AdvertSources",
        "AdvertReport",
      ]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
  ],
  targets: [
    .systemLibrary(
      name: "CZlib", path: "Sources/System/CZlib", pkgConfig: "zlib",
      providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    .target(
      name: "CProcess", path: "Sources/System/CProcess",
      cSettings: commit.isEmpty ? [] : [.define("ADVERT_COMMIT", to: "\"\(commit)\"")]),
    .target(name: "CLibraries", path: "Sources/System/CLibraries"),
    .target(name: "CThreads", path: "Sources/System/CThreads"),
    .target(name: "PlatformLibrary", path: "Sources/System/PlatformLibrary", swiftSettings: shared),

    // Rounding of numbers calls the mathematical library, which programs on Linux do not link by themselves.
    .target(
      name: "AdvertisingData", path: "Sources/Data/AdvertisingData", swiftSettings: sources,
      linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]),
    .target(name: "AssignedNumbers", path: "Sources/Data/AssignedNumbers", swiftSettings: sources),
    .target(
      name: "AdvertBuilders", dependencies: ["AdvertisingData"], path: "Sources/Data/AdvertBuilders",
      swiftSettings: sources),
    .target(
      name: "AdvertReading", dependencies: ["AdvertBuilders", "AdvertisingData", "CZlib", "PlatformLibrary"],
      path: "Sources/Reading/AdvertReading", swiftSettings: sources),
    .target(
      name: "AdvertCapture",
      dependencies: ["AdvertReading", "AdvertBuilders", "AdvertisingData"],
      path: "Sources/Observing/AdvertCapture", swiftSettings: sources),
    .target(
      name: "AdvertRedaction", dependencies: ["AdvertCapture", "AdvertReading", "AdvertisingData"],
      path: "Sources/Observing/AdvertRedaction", swiftSettings: sources),
    .target(
      name: "AdvertObservation",
      dependencies: [
        "AdvertCapture", "AdvertReading", "AdvertisingData", "AssignedNumbers", "CLibraries", "CThreads",
      ],
      path: "Sources/Observing/AdvertObservation", swiftSettings: sources),
    .target(
      name: "AdvertScan", dependencies: ["AdvertObservation", "AdvertCapture", "AdvertReading", "AdvertisingData"],
      path: "Sources/Judging/AdvertScan", swiftSettings: sources),
    .target(
      name: "AdvertRepack",
      dependencies: [
        "AdvertScan", "AdvertObservation", "AdvertReading", "AdvertBuilders", "AdvertisingData", "AssignedNumbers",
      ],
      path: "Sources/Judging/AdvertRepack", swiftSettings: sources),
    .target(
      name: "AdvertLint",
      dependencies: [
        "AdvertRepack", "AdvertScan", "AdvertObservation", "AdvertCapture", "AdvertReading", "AdvertBuilders",
        "AdvertisingData",
        "AssignedNumbers",
      ],
      path: "Sources/Judging/AdvertLint", swiftSettings: sources),
    .target(
      name: "AdvertFirmware",
      dependencies: [
        "AdvertReading", "AdvertBuilders", "AdvertisingData", "PlatformLibrary",
      ],
      path: "Sources/Programs/AdvertFirmware", swiftSettings: sources),
    // The only target that reads YAML.
    .target(
      name: "AdvertManifest",
      dependencies: [
        "AdvertLint", "AdvertRepack", "AdvertScan", "AdvertObservation", "AdvertCapture", "AdvertReading",
        "AdvertBuilders",
        "AdvertisingData", "AssignedNumbers", "Yams",
      ],
      path: "Sources/Inputs/AdvertManifest", swiftSettings: sources),
    .target(
      name: "AdvertInput",
      dependencies: [
        "AdvertManifest", "AdvertSources", "AdvertFirmware", "AdvertObservation", "AdvertCapture", "AdvertReading",
        "AdvertBuilders", "AdvertisingData", "AssignedNumbers",
      ],
      path: "Sources/Inputs/AdvertInput", swiftSettings: sources),
    .target(
      name: "AdvertSources",
      dependencies: ["AdvertReading", "AdvertBuilders", "AdvertisingData"],
      path: "Sources/Programs/AdvertSources", swiftSettings: sources),
    .target(
      name: "AdvertDiff",
      dependencies: ["AdvertLint", "AdvertScan", "AdvertObservation", "AdvertReading", "AdvertisingData"],
      path: "Sources/Judging/AdvertDiff", swiftSettings: sources),
    .target(
      name: "AdvertReport",
      dependencies: [
        "AdvertFirmware", "AdvertDiff", "AdvertLint", "AdvertRepack", "AdvertScan", "AdvertInput", "AdvertManifest",
        "AdvertObservation", "AdvertBuilders",
        "AdvertCapture", "AdvertReading", "AdvertisingData", "AssignedNumbers", "PlatformLibrary",
      ],
      path: "Sources/Telling/AdvertReport", swiftSettings: sources),
    .target(
      name: "AdvertPage",
      dependencies: [
        "AdvertReport", "AdvertDiff", "AdvertLint", "AdvertRepack", "AdvertScan", "AdvertObservation", "AdvertCapture",
        "AdvertReading",
        "AdvertisingData",
      ],
      path: "Sources/Telling/AdvertPage", swiftSettings: sources),
    .target(
      name: "AdvertWatch",
      dependencies: [
        "AdvertReport", "AdvertLint", "AdvertScan", "AdvertObservation", "AdvertCapture", "AdvertReading",
        "AdvertisingData",
      ],
      path: "Sources/Tools/AdvertWatch", swiftSettings: sources),
    .target(
      name: "AdvertEditor",
      dependencies: [
        "AdvertReport", "AdvertLint", "AdvertRepack", "AdvertScan", "AdvertInput", "AdvertManifest",
        "AdvertObservation", "AdvertBuilders", "AdvertCapture", "AdvertReading", "AdvertisingData", "AssignedNumbers",
      ],
      path: "Sources/Tools/AdvertEditor", swiftSettings: sources),
    .executableTarget(
      name: "advert",
      dependencies: [
        "AdvertFirmware", "AdvertEditor", "AdvertWatch", "AdvertPage", "AdvertReport", "AdvertDiff", "AdvertLint",
        "AdvertRepack", "AdvertScan", "AdvertInput", "AdvertManifest", "AdvertSources",
        "AdvertObservation", "AdvertRedaction", "AdvertCapture", "AdvertReading", "AdvertBuilders", "AdvertisingData",
        "AssignedNumbers",
        "CLibraries",
        "CProcess", "PlatformLibrary",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Sources/Tools/advert", swiftSettings: sources),

    .target(
      name: "TestSupport", dependencies: ["AdvertScan", "AdvertCapture", "AdvertReading", "AdvertisingData"],
      path: "Tests/TestSupport",
      swiftSettings: shared),
    .testTarget(
      name: "AdvertisingDataTests", dependencies: ["AdvertisingData", "TestSupport"],
      path: "Tests/Data/AdvertisingDataTests", swiftSettings: shared),
    .testTarget(
      name: "AssignedNumbersTests", dependencies: ["AssignedNumbers"], path: "Tests/Data/AssignedNumbersTests",
      swiftSettings: shared),
    .testTarget(
      name: "AdvertBuildersTests", dependencies: ["AdvertBuilders", "AdvertisingData", "TestSupport"],
      path: "Tests/Data/AdvertBuildersTests", exclude: ["Vectors"],
      swiftSettings: shared),
    .testTarget(
      name: "AdvertSourcesTests",
      dependencies: [
        "AdvertSources", "AdvertRepack", "AdvertBuilders", "AdvertObservation", "AdvertReading", "AdvertisingData",
        "TestSupport",
      ],
      path: "Tests/Programs/AdvertSourcesTests", swiftSettings: shared),
    .testTarget(
      name: "AdvertManifestTests",
      dependencies: [
        "AdvertManifest", "AdvertLint", "AdvertRepack", "AdvertScan", "AdvertObservation", "AdvertReading",
        "AdvertBuilders",
        "AdvertisingData", "TestSupport",
      ],
      path: "Tests/Inputs/AdvertManifestTests", swiftSettings: shared),
    .testTarget(
      name: "AdvertFirmwareTests",
      dependencies: ["AdvertFirmware", "AdvertObservation", "AdvertReading", "AdvertisingData", "TestSupport"],
      path: "Tests/Programs/AdvertFirmwareTests", swiftSettings: shared),
    .testTarget(
      name: "AdvertCaptureTests",
      dependencies: ["AdvertCapture", "AdvertReading", "AdvertisingData", "CZlib", "TestSupport"],
      path: "Tests/Observing/AdvertCaptureTests", swiftSettings: shared),
    .testTarget(
      name: "AdvertRedactionTests",
      dependencies: ["AdvertRedaction", "AdvertCapture", "AdvertReading", "AdvertisingData", "TestSupport"],
      path: "Tests/Observing/AdvertRedactionTests", swiftSettings: shared),
    .testTarget(
      name: "AdvertObservationTests",
      dependencies: ["AdvertObservation", "AdvertCapture", "AdvertReading", "AdvertisingData", "TestSupport"],
      path: "Tests/Observing/AdvertObservationTests", swiftSettings: shared),
    .testTarget(
      name: "AdvertScanTests",
      dependencies: [
        "AdvertScan", "AdvertObservation", "AdvertCapture", "AdvertReading", "AdvertisingData", "TestSupport",
      ],
      path: "Tests/Judging/AdvertScanTests", swiftSettings: shared),
    .testTarget(
      name: "AdvertRepackTests",
      dependencies: [
        "AdvertRepack", "AdvertScan", "AdvertLint", "AdvertObservation", "AdvertReading", "AdvertisingData",
        "TestSupport",
      ],
      path: "Tests/Judging/AdvertRepackTests", swiftSettings: shared),
    .testTarget(
      name: "AdvertLintTests",
      dependencies: [
        "AdvertLint", "AdvertRedaction", "AdvertScan", "AdvertObservation", "AdvertReading", "AdvertisingData",
        "TestSupport",
      ],
      path: "Tests/Judging/AdvertLintTests", swiftSettings: shared),
    .testTarget(
      name: "AdvertInputTests", dependencies: ["AdvertInput", "AdvertisingData", "TestSupport"],
      path: "Tests/Inputs/AdvertInputTests", swiftSettings: shared),
    .testTarget(
      name: "AdvertDiffTests",
      dependencies: [
        "AdvertDiff", "AdvertScan", "AdvertObservation", "AdvertCapture", "AdvertReading", "AdvertisingData",
        "TestSupport",
      ],
      path: "Tests/Judging/AdvertDiffTests", swiftSettings: shared),
    .testTarget(
      name: "AdvertWatchTests",
      dependencies: [
        "AdvertWatch", "AdvertReport", "AdvertLint", "AdvertScan", "AdvertObservation", "AdvertCapture",
        "AdvertReading",
        "AdvertisingData", "TestSupport",
      ],
      path: "Tests/Tools/AdvertWatchTests", swiftSettings: shared),
    .testTarget(
      name: "CLITests",
      dependencies: [
        "advert", "AdvertEditor", "AdvertPage", "AdvertReport", "AdvertDiff", "AdvertLint", "AdvertInput",
        "AdvertManifest", "AdvertScan", "AdvertBuilders", "TestSupport",
      ],
      exclude: ["Golden"],
      swiftSettings: shared),
    .testTarget(
      name: "DocumentationTests",
      dependencies: [
        "AdvertLint", "AdvertRepack", "AdvertScan", "AdvertObservation", "AdvertCapture", "AdvertReading",
        "AdvertisingData",
        "AssignedNumbers",
      ],
      swiftSettings: shared),
    .testTarget(
      name: "OracleTests", dependencies: ["AdvertCapture", "AdvertReading", "AdvertisingData"], swiftSettings: shared),
  ]
)
