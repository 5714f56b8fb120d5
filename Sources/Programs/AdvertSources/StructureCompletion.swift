internal import AdvertReading
internal import AdvertisingData

/// Lines that fill a structure with advertising data, and do not have the call that gets it, as people copy them.
enum StructureCompletion {
  /// A type of a structure, and the calls that get one.
  private struct Form: Sendable {
    let type: String
    /// The calls of which any in the lines makes an addition wrong.
    let calls: [String]
    /// The call with the name of a structure, or with those of both blocks.
    let call: @Sendable (_ advertising: String, _ response: String?) -> String
  }

  private static let forms = [
    Form(type: "esp_ble_adv_data_t", calls: ["esp_ble_gap_config_adv_data"]) { advertising, response in
      ([advertising] + (response.map { [$0] } ?? [])).map { "esp_ble_gap_config_adv_data(&\($0));" }.joined(
        separator: " ")
    },
    Form(
      type: "ble_hs_adv_fields",
      calls: [
        "ble_gap_adv_set_fields", "ble_gap_adv_rsp_set_fields", "ble_hs_adv_set_fields", "ble_hs_adv_set_fields_mbuf",
      ]
    ) { advertising, response in
      "ble_gap_adv_set_fields(&\(advertising));" + (response.map { " ble_gap_adv_rsp_set_fields(&\($0));" } ?? "")
    },
    Form(type: "ble_advdata_t", calls: ["ble_advdata_set", "ble_advdata_encode", "ble_advertising_init"]) {
      advertising, response in "ble_advdata_set(&\(advertising), \(response.map { "&" + $0 } ?? "NULL"));"
    },
    Form(type: "ble_advertising_init_t", calls: ["ble_advertising_init"]) { advertising, _ in
      "ble_advertising_init(&m_advertising, &\(advertising));"
    },
  ]

  /// Returns a text with the call that gets the structure of its lines, and the assumption that there is one; `nil` for lines
  /// with a call, and for lines without one such structure.
  static func completed(_ text: String) -> (text: String, assumption: String)? {
    let words = SourceExcerpt.words(of: text)
    let form = forms.first { form in
      words.contains(form.type) && !form.calls.contains { words.contains($0) }
    }
    guard let form else { return nil }
    let program = CProgram(text, isCPlusPlus: true)
    guard program.obstacle == nil else { return nil }
    let tokens = program.tokens
    let names = (program.places[form.type] ?? []).map { $0 + 1 }.filter { index in
      tokens[index].isWord && (tokens[index + 1].isMark("=") || tokens[index + 1].isMark(";"))
    }
    func isResponse(_ index: Int) -> Bool {
      let name = tokens[index].text.lowercased()
      return ["rsp", "resp", "scan", "sr_"].contains { name.hasPart($0) }
    }
    let advertising = names.filter { !isResponse($0) }
    let responses = names.filter(isResponse)
    guard let first = advertising.first, advertising.count == 1, responses.count <= 1 else { return nil }
    let call = form.call(tokens[first].text, responses.first.map { tokens[$0].text })
    let assumption =
      "no line passes \(tokens[first].text) to \(form.calls[0]): advert assumes that one does, and that nothing else is set"
    let open = program.around[first]
    if open < 0 {
      // Members that statements set are outside of all functions here.
      guard tokens[first + 1].isMark("=") else { return nil }
      return ("\(text)\nvoid setStructure(void) { \(call) }\n", assumption)
    }
    let close = tokens[program.partners[open]].range
    guard let place = index(ofLine: close.line, column: close.column, in: text), text[place] == "}" else { return nil }
    return (text[..<place] + call + " " + text[place...], assumption)
  }

  private static func index(ofLine line: Int, column: Int, in text: String) -> String.Index? {
    var number = 1
    var index = text.startIndex
    while number < line, index < text.endIndex {
      if text[index].isNewline { number += 1 }
      index = text.index(after: index)
    }
    return text.unicodeScalars.index(index, offsetBy: column - 1, limitedBy: text.endIndex).flatMap { place in
      place < text.endIndex ? place : nil
    }
  }
}
