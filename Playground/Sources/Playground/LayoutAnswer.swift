internal import AdvertCapture
internal import AdvertLint
internal import AdvertManifest
internal import AdvertObservation
internal import AdvertReading
internal import AdvertRepack
internal import AdvertReport
internal import AdvertScan
internal import AdvertSources
internal import AdvertisingData

/// The answers of the commands about one layout that was pasted.
struct LayoutAnswer {
  private static let keys = ["packets", "decode", "decodeScanResponse", "lint", "reach", "repack", "forms"]
  /// The page's data about scanners and stacks. They are returned only on request, but then also if there is a problem.
  private static let catalogueKey = "catalogue"

  /// Returns the answer to a request with the parts `advertising`, `scan-response` and `pdu`. With a part `merged`, the
  /// advertising data are both blocks in one.
  ///
  /// A part `interval` is the advertising interval, in milliseconds; with it, `reach` also shows how soon the device is
  /// found. A part `service` is the service that `reach` asks about, by UUID or by name; without it, `reach` asks about
  /// the services of the layout.
  ///
  /// A part `documents` has the keys of the requested documents, separated by spaces; without it, all are requested. So
  /// the page can show the first ones while it waits for the others.
  static func text(for request: Request) -> String {
    let asked = request.text("documents").map { $0.utf8.split(separator: UInt8(ascii: " ")) }
    let wanted = keys.filter { key in asked?.contains { $0.elementsEqual(key.utf8) } ?? true }
    let wantsCatalogue = asked?.contains { $0.elementsEqual(catalogueKey.utf8) } ?? false
    var answer = answer(to: request, wanted)
    if wantsCatalogue { answer.add(catalogueKey, document: Catalogue.document) }
    return answer.text
  }

  private static func answer(to request: Request, _ wanted: [String]) -> Answer {
    do throws(RequestProblem) {
      let words = request.text("pdu") ?? AdvertisingPDU.advInd.rawValue
      guard let pdu = AdvertisingPDU(rawValue: words) else {
        let known = AdvertisingPDU.allCases.map { $0.rawValue }.joined(separator: ", ")
        throw RequestProblem(words: "expected a type of PDU (\(known)), found \(HostileText.quoted(words))")
      }
      let advertising = try octets(of: request.text("advertising"), "advertising data")
      let scanResponse = try octets(of: request.text("scan-response"), "scan response data")
      guard advertising?.isEmpty == false || scanResponse?.isEmpty == false else {
        throw RequestProblem(words: "expected the bytes of a payload, found none")
      }
      let areListed = request.text("advertising").map { PastedOctets.areListed($0) } ?? false
      var answer = LayoutAnswer(pdu, advertising, scanResponse, areListed: areListed)
      if let advertising, scanResponse == nil, request.text("merged") != nil, answer.declared.merged == nil {
        guard pdu == .advInd || pdu == .advScanInd, let merged = MergedPayload(advertising) else {
          throw RequestProblem(
            words: "expected two blocks of at most 31 bytes in one, found bytes that no division makes such blocks of")
        }
        answer.declared = DeclaredLayout(merged: merged, pdu: pdu)
      }
      answer.interval = try interval(of: request.text("interval"))
      answer.service = try request.text("service").flatMap { text throws(RequestProblem) in
        try AskedService.uuid(of: text)
      }
      return answer.documents(wanted)
    } catch {
      var answer = Answer(problem: error.words)
      for key in wanted { answer.add(key, document: nil) }
      return answer
    }
  }

  /// Returns the octets of a text in any form that people paste; `nil` for a text that is missing or blank.
  private static func octets(of text: String?, _ block: String) throws(RequestProblem) -> [UInt8]? {
    guard let text else { return nil }
    let octets: [UInt8]
    do throws(PastedPayload.Problem) {
      octets = try PastedPayload.octets(of: text)
    } catch {
      throw RequestProblem(words: "\(block): \(error)")
    }
    guard octets.count <= WrittenPayload.maximumOctets else {
      throw RequestProblem(
        words: "\(block): expected at most \(WrittenPayload.maximumOctets) bytes, found \(octets.count)")
    }
    return octets.isEmpty ? nil : octets
  }

  /// Returns the interval in microseconds; `nil` for a text that is missing or blank.
  private static func interval(of text: String?) throws(RequestProblem) -> Int64? {
    guard let text, text.utf8.contains(where: { $0 != UInt8(ascii: " ") }) else { return nil }
    guard let interval = WrittenDuration.microseconds(text + " ms"), IntervalChoices.possible.contains(interval) else {
      throw RequestProblem(words: "interval: expected 20 to 10240 milliseconds, found \(HostileText.quoted(text))")
    }
    return interval
  }

