internal import AdvertBuilders
internal import AdvertManifest
internal import AdvertSources
internal import AdvertisingData

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The likely meaning of a command line without a command: empty, captures alone, octets, an error line or a sentence
/// alone, or a misspelt command.
enum FirstArgument {
  /// Returns the intended command line; `nil` when it is empty.
  ///
  /// - Parameter commands: the names of all commands.
  static func meant(by arguments: [String], _ commands: [String]) throws(CommandFailure) -> [String]? {
    guard let first = arguments.first else { return nil }
    if first == "help", arguments.count > 1 { try requireCommand(arguments[1], among: commands) }
    if isNegative(first) { return ["decode"] + withNumbers(arguments) }
    if first == "decode" { return withNumbers(arguments) }
    guard !commands.contains(first), first == "-" || !first.hasPrefix("-") else { return arguments }
    if first == "-" || FileManager.default.fileExists(atPath: first) { return ["inspect"] + arguments }
    let found = "found \"\(String(first.unicodeScalars.prefix(longestShown)))\""
    guard let nearest = NearestWord.to(first, among: commands) else {
      let text = arguments.prefix { !$0.hasPrefix("-") }.joined(separator: " ")
      if isOctets(text) || ErrorLines(text) != nil || isSentence(first) { return ["decode"] + arguments }
      throw CommandFailure("expected a command or a capture that is there, \(found); advert help lists the commands")
    }
    throw CommandFailure("expected a command, \(found); did you mean \"\(nearest)\"?")
  }

  private static func requireCommand(_ name: String, among commands: [String]) throws(CommandFailure) {
    guard !name.hasPrefix("-"), !commands.contains(name) else { return }
    let nearest = NearestWord.to(name, among: commands).map { "did you mean \"\($0)\"?" }
    throw CommandFailure(
      "expected a command, found \"\(String(name.unicodeScalars.prefix(longestShown)))\"; "
        + (nearest ?? "advert help lists the commands"))
  }

  /// Returns the arguments of decode, with a space before those that begin with a negative number: `-22` is an error, and no option.
  private static func withNumbers(_ arguments: [String]) -> [String] {
    let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
    return arguments[..<end].map { isNegative($0) ? " " + $0 : $0 } + arguments[end...]
  }

  private static func isNegative(_ argument: String) -> Bool {
    let octets = argument.utf8.prefix(2)
    return octets.count == 2 && octets.first == UInt8(ascii: "-")
      && octets.last.map { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? false
  }

  /// Returns whether a text on a command line can only be pasted octets: two or more of them.
  static func isOctets(_ text: String) -> Bool {
    guard let octets = try? PastedPayload.octets(of: text) else { return false }
    return octets.count > 1
  }

  /// Returns whether an argument is of several words, and no path.
  private static func isSentence(_ text: String) -> Bool {
    guard !text.contains("/"), let last = text.split(whereSeparator: { $0.isWhitespace }).last else { return false }
    return last.count < text.count && !last.dropFirst().dropLast().contains(".")
  }

  private static let longestShown = 80

  /// The text for an empty command line.
  static let guide = """
    advert reads captures of Bluetooth LE advertising. It says which scanners will
    miss a device, why, and how to fix it.

      advert inspect CAPTURE     who was heard
      advert lint CAPTURE        what is wrong with what is sent
      advert reach CAPTURE       which scanners discover each device
      advert watch LOG --follow  what devices do while it is written
      advert report CAPTURE --output page.html
                                 all of it on one page, to show to others
      advert decode 020106…      what bytes mean
      advert init                declare what your device sends

    A capture is the Bluetooth log of a phone (btsnoop_hci.log, a bug report, a
    sysdiagnose), of btmon, or of a sniffer (pcap, pcapng), packed or not.

    advert help lists all commands, advert help COMMAND the options of one.

    """
}
