internal import AdvertCapture
internal import ArgumentParser

/// How captures are read, for every command that reads them.
struct CaptureReadingArguments: ParsableArguments {
  @Flag(name: .long, help: "Keep packets whose CRC is wrong; noise then invents devices.")
  var keepBadCRC = false

  var options: CaptureOptions { CaptureOptions(keepsBadCRC: keepBadCRC) }
}

/// How captures are read, for commands that keep devices apart.
struct ObservationArguments: ParsableArguments {
  @OptionGroup var capture: CaptureReadingArguments

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Keep at most so many devices of a capture apart, those heard first; what is left out is a problem of the capture.",
      valueName: "number"))
  var maxDevices = 100_000

  func validate() throws {
    guard maxDevices > 0 else { throw ValidationError("--max-devices: expected at least 1, found \(maxDevices)") }
  }
}
