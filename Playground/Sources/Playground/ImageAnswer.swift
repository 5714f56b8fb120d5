internal import AdvertFirmware
internal import AdvertLint
internal import AdvertObservation
internal import AdvertReading
internal import AdvertReport
internal import AdvertScan

/// The answer of `lint` about a firmware image, and its layouts as the boxes of the page take them.
enum ImageAnswer {
  /// Returns the answer to a request with the parts `name` and `octets`; `nil` when the octets are not those of a file that
  /// a build of firmware makes.
  ///
  /// A part `symbols` names arrays, one on each line, as the option `--symbol` does. A part `.config` is that file of the
  /// build.
  static func text(for request: Request, _ octets: UnsafeRawBufferPointer, name: String) -> String? {
    let file = ImageFile(RequestImage(octets))
    guard FirmwareImage.recognises(file) else {
      return FirmwareFile(file, name: name).map {
        LayoutList.failed(name, "expected a capture or layouts, found \($0.description)")
      }
    }
    do throws(ImageError) {
      let wanted = wanted(by: request)
      let image = try FirmwareImage(
        file, wanted: wanted, configuredName: request.text(".config").flatMap { BuildConfiguration.deviceName(in: $0) })
      let runs = image.runs.map { RunWords.lines($0, .plain).joined(separator: "\n") }
      if let absence = image.absence { return LayoutList.failed(name, absence.problem, runs: runs) }
      let read = DeclaredContent(image, wanted: wanted, path: name)
      let layouts = image.layouts
      // In the order of the inputs, which is that of the findings.
      var listed: [LayoutList.Layout] = []
      for input in read.inputs {
        for layout in layouts where (layout.sourceFile.map(SourcePath.plain) ?? name) == input.path {
          listed.append(LayoutList.Layout(layout.declared, path: input.path, remarks: remarks(on: layout)))
        }
      }
      return LayoutList.answer(
        LintRun(read.inputs, incomplete: read.incomplete), listed, kind: image.kind,
        remarks: image.remarks, runs: runs)
    } catch {
      return LayoutList.failed(name, "\(error)")
    }
  }

  private static func wanted(by request: Request) -> [FirmwareImage.Wanted] {
    var wanted: [FirmwareImage.Wanted] = []
    for line in (request.text("symbols") ?? "").utf8.split(separator: UInt8(ascii: "\n")) {
      let parts = line.split(separator: UInt8(ascii: "="), maxSplits: 1).map {
        String(decoding: Array($0), as: UTF8.self)
      }
      guard let name = parts.first else { continue }
      wanted.append(
        FirmwareImage.Wanted(
          symbol: name, role: parts.dropFirst().first == "scan-response" ? .scanResponse : .advertising))
    }
    return wanted
  }

  /// What is assumed of a layout, and what may differ on the air.
  private static func remarks(on layout: FirmwareLayout) -> [String] {
    var remarks: [String] = []
    for (block, array) in [("advertising data", layout.advertising), ("scan response data", layout.scanResponse)] {
      for remark in array?.remarks ?? [] { remarks.append("\(block): \(remark)") }
    }
    if layout.parameters == nil { remarks.append("how it is sent is assumed") }
    return remarks
  }
}

/// The octets of a request as an image. Their address does not change while the request is answered.
final class RequestImage: StoredImage {
  private let octets: UnsafeRawBufferPointer

  init(_ octets: UnsafeRawBufferPointer) {
    self.octets = octets
  }

  var count: Int { octets.count }

  func read(at offset: Int, count: Int) -> [UInt8]? { Array(octets[offset..<offset + count]) }
}