  private let pdu: AdvertisingPDU
  private let advertising: Payload?
  private let scanResponse: Payload?
  private var declared: DeclaredLayout
  /// The advertising interval in microseconds; `nil` when the request has none.
  private var interval: Int64?
  /// The service of the question; `nil` for those of the layout.
  private var service: BluetoothUUID?
  private let path: String

  private init(_ pdu: AdvertisingPDU, _ advertising: [UInt8]?, _ scanResponse: [UInt8]?, areListed: Bool) {
    self.pdu = pdu
    self.advertising = advertising.map { Payload($0) }
    self.scanResponse = scanResponse.map { Payload($0) }
    if let advertising, scanResponse == nil {
      declared = DeclaredLayout(advertising: advertising, areListed: areListed, pdu: pdu)
    } else if let advertising, let scanResponse {
      declared = DeclaredLayout(
        layout: Layout(pdu: pdu, advertising: Payload(advertising), declaring: Payload(scanResponse)))
    } else {
      declared = DeclaredLayout(
        layout: Layout(pdu: pdu, advertising: nil, scanResponse: .declared(Payload(scanResponse ?? []))))
    }
    path = advertising == nil ? "--scan-response" : "--adv"
  }

  private func documents(_ keys: [String]) -> Answer {
    let inputs = [Input(path: path, .argument(declared))]
    // Both documents about plans need the same search.
    let isRepacked = keys.contains { $0 == "repack" || $0 == "forms" }
    let repack =
      isRepacked
      ? RepackReport(RepackRun([RepackSource(declared, path: path)], comparing: ScannerProfile.all)) : nil
    var answer = Answer(problem: nil)
    for key in keys {
      let document: String? =
        switch key {
        case "packets": scanResponse == nil ? advertising.flatMap { Self.packets(in: $0) } : nil
        case "decode": decode.map { $0.json }
        case "decodeScanResponse":
          scanResponse.map { DecodeReport(pdu: pdu, advertising: nil, scanResponse: $0).json }
        case "lint":
          LintFormat.json.report(
            of: LintRun(inputs), LintFormat.Options(style: .plain, failOn: .warning, showsNotes: false, version: ""))
        case "reach": reach(inputs)
        case "repack": repack?.json
        default: repack.map { forms($0) }
        }
      answer.add(key, document: document)
    }
    return answer
  }

  /// Returns packets around advertising data as a log, in a string of JSON: it has only hex, blanks, marks and ends of lines.
  private static func packets(in octets: Payload) -> String? {
    PacketHex.log(of: octets.octets).map { "\"" + $0.exchanging("\n", for: "\\n") + "\"" }
  }

  private func reach(_ inputs: [Input]) -> String {
    let asked: [Question] = if let service { [.service(service)] } else { [] }
    var report = ReachReport(ReachRun(inputs, profiles: ScannerProfile.all, asking: asked, supposing: interval))
    report.showsCurves = interval != nil
    return report.json
  }

  private var decode: DecodeReport? {
    advertising.map { payload in
      scanResponse == nil
        ? DecodeReport(declared) : DecodeReport(pdu: pdu, advertising: payload, scanResponse: nil)
    }
  }

  /// Returns the layout and its plans in each form of source.
  private func forms(_ repack: RepackReport) -> String {
    let emitted = EmittedLayout(declared, path: path)
    var json = JSONWriter(isIndented: false)
    json.array(nil, SourceForm.all + [.yaml]) { json, form in
      if emitted.obstacle == nil {
        let heading = ["Written by advert: \(command) --form \(form.id)"]
        json.write(form, plan: nil, form.text(of: [emitted.entry(shownAs: path)], heading: heading))
      }
      for (index, entry) in repack.allEntries.enumerated() {
        json.write(form, plan: index + 1, form.text(of: [entry]))
      }
    }
    return json.text
  }

  /// The command that writes the layout.
  private var command: String {
    var words = ["advert", "emit"]
    if let advertising { words += ["--adv", HexText.compact(advertising.octets)] }
    if let scanResponse { words += ["--scan-response", HexText.compact(scanResponse.octets)] }
    if pdu != .advInd { words += ["--pdu", pdu.rawValue] }
    return words.joined(separator: " ")
  }
}

extension JSONWriter {
  /// - Parameter plan: the number of the plan; `nil` for the layout as it was pasted.
  fileprivate mutating func write(_ form: SourceForm, plan: Int?, _ source: String) {
    object { json in
      json.value("name", form.id)
      json.value("plan", plan)
      json.value("source", source)
    }
  }
}
