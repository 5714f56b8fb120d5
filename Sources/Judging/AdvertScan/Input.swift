package import AdvertCapture
public import AdvertObservation
package import AdvertReading
public import AdvertisingData

/// Something that holds layouts and was read: a capture, a text that declares layouts, or a layout on a command line.
///
/// Commands judge a list of these in the order of their arguments.
package struct Input: Sendable {
  /// As the user named it: a path, `-` for standard input, or an option. The name of a capture in an archive follows the
  /// path of the archive.
  package var path: String
  /// The content of the input.
  package var content: Content
  /// The input's own expectations of its layouts, as in a manifest. `nil` when the command's expectations apply.
  package var expectations: Expectations?
  /// The firmware image of its layouts, where ``path`` is a source file of the image; inputs of one image are one.
  package var image: String?
  /// A mark that tells the content of the file from that of another file of the same name; `nil` when it is not known.
  package var mark: String?
  /// A program's account of devices in values; `nil` when the input has none.
  package var account: HostAccount?
  /// The scans of apps that an Android phone reports; empty when the input has none.
  package var apps: [PhoneApp] = []

  /// The kinds of input.
  package enum Content: Sendable {
    /// A capture: its summary, and the devices that were heard.
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

  /// Makes an account of the values that a log has instead of bytes, and leaves the rest as it is.
  package mutating func noteAccount() {
    account = valuesAccount
  }

  /// The account of devices in values: the input's own, or that of the lines of a log; `nil` when it has none.
  package var valuesAccount: HostAccount? { account ?? HostAccount(summary?.values ?? []) }

  /// Leaves out the scans of apps, whose names no pseudonym has.
  package mutating func leaveOutApps() {
    guard case .capture(var summary, let observation) = content else { return }
    summary.apps = []
    content = .capture(summary, observation)
  }

  /// Whether the input has what was heard: a capture, lines of a log with both packets in one, or values of devices.
  package var isHeard: Bool { isCapture || account != nil || layouts.contains { $0.mayLackResponse } }

  /// Makes an account of the values that a log has instead of bytes. They are then no longer a problem, and a log with
  /// nothing else is not a capture.
  ///
  /// - Parameter takesMerged: whether bytes of both packets in one are values too, because no layouts are made of them.
  package mutating func takeAccount(takesMerged: Bool = false) {
    guard case .capture(var summary, let observation) = content else { return }
    let lines = summary.values + (takesMerged ? summary.merged.map { ValueLine($0) } : [])
    guard !lines.isEmpty || !summary.apps.isEmpty else { return }
    account = HostAccount(lines)
    if !summary.apps.isEmpty { apps = summary.apps }
    summary.problems.removeAll { $0.kind == .valuesOnly || takesMerged && $0.kind == .blocksMerged }
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

  /// The summary of a capture; `nil` for declared layouts.
  package var summary: CaptureSummary? { if case .capture(let summary, _) = content { summary } else { nil } }

  /// The devices that were heard in a capture; `nil` for declared layouts.
  package var observation: Observation? { if case .capture(_, let observation) = content { observation } else { nil } }

  /// Whether the input is a capture.
  package var isCapture: Bool { summary != nil }

  /// The file that holds the input; `nil` for standard input and arguments.
  package var file: File? {
    guard path != "-" else { return nil }
    switch content {
    case .argument: return nil
    case .text: return File(path: path, content: .text)
    case .image(let layouts): return File(path: path, content: layouts.contains { $0.place != nil } ? .text : .packed)
    case .capture(let summary, _):
      let isPacked = summary.member != nil || summary.isCompressed
      return File(path: path, member: summary.member, content: isPacked ? .packed : .capture)
    }
  }

  /// A file, and how findings can point into it.
  package struct File: Hashable, Sendable {
    /// The path of the file, without the name of a member of an archive.
    package var path: String
    /// How findings can point into the file.
    package var content: Content

    /// The kinds of files.
    package enum Content: Hashable, Sendable {
      /// A text: findings point at lines and columns.
      case text
      /// A capture that is not packed: offsets in it are offsets in the file.
      case capture
      /// A capture in an archive or a compressed file, or a firmware image: offsets in a payload are not offsets in the
      /// file.
      case packed
    }

    /// A file at a path.
    package init(path: String, content: Content) {
      self.path = path
      self.content = content
    }

    /// The file at a path with, at its end, the name of a member; `nil` for standard input.
    fileprivate init?(path: String, member: String?, content: Content) {
      var path = path
      if let member, path.hasSuffix("/" + member) { path.removeLast(member.count + 1) }
      guard path != "-" else { return nil }
      self.init(path: path, content: content)
    }
  }
}

/// An input that was named, or that another one led to, and that was not read in full: a file or folder that cannot be
/// read, a damaged archive. Captures have their problems in their summaries.
package struct IncompleteInput: Hashable, Sendable {
  /// As the user named it, or as it was found. The name of an archive in an archive follows the path of that.
  package var path: String
  /// The name of an archive in the archive around it; `nil` when it is in no archive.
  package var member: String?
  /// The parts that were not read, and why.
  package var problems: [CaptureProblem]
  /// A mark that tells the content of the file from that of another file of the same name; `nil` when it is not known.
  package var mark: String?

  /// An input with its problems.
  package init(path: String, member: String? = nil, problems: [CaptureProblem], mark: String? = nil) {
    self.path = path
    self.member = member
    self.problems = problems
    self.mark = mark
  }

  /// The file; `nil` for standard input.
  package var file: Input.File? {
    let isText = problems.contains { $0.declaration?.path == path }
    return Input.File(path: path, member: member, content: member != nil ? .packed : isText ? .text : .capture)
  }
}

extension DeclaredContent {
  /// One input for each file.
  package var inputs: [Input] { files.map { Input(path: $0.path, .image($0.layouts), image: path) } }

  /// The content as an input of which something is not known; none when all is known.
  package var incomplete: [IncompleteInput] {
    problems.isEmpty ? [] : [IncompleteInput(path: path, problems: problems)]
  }
}

/// The services that must be in the advertising data, and the scanners that must discover it.
public struct Expectations: Hashable, Sendable {
  /// Services that must be in the advertising data: of each device that ``devices`` choose, or else of any device.
  public var services: [BluetoothUUID]
  /// The devices of captures that are judged; empty for all. Each must be there.
  public var devices: [DeviceSelector]
  /// Whether ``devices`` also choose which declared layouts are judged.
  public var choosesLayouts = false
  /// The inputs that must meet the expectations.
  public var place = Place.each
  /// The scanners that must discover the devices. When empty, a passive scan in general.
  public var scanners: [ScannerProfile]
  /// The time within which they must; `nil` for any time.
  package var discovery: DiscoveryDemand?

  /// The inputs that must meet the expectations.
  public enum Place: String, Hashable, Sendable, CaseIterable {
    /// Each of them.
    case each
    /// Any one of them.
    case any
  }

  /// Without arguments, no expectations.
  public init(
    services: [BluetoothUUID] = [], devices: [DeviceSelector] = [], scanners: [ScannerProfile] = []
  ) {
    self.services = services
    self.devices = devices
    self.scanners = scanners
  }
}
