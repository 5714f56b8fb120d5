/// How bad a finding is. Ordered: a note is less than a warning, a warning less than an error.
public enum Severity: String, Hashable, Sendable, CaseIterable, Comparable {
  case note
  case warning
  case error

  public static func < (one: Severity, other: Severity) -> Bool {
    one.rank < other.rank
  }

  private var rank: Int {
    switch self {
    case .note: 0
    case .warning: 1
    case .error: 2
    }
  }
}
