internal import AdvertisingData

/// A way to hand a plan over, ready to paste into firmware or a file.
///
/// A new form is one file in this folder and one line in ``all``.
public struct SourceForm: Sendable {
  /// As `--form` knows it.
  public let id: String
  /// What it is, in a few words.
  public let summary: String
  /// The lines of one plan.
  private let write: @Sendable (NumberedPlan) -> [String]
  /// Lines before the first plan.
  private let prologue: [String]

  /// A form with its lines before the first plan, and those of each plan.
  public init(
    id: String, summary: String, prologue: [String] = [], write: @escaping @Sendable (NumberedPlan) -> [String]
  ) {
    self.id = id
    self.summary = summary
    self.prologue = prologue
    self.write = write
  }

  /// Every form that needs no more than the plan.
  public static let all: [SourceForm] = [.hex, .c, .zephyr, .nimBLE, .espIDF, .swift]

  /// The form with this id, `nil` when there is none.
  public static func named(_ id: String) -> SourceForm? {
    all.first { $0.id == id }
  }

  /// The plans in this form. Titles say where each is from; they may hold anything but line breaks. A layout's own name is
  /// used where the form has names of any text.
  public func text(of plans: [(title: String, name: String?, plan: Plan)]) -> String {
    var blocks = prologue.isEmpty ? [] : [prologue]
    for (index, (title, name, plan)) in plans.enumerated() {
      let number = plans.count == 1 ? nil : index + 1
      blocks.append(write(NumberedPlan(plan: plan, number: number, title: Self.harmless(title), name: name)))
    }
    return blocks.map { $0.joined(separator: "\n") + "\n" }.joined(separator: "\n")
  }

  /// What no comment of any language ends at or goes on after, and no build service that logs it takes for a command.
  private static func harmless(_ title: String) -> String {
    var result = ""
    for scalar in title.unicodeScalars {
      let isPlain =
        scalar.isASCII && scalar.value >= 0x20 && scalar.value != 0x7F && scalar != "\\" && scalar != "*"
        && scalar != "?" && (scalar != "#" || result.last != "#")
      result.append(isPlain ? Character(scalar) : "_")
    }
    return result
  }
}

/// A plan among several, so that its names can differ from those of the others.
public struct NumberedPlan: Sendable {
  /// What is written.
  public let plan: Plan
  /// `nil` when it is the only one.
  public let number: Int?
  /// Where the layout is from. Holds nothing that ends a comment.
  public let title: String
  /// Of the layout; `nil` when it has none.
  public let name: String?

  /// An identifier of this plan.
  public func named(_ name: String) -> String { number.map { "\(name)_\($0)" } ?? name }

  /// What the plan is, in one line.
  public var heading: String { "\(title): \(plan.pdu.rawValue)" }
}
