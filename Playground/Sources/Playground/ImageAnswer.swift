internal import AdvertFirmware
internal import AdvertLint
internal import AdvertReport
internal import AdvertScan

/// The answer of `lint` about a firmware image, and its layouts as the boxes of the page take them.
enum ImageAnswer {
  /// Returns the answer to a request with the parts `name` and `octets`; `nil` when the octets are not those of a file that
  /// a build of firmware makes.
  static func text(_ octets: UnsafeRawBufferPointer, name: String) -> String? {
    let file = ImageFile(RequestImage(octets))
    guard FirmwareImage.recognises(file) else {
      return FirmwareFile(file, name: name).map {
        LayoutList.failed(name, "expected a capture or layouts, found \($0.description)")
      }
    }
    do throws(ImageError) {
      let image = try FirmwareImage(file)
      if let absence = image.absence { return LayoutList.failed(name, absence.problem) }
      let read = ImageInputs(image, path: name)
      let layouts = image.layouts
      // In the order of the inputs, which is that of the findings.
      var listed: [LayoutList.Layout] = []
      for input in read.inputs {
        for layout in layouts where (layout.sourceFile.map(SourcePath.plain) ?? name) == input.path {
          listed.append(LayoutList.Layout(layout.declared, path: input.path, remarks: remarks(on: layout)))
        }
      }
      return LayoutList.answer(
        LintRun(read.inputs, incomplete: read.incomplete.map { [$0] } ?? []), listed, kind: image.kind,
        remarks: image.remarks)
    } catch {
      return LayoutList.failed(name, "\(error)")
    }
  }

  /// What is assumed of a layout, and what may differ on the air.
  private static func remarks(on layout: FirmwareLayout) -> [String] {
    var remarks: [String] = []
    for array in [layout.advertising, layout.scanResponse] {
      for remark in array?.remarks ?? [] where !remarks.contains(remark) { remarks.append(remark) }
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
