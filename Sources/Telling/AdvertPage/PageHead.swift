internal import AdvertReport

/// The head of a page that needs no other file: its policy lets a browser use only its own styles and scripts, and load nothing.
struct PageHead {
  let title: String
  let styles: [StaticString]
  let scripts: [StaticString]

  func write(to page: inout HTMLWriter) {
    var policy = "default-src 'none'; style-src \(hashes(styles)); "
    if !scripts.isEmpty { policy += "script-src \(hashes(scripts)); " }
    policy += "base-uri 'none'; form-action 'none'"
    page.markup("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
    page.open("meta", ["http-equiv": "Content-Security-Policy", "content": policy])
    page.markup(
      """
      \n<meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <meta name="referrer" content="no-referrer">

      """)
    page.element("title", title)
    for style in styles {
      page.markup("\n<style>")
      page.markup(style)
      page.markup("</style>")
    }
    page.markup("\n</head>\n")
  }

  private func hashes(_ texts: [StaticString]) -> String {
    texts.map { "'sha256-\(SHA256(of: Array(String(describing: $0).utf8)).base64)'" }.joined(separator: " ")
  }
}
