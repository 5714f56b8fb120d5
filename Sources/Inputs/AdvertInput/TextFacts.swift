internal import AdvertCapture
internal import AdvertManifest
internal import AdvertObservation
internal import AdvertReading
internal import AdvertSources
internal import AdvertisingData

/// The facts about a text that show what it is. Each is found when a kind asks for it, and once.
final class TextFacts {
  /// The users who ask what a text is.
  enum User {
    /// A command that reads a file.
    case file
    /// A person who gives words to `decode`.
    case words
    /// The page into which a person pastes.
    case page
  }

  let text: String
  let user: User
  /// The path of the file; empty for a text that is none.
  let path: String
  /// Whether the user says that the text is a payload, so that no other meaning of bytes is looked for.
  let isPayload: Bool
  /// The reason why the text is no payload.
  var problem = PastedText.unknownText

  init(_ text: String, for user: User, path: String = "", isPayload: Bool = false) {
    self.text = text
    self.user = user
    self.path = path
    self.isPayload = isPayload
  }

  /// The lines as those of a program; `nil` for a text without calls, and without names of a library whose calls are read.
  private(set) lazy var excerpt = SourceExcerpt.mayHaveCalls(text) ? SourceExcerpt(text) : nil
  /// Whether the text has the calls of a known library, with all that they send or a part of it.
  private(set) lazy var isProgram = excerpt.map { !$0.program.layouts.isEmpty } ?? false
  /// Whether the text has keys of a manifest.
  private(set) lazy var hasKeys = !Manifest.keys(in: text).isEmpty
  /// The text as a log; `nil` for a text that cannot be one.
  private lazy var capture = try? Capture(MemorySource(Array((text + "\n").utf8)))
  /// The summary of what programs printed of devices; `nil` for a text without objects, and for one with packets.
  private(set) lazy var printed =
    text.utf8.contains { "({[".utf8.contains($0) } && capture?.summary.records == 0 ? capture?.summary : nil
  /// The number of devices in the log, those with values and with both blocks in one, too.
  private(set) lazy var countOfDevices =
    capture.map { $0.summary.captures.reduce($0.devices.count) { $0 + $1.values.count + $1.merged.count } } ?? 0
  /// Whether the text is a log of devices, all of them without bytes.
  private(set) lazy var isLogWithoutBytes =
    capture?.devices.isEmpty == false
    && capture?.devices.flatMap { $0.layouts }.flatMap { $0.layout.blocks }.contains { !$0.payload.octets.isEmpty }
      == false
  /// The payloads between other words.
  private(set) lazy var pieces = PacketHex.payloads(in: text)
  /// The bytes that all of the text is; `nil` for any other text, whose ``problem`` says why.
  private(set) lazy var octets: [UInt8]? = {
    do throws(PastedText.Problem) {
      return try PastedText.octets(of: text)
    } catch {
      problem = error
      return nil
    }
  }()
}
