@testable import AdvertReport

/// The objects that several places of the documents have: each is described once, on the page Reference/Output/objects.md,
/// and the tables of the documents lead there.
struct SharedObjects {
  /// Objects with fewer keys, with those of the objects in them, are described at each place.
  private static let fewestKeys = 3

  /// A place of an object: the document that has it, or is met with it first, and the key with those around it.
  typealias Place = (document: String, path: String)

  /// The objects in the order in which they are met, with the names of their sections and their places.
  private(set) var sections: [(name: String, keys: [DescribedKey], places: [Place])] = []
  private var names: [[DescribedKey]: String] = [:]

  init(of documents: [OutputDocument]) {
    var search = Search()
    for document in documents { search.visit(document.told ?? document.keys, of: document.name, below: "") }
    var taken: Set<String> = []
    for keys in search.order {
      let places = search.places[keys, default: []]
      let names = places.map { String($0.path.split(separator: ".").last ?? "").replacing("[]", with: "") }
      guard names.count > 1, KeyRow.rows(of: keys, sharing: { _ in nil }).count >= Self.fewestKeys else { continue }
      let plain = names[0]
      let name = taken.contains(plain) ? names.first { !taken.contains($0) } ?? "\(plain)-\(taken.count)" : plain
      taken.insert(name)
      self.names[keys] = name
      sections.append((name, keys, places))
    }
  }

  /// Returns the name of the section about an object; `nil` when it is described where it stands.
  func name(of keys: [DescribedKey]) -> String? { names[keys] }

  /// The sections of the page Reference/Output/objects.md, each with its table.
  var markdown: String {
    sections.map { section in
      let rows = KeyRow.rows(of: section.keys) { self.name(of: $0) }
      let places = section.places.map { "`\($0.path)` of `\($0.document)`" }.joined(separator: ", ")
      return "## \(section.name)\n\n\(places):\n\n" + KeyRow.table(of: rows, objects: "")
    }.joined(separator: "\n")
  }

  /// The places of each object, those within another object once, and the objects in the order in which they are met.
  private struct Search {
    private(set) var places: [[DescribedKey]: [Place]] = [:]
    private(set) var order: [[DescribedKey]] = []

    mutating func visit(_ keys: [DescribedKey], of document: String, below start: String) {
      for key in keys {
        guard let inner = key.type.members else { continue }
        let path = start + key.key + (key.type.isList ? "[]" : "")
        places[inner, default: []].append((document, path))
        guard places[inner]?.count == 1 else { continue }
        order.append(inner)
        visit(inner, of: document, below: path + ".")
      }
    }
  }
}

extension ValueType {
  fileprivate var isList: Bool {
    if case .list = self { true } else { false }
  }

  /// The keys of the object, or of those in the list; `nil` for values without keys of their own.
  fileprivate var members: [DescribedKey]? {
    switch self {
    case .object(let keys), .alike(let keys): keys
    case .list(let element), .optional(let element): element.members
    case .decoded: DecodedKeys.told
    default: nil
    }
  }
}
