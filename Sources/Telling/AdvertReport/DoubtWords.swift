package import AdvertisingData

/// The keys of the parts of a layout that are not certain.
package enum DoubtKeys {
  package static let meaning = "the parts of the layout that are not certain; empty when all of it is"

  package static let doubt: Keys<Doubt> = [
    Key(
      "part", .words(["octets", "rest", "boundary", "whichBlock", "added", "size", "pdu", "primaryPHY", "interval"]),
      "what is not certain: `octets`, their values; `rest`, the block from a byte on; `boundary`, where the advertising "
        + "data end; `whichBlock`, the block of the data; `added`, what the host adds; `size`, how much of a block is sent; "
        + "the kind of advertising; the primary PHY; the interval"
    ) { doubt in
      switch doubt.part {
      case .octets: "octets"
      case .rest: "rest"
      case .boundary: "boundary"
      case .whichBlock: "whichBlock"
      case .added: "added"
      case .size: "size"
      case .pdu: "pdu"
      case .primaryPHY: "primaryPHY"
      case .interval: "interval"
      }
    },
    Key("block", .word(Block.self), "the block concerned", null: "unless it is `octets` or `rest`") { $0.block },
    Key("offset", .integer, "the first byte concerned", null: "unless it is `octets` or `rest`") { doubt in
      switch doubt.part {
      case .octets(_, let octets): octets.lowerBound
      case .rest(_, let first): first
      case .boundary, .whichBlock, .added, .size, .pdu, .primaryPHY, .interval: nil
      }
    },
    Key("length", .integer, "bytes concerned", null: "unless it is `octets`") { doubt in
      if case .octets(_, let octets) = doubt.part { octets.count } else { nil }
    },
    Key(
      "kind", .words(["varies", "assumed", "unknown"]),
      "`varies`, by design; `assumed`: it is likely, and another is possible; `unknown`: what is shown stands for nothing"
    ) { doubt in
      switch doubt.kind {
      case .varies: "varies"
      case .assumed: "assumed"
      case .unknown: "unknown"
      }
    },
    Key("cause", .string, "the id of the cause, such as `outsideImage` or `neverWritten`") { $0.cause.id },
    Key("message", .string, "the same in a sentence") { HostileText.visible($0.words) },
  ]
}

/// The doubts of a layout for people.
package enum DoubtLines {
  /// Returns a sentence for each doubt, or for several with one cause.
  package static func sentences(_ doubts: [Doubt]) -> [String] {
    clauses(doubts).map { "Not certain: \($0)." }
  }

  /// Returns the same without full stops, and without the words before the colon.
  static func clauses(_ doubts: [Doubt]) -> [String] { Doubt.words(of: doubts).map { HostileText.visible($0) } }

  /// Returns those about octets that are only assumed.
  static func clausesOfAssumedOctets(_ doubts: [Doubt]) -> [String] {
    clauses(doubts.filter { $0.kind == .assumed && $0.block != nil })
  }

  /// Returns the words that follow a finding on a device or layout; `nil` when all of it is certain.
  static func ending(_ doubts: [Doubt]) -> String? {
    doubts.isEmpty ? nil : "not certain: " + clauses(doubts).joined(separator: "; ")
  }

  /// The most different doubts below a table.
  private static let mostGroups = 5

  /// Returns lines for below a table of devices: equal doubts once, with the first devices that have them.
  package static func lines(ofDevices devices: [(label: String, doubts: [Doubt])], _ style: TextStyle) -> [String] {
    var groups: [(words: [String], labels: [String])] = []
    var places: [[String]: Int] = [:]
    for device in devices where !device.doubts.isEmpty {
      let words = Doubt.words(of: device.doubts)
      if let place = places[words] {
        groups[place].labels.append(device.label)
      } else {
        places[words] = groups.count
        groups.append((words, [device.label]))
      }
    }
    let lines = groups.prefix(mostGroups).flatMap { words, labels in
      words.flatMap {
        wrapped("not certain, \(shortList(labels)): \(HostileText.visible($0))", at: style.proseColumns)
      }
    }
    let others = groups.dropFirst(mostGroups).reduce(0) { $0 + $1.labels.count }
    guard others > 0 else { return lines }
    return lines + ["\(counted(others, "more device")) with doubts of their own: --format json has them."]
  }

  /// Returns the same in lines of a text.
  package static func lines(_ doubts: [Doubt], _ style: TextStyle) -> [String] {
    Doubt.words(of: doubts).flatMap { wrapped("not certain: " + HostileText.visible($0), at: style.proseColumns) }
  }
}
