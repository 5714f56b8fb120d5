internal import AdvertCapture
internal import AdvertReport
internal import ArgumentParser

extension DumpCommand {
  /// Throws for options that exclude following.
  func validateFollowing() throws {
    guard follow else {
      if retry { throw ValidationError("--retry needs --follow") }
      return
    }
    guard given.count == 1 else { throw ValidationError("--follow: expected one source, found \(given.count)") }
    guard !unique, !redact, irk.isEmpty else { throw ValidationError("--follow excludes --unique, --redact and --irk") }
  }

  /// Prints the rows of a source while it continues.
  func runFollowing(_ fields: RowFields, on console: Console) throws -> ExitStatus {
    let path = given[0]
    let keys = try decryption.keys(redacts: redact)
    let loop = try WatchLoop(takingSignals: console.isInterruptible)
    var writing: CommandFailure?
    func write(_ octets: [UInt8]) {
      guard writing == nil else { return }
      do throws(CommandFailure) {
        try console.output(octets: octets)
      } catch {
        writing = error
        loop.stop()
      }
    }
    write(fields.heading(format))
    var choice = ReportChoice(devices: selection.device, services: selection.service)
    choice.startInput()
    var rows = ReportLines(format, fields, path: path, choosing: choice, keys: keys, write: write)
    let source = Following(
      SourceAddress(path, following: true), keepingBadCRC: keepBadCRC, retrying: retry, loop
    ) { try? console.complain("\(path): \($0)") }
    let ending = source.run(into: &rows)
    rows.finish()
    if let writing { throw writing }
    let missing = rows.choice.missing
    for complaint in missing { try console.complain(complaint) }
    if let complaint = source.complaint { try console.complain("\(path): \(complaint)") }
    if let complaint = rows.choice.complaint { try console.complain("\(path): \(complaint)") }
    guard case .failed(let reason) = ending else { return missing.isEmpty ? .success : .failure }
    try console.complain("\(path): \(reason)")
    return .failure
  }
}
