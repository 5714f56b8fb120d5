// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

func product(_ name: String) -> Target.Dependency { .product(name: name, package: "advert") }

/// The tests of the modules that call C for what comes from outside, which is what sanitizers are for. The other modules
/// are safe Swift, whose compiler knows what threads may share, and to build them and what the command depends on would
/// take most of the time.
let package = Package(
  name: "Sanitize",
  dependencies: [.package(name: "advert", path: "..")],
  targets: [
    .target(
      name: "TestSupport", dependencies: [product("AdvertCapture"), product("AdvertisingData")],
      path: "Tests/TestSupport", swiftSettings: settings),
    .testTarget(
      name: "AdvertCaptureTests",
      dependencies: [product("AdvertCapture"), product("AdvertisingData"), "TestSupport"],
      path: "Tests/AdvertCaptureTests", swiftSettings: settings),
    .testTarget(
      name: "AdvertManifestTests",
      dependencies: [product("AdvertManifest"), product("AdvertisingData"), "TestSupport"],
      path: "Tests/AdvertManifestTests", swiftSettings: settings),
  ]
)
