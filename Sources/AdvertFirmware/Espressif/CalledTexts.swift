internal import AdvertisingData

/// The texts that a program without symbols gives to the functions that it calls.
struct CalledTexts {
  private var texts: [UInt32: String] = [:]

  init(_ image: EspressifImage, _ code: CalledCode) {
    var known: Set<UInt32> = []
    for call in code.calls {
      for case let argument? in call.arguments where known.insert(argument).inserted {
        if let text = image.text(at: argument) { texts[argument] = text }
      }
    }
  }

  /// Returns the text at an address; `nil` where there is none.
  subscript(_ argument: UInt32?) -> String? { argument.flatMap { texts[$0] } }

  /// Returns the first call with a text that contains some words.
  func call(with words: String, among calls: some Sequence<CalledCode.Call>) -> CalledCode.Call? {
    calls.first { call in call.arguments.contains { self[$0]?.hasPart(words) ?? false } }
  }
}
