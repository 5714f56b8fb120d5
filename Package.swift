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

let package = Package(
  name: "advert",
  targets: [
    .target(name: "AdvertisingData", swiftSettings: sources),
    .systemLibrary(name: "CPcap", pkgConfig: "libpcap", providers: [.apt(["libpcap-dev"]), .brew(["libpcap"])]),
    .target(name: "CStream"),
    .target(name: "AdvertCapture", dependencies: ["AdvertisingData", "CPcap", "CStream"], swiftSettings: sources),
    .target(name: "AssignedNumbers", swiftSettings: sources),
    .target(name: "AdvertObservation", dependencies: ["AdvertCapture", "AdvertisingData"], swiftSettings: sources),
    .target(
      name: "TestSupport", dependencies: ["AdvertCapture", "AdvertisingData"], path: "Tests/TestSupport",
      swiftSettings: shared),
    .testTarget(
      name: "AdvertCaptureTests", dependencies: ["AdvertCapture", "AdvertisingData", "TestSupport"],
      swiftSettings: shared),
    .testTarget(
      name: "AdvertObservationTests",
      dependencies: ["AdvertObservation", "AdvertCapture", "AdvertisingData", "TestSupport"], swiftSettings: shared),
    .testTarget(name: "AssignedNumbersTests", dependencies: ["AssignedNumbers"], swiftSettings: shared),
    .testTarget(
      name: "AdvertisingDataTests", dependencies: ["AdvertisingData", "TestSupport"], swiftSettings: shared),
  ]
)
