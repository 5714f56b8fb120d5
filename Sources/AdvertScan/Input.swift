package import AdvertCapture
public import AdvertObservation
public import AdvertisingData

/// Something that holds layouts and was read: a capture, a text that declares layouts, or a layout on a command line.
///
/// Commands judge a list of these in the order of their arguments.
package struct Input: Sendable {
  /// As the user named it: a path, `-` for standard input, or an option. The name of a capture in an archive follows the
  /// path of the archive.
  package var path: String
  /// What was read.
  package var content: Content
  /// What the input itself expects of its layouts, as a manifest does. `nil` when the command's expectations count.
  package var expectations: Expectations?
  /// The firmware image that its layouts are in, where ``path`` is a source file of it; inputs of one image are one.
  package var image: String?
  /// What tells the content of the file from that of another one of the same name; `nil` when it is not known.
  package var mark: String?
  /// What a program tells of devices in values, when the input has such.
  package var account: HostAccount?
  /// What an Android phone tells of the scans of its apps; empty when the input has no such.
  package var apps: [PhoneApp] = []

  /// The kinds of input.
  package enum Content: Sendable {
    /// A capture: how reading went, and who was heard.
    case capture(CaptureSummary, Observation)
    /// Layouts in a text file, with the text: a manifest, or lines of hex.
    case text([DeclaredLayout], String)
    /// Layouts of a firmware image. Where the image tells which source file declares them, ``Input/path`` is that file,
    /// and the places of the layouts are in it; else it is the image.
    case image([DeclaredLayout])
    /// A layout that is an argument of the command.
    case argument(DeclaredLayout)
  }

  /// An input that was read.
  package init(
    path: String, _ content: Content, expectations: Expectations? = nil, image: String? = nil, mark: String? = nil,
    account: HostAccount? = nil
  ) {
    self.path = path
    self.content = content
    self.expectations = expectations
    self.image = image
    self.mark = mark
    self.account = account
  }

  /// Makes an account of the values that a log has in the place of bytes. They are then no problem any more, and a log of
  /// nothing else is no capture.
  package mutating func takeAccount() {
    guard case .capture(var summary, let observation) = content, !summary.values.isEmpty || !summary.apps.isEmpty else {
      return
    }
    account = HostAccount(summary.values)
    if !summary.apps.isEmpty { apps = summary.apps }
    summary.problems.removeAll { $0.kind == .valuesOnly }
    content =
      summary.records == 0 && summary.problems.isEmpty ? .text([], "") : .capture(summary, observation)
  }

  /// The declared layouts; empty for a capture.
  package var layouts: [DeclaredLayout] {
    switch content {
    case .capture: []
    case .text(let layouts, _), .image(let layouts): layouts
    case .argument(let layout): [layout]
    }
  }

  /// Whether it is a capture.
  package var isCapture: Bool {
    if case .capture = content { true } else { false }
  }

  /// The file that holds the input; `nil` for standard input and arguments.
  package var file: File? {
    guard path != "-" else { return nil }
    switch content {
    case .argument: return nil
    case .text: return File(path: path, content: .text)
    case .image(let layouts): return File(path: path, content: layouts.contains { $0.place != nil } ? .text : .packed)
    case .capture(let summary, _):
      let isPacked = summary.member != nil || summary.isCompressed
      var path = path
      if let member = summary.member, path.hasSuffix("/" + member) { path.removeLast(member.count + 1) }
      return path == "-" ? nil : File(path: path, content: isPacked ? .packed : .capture)
    }
  }

  /// A file with how findings can point into it.
  package struct File: Hashable, Sendable {
    /// The path of the file, without the name of a member of an archive.
    package var path: String
    /// How findings can point into the file.
    package var content: Content

    /// The kinds of files.
    package enum Content: Hashable, Sendable {
      /// A text: findings point at lines and columns.
      case text
      /// A capture as it is: offsets in it are offsets in the file.
      case capture
      /// A capture in an archive or a compressed file, or a firmware image: no offset of a payload is one in the file.
      case packed
    }

    /// A file at a path.
    package init(path: String, content: Content) {
      self.path = path
      self.content = content
    }
  }
}

/// What was named as an input, or led to some, and is not known in full: a file or folder that cannot be read, a damaged
/// archive. Captures have their problems in their summaries.
package struct IncompleteInput: Hashable, Sendable {
  /// As the user named it, or as it was found.
  package var path: String
  /// What of it was not read, and why.
  package var problems: [CaptureProblem]
  /// What tells the content of the file from that of another one of the same name; `nil` when it is not known.
  package var mark: String?

  /// An input with what is wrong with it.
  package init(path: String, problems: [CaptureProblem], mark: String? = nil) {
    self.path = path
    self.problems = problems
    self.mark = mark
  }

  /// The file; `nil` for standard input.
  package var file: Input.File? { path == "-" ? nil : Input.File(path: path, content: .capture) }
}

/// What must be in the advertising data, and which scanners must discover it.
public struct Expectations: Hashable, Sendable {
  /// Services that must be in the advertising data: of each device that ``devices`` choose, or else of any one.
  public var services: [BluetoothUUID]
  /// Which devices of captures are judged; empty for all. Each must be there.
  public var devices: [DeviceSelector]
  /// Whether ``devices`` also choose which declared layouts are judged.
  public var choosesLayouts = false
  /// Which inputs must have what is expected.
  public var place = Place.each
  /// The scanners that must discover the devices. When empty, passive scans in general count.
  public var scanners: [ScannerProfile]
  /// How soon they must; `nil` when any time will do.
  package var discovery: DiscoveryDemand?

  /// Which inputs must have what is expected.
  public enum Place: String, Hashable, Sendable, CaseIterable {
    /// Each of them.
    case each
    /// Any one of them.
    case any
  }

  /// Nothing is expected by default.
  public init(
    services: [BluetoothUUID] = [], devices: [DeviceSelector] = [], scanners: [ScannerProfile] = []
  ) {
    self.services = services
    self.devices = devices
    self.scanners = scanners
  }
}
