internal import AdvertFirmware
internal import AdvertManifest
internal import AdvertObservation
internal import AdvertRedaction
internal import AdvertRepack
internal import AdvertReport
internal import AdvertisingData
internal import ArgumentParser

struct EmitCommand: InputCommand {
  static let configuration = CommandConfiguration(
    commandName: "emit",
    abstract: "Write layouts as source, byte for byte.",
    discussion: """
      The source is for firmware, a manifest, or another tool. The layouts are those of a manifest, of a firmware \
      image or of hex, or those that devices of a capture were heard to send. What a form has words for is written in \
      them; all else is written as bytes, with a comment that says why. --check writes nothing and compares the file \
      of --output with what would be written there.

      Exit status: 0 when the source is written, or --check finds the file equal; 1 when --check finds that it \
      differs; 2 when a layout cannot be written, or the file of --check cannot be read.
      """)

  @Argument(help: .inputs, completion: .file())
  var given: [String] = []

  @OptionGroup(title: OptionTitle.frequent) var result: SourceOptions

  @OptionGroup(title: OptionTitle.frequent) var selection: SelectionOptions

  @OptionGroup(title: OptionTitle.frequent) var destination: OutputOptions

  @OptionGroup(title: OptionTitle.bytes) var hex: HexLayoutOptions

  @OptionGroup(title: OptionTitle.captures) var reading: ObservationOptions

  @Option(name: .customLong("layout"), help: ArgumentHelp("Only this declared layout.", valueName: "name"))
  var layoutNames: [String] = []

  @Flag(name: .long, help: "Every layout of a device, not only the one seen most.")
  var allLayouts = false

  @Option(name: .long, help: .config, completion: .file())
  var config: String?

  /// The form of the source, and whether it is only compared.
  struct SourceOptions: ParsableArguments {
    @Option(name: .long, help: "The form of the source.", completion: .list(SourceForm.allValueStrings))
    var form: SourceForm

    @Flag(name: .long, help: "Write nothing; say whether the file of --output is what would be written.")
    var check = false
  }

  var redacts: Bool { reading.redact }

  private var form: SourceForm { result.form }

  private var check: Bool { result.check }

  /// The command writes the file itself: source code of a project must not disappear when it cannot be written again.
  var writing: OutputOptions { destination.withoutFile }

  /// The paths that are written: none with --check, which compares.
  var outputs: [WrittenPath] { check ? [] : destination.output.map { [WrittenPath(path: $0)] } ?? [] }

  func validate() throws {
    guard !check || destination.output != nil else {
      throw ValidationError("--check needs --output: the file to compare with.")
    }
  }

  func run(on console: Console) throws -> ExitStatus {
    var inputs = Inputs(reading, telling: .all)
    try inputs.read(given, hex, selection, config: config, to: "emit", on: console)
    let chosen = ChosenLayouts(
      devices: DeviceSelectors(inputs.devices), names: layoutNames.map(inputs.shown), services: selection.service,
      taking: allLayouts ? .all : .mostSeen)
    let layouts = inputs.list.flatMap(chosen.layouts)
    let missing = inputs.missing
    let obstacles = layouts.compactMap(\.obstacle)
    for complaint in missing + obstacles { try console.complain(complaint) }
    let whole = layouts.filter { $0.obstacle == nil }
    guard !whole.isEmpty else {
      if !inputs.list.isEmpty, missing.isEmpty, obstacles.isEmpty {
        try console.complain(chosen.nothing)
      }
      return .failure
    }
    let (text, hasCode) = source(of: whole, inputs)
    if !hasCode {
      try console.complain(
        "--form \(form.id) has no code for \(whole.count == 1 ? "this layout" : "these layouts"): its comments say why")
    }
    let hasFailed = inputs.hasFailed || !missing.isEmpty || !obstacles.isEmpty || !hasCode
    if check, let output = destination.output {
      guard !hasFailed else { return .failure }
      return try compare(text, with: output, on: console)
    }
    guard let output = destination.output else {
      try console.output(text)
      return hasFailed ? .failure : .success
    }
    guard !hasFailed else { return .failure }
    try ReplacedFile.put(text, at: output, shown: shown(output))
    return .success
  }

