internal import AdvertReport
internal import AdvertScan

/// The answers to an editor's questions about a place in a document.
extension LanguageServer {
  /// Returns a function that writes the result of a request; `nil` for an unknown method.
  func answer(to method: String, _ parameters: JSONValue) -> ((inout JSONWriter) -> Void)? {
    switch method {
    case "textDocument/hover": hover(parameters)
    case "textDocument/completion": completion(parameters)
    case "textDocument/definition": definition(parameters)
    case "textDocument/codeAction": codeActions(parameters)
    default: nil
    }
  }

  private func opened(_ parameters: JSONValue) -> (document: Document, judged: JudgedDocument)? {
    guard let uri = parameters["textDocument"]?["uri"]?.string, let document = documents[uri],
      let judged = document.judged
    else { return nil }
    return (document, judged)
  }

  /// Returns the document and the octet that a request asks about.
  private func place(_ parameters: JSONValue) -> (document: Document, judged: JudgedDocument, octet: Int)? {
    guard let (document, judged) = opened(parameters), let position = parameters["position"].flatMap(Self.position)
    else { return nil }
    return (document, judged, document.text.octet(at: position, encoding))
  }

  private func hover(_ parameters: JSONValue) -> (inout JSONWriter) -> Void {
    guard let (document, judged, octet) = place(parameters),
      let hover = HoverText(at: octet, of: document.text, judged: judged)
    else { return { $0.null("result") } }
    return { [encoding] json in
      json.object("result") { json in
        json.object("contents") { json in
          json.value("kind", "markdown")
          json.value("value", hover.markdown)
        }
        document.text.write(hover.range, encoding, to: &json)
      }
    }
  }

  private func completion(_ parameters: JSONValue) -> (inout JSONWriter) -> Void {
    // An empty document with a manifest's name will become a manifest.
    guard let (document, judged, octet) = place(parameters), judged.kind == .manifest else {
      return { $0.null("result") }
    }
    let completions = Completions(at: octet, of: document.text)
    return { [encoding] json in
      json.object("result") { json in
        json.value("isIncomplete", !completions.isWhole)
        json.array("items", completions.items) { json, item in
          json.object { json in
            json.value("label", item.text)
            // 10 is a property, 12 is a value.
            json.value("kind", item.isKey ? 10 : 12)
            if !item.detail.isEmpty { json.value("detail", item.detail) }
            json.object("textEdit") { json in
              document.text.write(completions.range, encoding, to: &json)
              json.value("newText", item.written)
            }
          }
        }
      }
    }
  }

  private func definition(_ parameters: JSONValue) -> (inout JSONWriter) -> Void {
    guard let (document, judged, octet) = place(parameters), judged.kind == .manifest,
      let definition = Definition(at: octet, of: document.text)
    else { return { $0.null("result") } }
    switch definition {
    case .here(let range):
      return { [encoding] json in
        json.object("result") { json in
          json.value("uri", document.uri)
          document.text.write(range, encoding, to: &json)
        }
      }
    case .source(let identifiers):
      let folder = folder ?? "/" + document.path.split(separator: "/").dropLast().joined(separator: "/")
      guard let place = files.declaration(identifiers, folder), let text = files.text(place.path) else {
        return { $0.null("result") }
      }
      return { [encoding] json in
        json.object("result") { json in
          json.value("uri", FileURI(place.path).text)
          DocumentText(text).write(place.octets, encoding, to: &json)
        }
      }
    }
  }

  private func codeActions(_ parameters: JSONValue) -> (inout JSONWriter) -> Void {
    guard let (document, judged) = opened(parameters), let range = parameters["range"].flatMap(Self.range) else {
      return { $0.array("result") { _ in } }
    }
    let start = document.text.octet(at: range.lowerBound, encoding)
    let end = document.text.octet(at: range.upperBound, encoding)
    let only = parameters["context"]?["only"]?.elements?.compactMap { $0.string }
    let actions = CodeAction.all(in: start..<max(start, end), of: document.text, judged).filter { action in
      only?.contains { action.kind == $0 || action.kind.hasPrefix($0 + ".") } ?? true
    }
    return { [encoding] json in
      json.array("result", actions) { json, action in
        json.object { json in
          action.write(to: document.uri, document.text, encoding, &json)
        }
      }
    }
  }
}
