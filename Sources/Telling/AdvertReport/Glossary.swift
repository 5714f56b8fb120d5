/// The words of the field that a reader may not know, each with what it means: the one source of the page, the playground and
/// Reference/Glossary.md.
package enum Glossary {
  /// A word with what it means.
  package struct Term: Sendable {
    /// A part of addresses in a page.
    package let id: String
    /// As it is written; the first is its title. Longer ones stand before those that they begin with.
    package let forms: [String]
    /// The meaning of the term, in one to three sentences.
    package let meaning: String

    package var title: String { forms.first ?? id }
  }

  /// In the order of the alphabet.
  package static let terms: [Term] = [
    Term(
      id: "active-scan", forms: ["active scan", "active scans", "scanned actively", "scan actively", "active window"],
      meaning:
        "A scan that asks each device that allows it for its scan response. It costs both sides energy, so many systems do not always do it."
    ),
    Term(
      id: "ad-structure", forms: ["AD structure", "AD structures"],
      meaning:
        "One element of advertising data: a byte with its length, a byte with its type, and a value. The Flags, a name and a list of services are such elements."
    ),
    Term(
      id: "adv-delay", forms: ["advDelay"],
      meaning:
        "A time of 0 to 10 ms, by chance, that a controller adds to each advertising interval. So two devices that collide once do not collide each time."
    ),
    Term(
      id: "advertising-interval", forms: ["advertising interval", "advertising intervals"],
      meaning:
        "How often a device advertises: the time from one advertising event to the next, without advDelay. A longer one saves energy, and the device is found later."
    ),
    Term(
      id: "duty-cycle", forms: ["duty cycle", "share that it listened", "duty", "listened"],
      meaning:
        "The share of the time in which a scanner listens: its scan window divided by its scan interval. What is sent in the rest of the time is lost to it."
    ),
    Term(
      id: "extended-advertising", forms: ["extended advertising"],
      meaning:
        "Advertising as Bluetooth 5 added it: up to 1650 bytes, most of them on other channels. Scanners that know only legacy advertising do not see it."
    ),
    Term(
      id: "flags", forms: ["Flags"],
      meaning:
        "The AD structure that says whether a device can be discovered now, and whether it also speaks Bluetooth Classic (BR/EDR). A scan for discoverable devices leaves out what has none."
    ),
    Term(
      id: "manufacturer-data", forms: ["manufacturer data", "manufacturer specific data", "vendor data"],
      meaning:
        "Bytes whose meaning a company defines: the number of the company from the Bluetooth SIG, then what it likes."
    ),
    Term(
      id: "overflow-area", forms: ["overflow area"],
      meaning:
        "Where iOS puts the services of an app in the background: one of 128 bits for each, in manufacturer data of Apple. Many UUIDs share a bit, and by all reports only an iOS device that scans for that very UUID looks there."
    ),
    Term(
      id: "passive-scan",
      forms: [
        "passive scan", "passive scans", "passive scanners", "passive scanner", "scanned passively", "passively",
        "passive",
      ],
      meaning:
        "A scan that only listens. It never asks for a scan response, so what is only there does not exist for it."
    ),
    Term(
      id: "pdu",
      forms: ["PDU", "ADV_IND", "ADV_SCAN_IND", "ADV_NONCONN_IND", "ADV_DIRECT_IND", "ADV_EXT_IND"],
      meaning:
        "The kind of a packet. ADV_IND: others can connect and ask for a scan response. ADV_SCAN_IND: they can only ask. ADV_NONCONN_IND: neither. ADV_DIRECT_IND: it calls one device to connect."
    ),
    Term(
      id: "non-resolvable-address",
      forms: ["random non-resolvable address", "random non-resolvable", "non-resolvable private address"],
      meaning:
        "An address by chance that changes often. Not even a paired device can tell whose it is."
    ),
    Term(
      id: "static-address", forms: ["random static address", "random static", "static random address"],
      meaning:
        "An address by chance that a device keeps at least until its power is switched off; most keep it for good."
    ),
    Term(
      id: "resolvable-address",
      forms: ["resolvable private address", "resolvable private addresses", "random resolvable", "RPA"],
      meaning:
        "An address (RPA) that changes, most often every 15 minutes. Only a device that has the key (IRK) can tell that two of them are of one device."
    ),
    Term(
      id: "rssi", forms: ["RSSI", "strength", "dBm"],
      meaning:
        "The strength of what was received, in dBm. It is negative: about −40 beside the device, −90 where it is hardly heard."
    ),
    Term(
      id: "scan-response", forms: ["scan response", "scan response data", "scan responses"],
      meaning:
        "A second packet of a device, with up to 31 bytes in legacy advertising. It is sent only to a scanner that asks for it, which a passive scan never does."
    ),
    Term(
      id: "service-data", forms: ["service data"],
      meaning:
        "Bytes that belong to a service, after its UUID. The service is not thereby listed: a filter for it may not find them."
    ),
    Term(
      id: "service-uuid", forms: ["service UUID", "service UUIDs"],
      meaning:
        "The number of a service that a device lists, which apps look for: 16 bits when the Bluetooth SIG assigned it, 128 bits when a developer made it up."
    ),
  ]

  /// A part of a text: plain, or the first occurrence of a term.
  package struct Piece {
    package let text: Substring
    /// The position of the term; `nil` for plain text.
    package let term: Int?
  }

  /// Returns the text in pieces. A term occurs in them at most once, and none of `known` does. Behind a quotation mark stand names
  /// from outside, in which nothing is a term.
  package static func pieces(of text: String, known: Set<Int>) -> [Piece] {
    let octets = Array(text.utf8.prefix { $0 != UInt8(ascii: "\"") })
    var found: [(start: Int, end: Int, term: Int)] = []
    for position in terms.indices where !known.contains(position) {
      guard let place = firstPlace(of: terms[position].forms, in: octets) else { continue }
      found.append((place.lowerBound, place.upperBound, position))
    }
    found.sort { ($0.start, -$0.end) < ($1.start, -$1.end) }
    var pieces: [Piece] = []
    var reached = 0
    let utf8 = text.utf8
    func piece(_ range: Range<Int>, _ term: Int?) {
      guard !range.isEmpty else { return }
      let start = utf8.index(utf8.startIndex, offsetBy: range.lowerBound)
      pieces.append(Piece(text: text[start..<utf8.index(start, offsetBy: range.count)], term: term))
    }
    for one in found where one.start >= reached {
      piece(reached..<one.start, nil)
      piece(one.start..<one.end, one.term)
      reached = one.end
    }
    piece(reached..<utf8.count, nil)
    return pieces
  }

  /// The first place where one of the forms stands as a word of its own, and of those there the longest.
  private static func firstPlace(of forms: [String], in octets: [UInt8]) -> Range<Int>? {
    var best: Range<Int>?
    for form in forms {
      let wanted = Array(form.utf8)
      guard wanted.count <= octets.count else { continue }
      for start in 0...octets.count - wanted.count where best.map({ start <= $0.lowerBound }) ?? true {
        guard matches(wanted, octets, at: start) else { continue }
        let place = start..<start + wanted.count
        if let known = best, known.lowerBound == start, known.count >= place.count { break }
        best = place
        break
      }
    }
    return best
  }

  private static func matches(_ wanted: [UInt8], _ octets: [UInt8], at start: Int) -> Bool {
    guard start == 0 || !isOfWord(octets[start - 1]) else { return false }
    for (offset, octet) in wanted.enumerated() where lowered(octets[start + offset]) != lowered(octet) { return false }
    let end = start + wanted.count
    return end == octets.count || !isOfWord(octets[end])
  }

  private static func lowered(_ octet: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(octet) ? octet | 0x20 : octet
  }

  /// Letters, digits, and what joins them to a name such as `android-passive`. Octets of other alphabets are letters.
  private static func isOfWord(_ octet: UInt8) -> Bool {
    switch octet {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), 0x80...:
      true
    default: false
    }
  }

}