  /// Returns the name of the source file in messages.
  private func shown(_ output: String) -> String { redacts ? Redaction().path(output) : output }

  private func source(of layouts: [EmittedLayout], _ inputs: Inputs) -> (text: String, hasCode: Bool) {
    let names = ShownPaths(
      from: destination.output,
      known: given + (inputs.isManifestInUse ? inputs.configuration.map { [$0.path] } ?? [] : []))
    let entries = layouts.map { layout in
      layout.entry(shownAs: redacts ? layout.source.path : names.shown(layout.source.path))
    }
    let place = destination.output == nil || redacts ? "" : ", in this folder"
    let heading = ["Written by advert\(place): \(redacts ? "advert emit --redact" : command(names))"]
    let text = form.text(of: entries, heading: heading)
    let hasCode = form.hasCode(for: entries)
    guard form.isC, let output = destination.output, output.hasSuffix(".h") else { return (text, hasCode) }
    // After the comment.
    let parts = text.split(separator: "\n\n", maxSplits: 1, omittingEmptySubsequences: false)
    return (parts.joined(separator: "\n#pragma once\n\n"), hasCode)
  }

  /// Returns the command line that writes the same file, without parts that only this machine has.
  private func command(_ names: ShownPaths) -> String {
    var words = ["advert", "emit"] + given.map(names.shown)
    if let layout = hex.layout {
      if let advertising = hex.advertising { words += ["--adv", HexText.compact(advertising.octets)] }
      if let response = hex.scanResponse { words += ["--scan-response", HexText.compact(response.octets)] }
      if let pdu = layout.pdu, pdu != .advInd { words += ["--pdu", pdu.rawValue] }
    }
    for symbol in hex.image.symbol {
      words += ["--symbol", symbol.symbol + (symbol.role == .scanResponse ? "=scan-response" : "")]
    }
    for stack in hex.image.stack { words += ["--stack", "\(stack.id)@\(stack.version)"] }
    for device in selection.device { words += ["--device", device.text] }
    for service in selection.service { words += ["--service", "\(service)"] }
    for name in layoutNames { words += ["--layout", name] }
    if allLayouts { words.append("--all-layouts") }
    if let config { words += ["--config", names.shown(config)] }
    if reading.keepBadCRC { words.append("--keep-bad-crc") }
    // A key is a secret.
    for _ in reading.irk { words += ["--irk", "KEY"] }
    words += ["--form", form.id]
    if let output = destination.output { words += ["--output", names.shown(output)] }
    return words.map(ShownPaths.shellWord).joined(separator: " ")
  }

  private func compare(_ text: String, with path: String, on console: Console) throws(CommandFailure) -> ExitStatus {
    let octets = try WrittenFile.octets(of: path, atMost: max(text.utf8.count, 1 << 24), shown: shown(path))
    guard octets != Array(text.utf8) else { return .success }
    let shown = HostileText.visible(shown(path))
    let expected = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).map {
      String(Substring($0))
    }
    let found = octets.split(separator: 0x0A, omittingEmptySubsequences: false).map {
      String(decoding: $0, as: UTF8.self)
    }
    let line = zip(expected, found).prefix { $0 == $1 }.count
    func words(_ lines: [String]) -> String {
      guard lines.indices.contains(line) else { return "(the end)" }
      return HostileText.visibleLines(lines[line].replacing("\r", with: "\u{240D}"))
    }
    try console.output(
      "\(shown):\(line + 1): differs from what it is written from\n  expected: \(words(expected))\n  found:    \(words(found))\n"
    )
    return .findings
  }
}
