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
  // What is not public is measured, too. The targets are without access of their own package, as the compiler takes
  // one name only.
  .unsafeFlags(["-package-name", packageName]),
]

let advert = Target.Dependency.product(name: "AdvertInternals", package: "advert")

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v13)],
  dependencies: [
    .package(name: "advert", path: ".."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    // Without its traits, which count allocations by libraries that are loaded before others.
    .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.0", traits: []),
  ],
  targets: [
    .executableTarget(
      name: "InnerLoops",
      dependencies: ["TestSupport", .product(name: "Benchmark", package: "benchmark"), advert],
      path: "InnerLoops", packageAccess: false, swiftSettings: settings,
      plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]),
    // What starting a command costs that is made with the same library and does nothing.
    .executableTarget(
      name: "hello-world",
      dependencies: [.product(name: "ArgumentParser", package: "swift-argument-parser")],
      path: "Reference/HelloWorld", swiftSettings: settings),
    // A link to the tests' own, so that captures are built in the same way.
    .target(
      name: "TestSupport", dependencies: [advert], path: "Reference/TestSupport",
      exclude: ["ScannerDescriptions.swift"], packageAccess: false, swiftSettings: settings),
  ]
)
