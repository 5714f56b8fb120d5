internal import AdvertCapture
internal import ArgumentParser

/// How captures are read, for every command that reads them.
struct CaptureReadingArguments: ParsableArguments {
  @Flag(name: .long, help: "Keep packets whose CRC is wrong; noise then invents devices.")
  var keepBadCRC = false

  var options: CaptureOptions { CaptureOptions(keepsBadCRC: keepBadCRC) }
}
