internal import AdvertManifest
internal import AdvertReport
internal import AdvertScan

/// A language server for manifests and layouts in hex: takes the octets that an editor sends, and returns the octets of
/// its answers.
///
/// It has no streams and no files of its own. It continues after any input: input that is not a message gets the error
/// that JSON-RPC defines, or is skipped.
package final class LanguageServer {
  /// The functions by which the server reads files.
  package struct Files {
    /// Returns the text of a file; `nil` when there is none.
    let text: (_ path: String) -> String?
    /// Returns the path of the manifest in use for a file, in its folder or above; `nil` when there is none.
    let manifest: (_ path: String) -> String?
    /// Returns the place where source below a folder declares an identifier; `nil` when it does not.
    let declaration: (_ identifiers: [String], _ folder: String) -> SourcePlace?

    package init(
      text: @escaping (_ path: String) -> String?, manifest: @escaping (_ path: String) -> String?,
      declaration: @escaping (_ identifiers: [String], _ folder: String) -> SourcePlace?
    ) {
      self.text = text
      self.manifest = manifest
      self.declaration = declaration
    }
  }

  /// A document that is open in the editor.
  struct Document {
    let uri: String
    let path: String
    var version: Int?
    var text: DocumentText
    /// Whether the document changed after it was judged.
    var isNew = true
    var judged: JudgedDocument?
  }

  let files: Files
  var documents: [String: Document] = [:]
  var encoding = DocumentText.Encoding.utf16
  /// The folder that is open; `nil` when the editor does not name one.
  private(set) var folder: String?

  private let version: String
  private var stream = MessageStream()
  private var state = State.new
  private var output: [UInt8] = []

  private enum State {
    case new
    case running
    case shutDown
  }

  /// The exit status, once the editor has asked the server to exit.
  package private(set) var status: Int32?

  package init(version: String, files: Files) {
    self.version = version
    self.files = files
  }

  /// Takes octets, and returns the octets to send. A document that changed several times in them is judged once.
  package func receive(_ octets: ArraySlice<UInt8>) -> [UInt8] {
    let items = stream.take(octets)
    var messages: [JSONValue] = []
    for item in items {
      switch item {
      case .broken(let words): answer(.null, error: .parseError, words)
      case .message(let content):
        guard let text = String(validating: content, as: UTF8.self), let message = JSONValue.read(text) else {
          answer(.null, error: .parseError, "expected JSON")
          continue
        }
        messages.append(message)
      }
    }
    // Requests that are already cancelled are not started.
    var cancelled: Set<String> = []
    for message in messages where message["method"]?.string == "$/cancelRequest" {
      if let id = message["params"]?["id"], let key = Self.key(of: id) { cancelled.insert(key) }
    }
    for message in messages where status == nil { take(message, cancelled) }
    publishNew()
    defer { output = [] }
    return output
  }

  // MARK: Messages

  private func take(_ message: JSONValue, _ cancelled: Set<String>) {
    guard case .object = message else { return answer(.null, error: .invalidRequest, "expected an object") }
    guard let method = message["method"]?.string else {
      // A message without a method is an answer, but the server asks nothing.
      if message["result"] == nil, message["error"] == nil {
        answer(message["id"] ?? .null, error: .invalidRequest, "expected a method")
      }
      return
    }
    let parameters = message["params"] ?? .null
    guard let id = message["id"] else { return notice(method, parameters) }
    guard let key = Self.key(of: id) else { return answer(.null, error: .invalidRequest, "expected an id") }
    guard !cancelled.contains(key) else { return answer(id, error: .cancelled, "cancelled") }
    switch (state, method) {
    case (.new, "initialize"):
      initialize(parameters)
      answer(id) { self.writeCapabilities(to: &$0) }
    case (.new, _): answer(id, error: .notInitialized, "expected initialize first")
    case (.shutDown, _): answer(id, error: .invalidRequest, "expected exit after shutdown")
    case (.running, "shutdown"):
      state = .shutDown
      answer(id) { $0.null("result") }
    case (.running, _):
      // A request refers to the current text.
      judgeNew()
      guard let write = answer(to: method, parameters) else {
        return answer(id, error: .methodNotFound, "expected a method of this server")
      }
      answer(id, write)
    }
  }

  private func notice(_ method: String, _ parameters: JSONValue) {
    switch method {
    case "exit": status = state == .shutDown ? 0 : 1
    case _ where state != .running: break
    case "textDocument/didOpen":
      guard let item = parameters["textDocument"], let uri = item["uri"]?.string, let text = item["text"]?.string else {
        return
      }
      documents[uri] = Document(
        uri: uri, path: FilePath.of(uri: uri), version: item["version"]?.integer, text: DocumentText(text))
    case "textDocument/didChange":
      guard let item = parameters["textDocument"], let uri = item["uri"]?.string else { return }
      for change in parameters["contentChanges"]?.elements ?? [] {
        guard let text = change["text"]?.string else { continue }
        documents[uri]?.text.replace(change["range"].flatMap(Self.range), with: text, encoding)
      }
      documents[uri]?.version = item["version"]?.integer
      documents[uri]?.isNew = true
      judgeOthers(thanOpenAt: uri)
    case "textDocument/didClose":
      guard let uri = parameters["textDocument"]?["uri"]?.string, documents.removeValue(forKey: uri) != nil else {
        return
      }
      publish([], at: uri, version: nil)
    case "textDocument/didSave", "workspace/didChangeWatchedFiles", "workspace/didChangeConfiguration":
      for uri in documents.keys { documents[uri]?.isNew = true }
    default: break
    }
  }

  /// Judges the layouts in hex again when the manifest in use may have changed.
  private func judgeOthers(thanOpenAt uri: String) {
    guard documents[uri]?.judged?.kind == .manifest else { return }
    for other in documents.keys where documents[other]?.judged?.kind == .hex { documents[other]?.isNew = true }
  }

  // MARK: Beginning

  private func initialize(_ parameters: JSONValue) {
    state = .running
    let encodings = parameters["capabilities"]?["general"]?["positionEncodings"]?.elements ?? []
    if encodings.contains(where: { $0.string == DocumentText.Encoding.utf8.rawValue }) { encoding = .utf8 }
    let first = parameters["workspaceFolders"]?.elements?.first?["uri"]?.string
    folder = (first ?? parameters["rootUri"]?.string).map { FilePath.of(uri: $0) } ?? parameters["rootPath"]?.string
  }

  private func writeCapabilities(to json: inout JSONWriter) {
    json.object("result") { json in
      json.object("capabilities") { json in
        json.value("positionEncoding", encoding.rawValue)
        json.object("textDocumentSync") { json in
          json.value("openClose", true)
          json.value("change", 2)
          json.value("save", true)
        }
        json.value("hoverProvider", true)
        json.value("definitionProvider", true)
        json.object("completionProvider") { json in
          json.array("triggerCharacters", [" ", "[", "{", ",", "-"]) { $0.value(nil, $1) }
        }
        json.object("codeActionProvider") { json in
          json.array("codeActionKinds", ["quickfix", "refactor.rewrite"]) { $0.value(nil, $1) }
        }
      }
      json.object("serverInfo") { json in
        json.value("name", "advert")
        json.value("version", version)
      }
    }
  }

  // MARK: Judging

  private func judgeNew() {
    for uri in documents.keys.sorted() where documents[uri]?.isNew ?? false { judge(uri) }
  }

  private func publishNew() {
    judgeNew()
    for uri in unpublished.sorted() {
      guard let document = documents[uri], let judged = document.judged else { continue }
      publish(Diagnostic.all(of: judged, document.text), at: uri, version: document.version)
    }
    unpublished = []
  }

  private var unpublished: Set<String> = []

  private func judge(_ uri: String) {
    guard let document = documents[uri] else { return }
    // The configuration reads the other documents, so it is computed before this one changes.
    let judged = JudgedDocument(
      document.text.text, path: document.path, formerly: document.judged?.kind, configuration(for: document))
    documents[uri]?.judged = judged
    documents[uri]?.isNew = false
    unpublished.insert(uri)
  }

  /// Returns the manifest in use: its text in the editor if it is open, or else on disk.
  private func configuration(for document: Document) -> JudgedDocument.Configuration? {
    guard let path = files.manifest(document.path), path != document.path else { return nil }
    let open = documents.values.first { $0.path == path }
    guard let text = open?.text.text ?? files.text(path), let manifest = try? Manifest(reading: text) else {
      return nil
    }
    return JudgedDocument.Configuration(path: path, manifest: manifest)
  }

  private func publish(_ diagnostics: [Diagnostic], at uri: String, version: Int?) {
    send { json in
      json.value("method", "textDocument/publishDiagnostics")
      json.object("params") { json in
        json.value("uri", uri)
        if let version { json.value("version", version) }
        json.array("diagnostics", diagnostics) { json, diagnostic in
          json.object { json in diagnostic.write(in: self.documents[uri]?.text, self.encoding, to: &json) }
        }
      }
    }
  }

  // MARK: Answers

  /// The error codes of JSON-RPC and of the protocol.
  enum ErrorCode: Int {
    case parseError = -32700
    case invalidRequest = -32600
    case methodNotFound = -32601
    case notInitialized = -32002
    case cancelled = -32800
  }

  private func answer(_ id: JSONValue, error: ErrorCode, _ words: String) {
    answer(id) { json in
      json.object("error") { json in
        json.value("code", error.rawValue)
        json.value("message", words)
      }
    }
  }

  private func answer(_ id: JSONValue, _ write: (inout JSONWriter) -> Void) {
    send { json in
      if let text = id.string { json.value("id", text) } else { json.value("id", id.integer) }
      write(&json)
    }
  }

  private func send(_ write: (inout JSONWriter) -> Void) {
    var json = JSONWriter(isIndented: false)
    json.object { json in
      json.value("jsonrpc", "2.0")
      write(&json)
    }
    let content = Array(json.text.utf8)
    output += "Content-Length: \(content.count)\r\n\r\n".utf8 + content
  }

  /// Returns a key that is different for each id; `nil` for a value that is not an id.
  private static func key(of id: JSONValue) -> String? { id.string.map { "\"" + $0 } ?? id.integer.map { String($0) } }

  // MARK: Places

  static func range(_ value: JSONValue) -> Range<DocumentText.Position>? {
    guard let start = value["start"].flatMap(position), let end = value["end"].flatMap(position) else { return nil }
    return (start.line, start.character) <= (end.line, end.character) ? start..<end : end..<start
  }

  static func position(_ value: JSONValue) -> DocumentText.Position? {
    guard let line = value["line"]?.integer, let character = value["character"]?.integer else { return nil }
    return DocumentText.Position(line: max(line, 0), character: max(character, 0))
  }
}

extension DocumentText.Position: Comparable {
  package static func < (one: Self, other: Self) -> Bool {
    (one.line, one.character) < (other.line, other.character)
  }
}
