/// The functions of a program: those that its symbols name, or those that its code shows.
enum ProgramFunctions {
  case named(Symbols)
  case found(FoundFunctions)

  /// Returns the functions that contain some addresses, by address.
  ///
  /// - Parameter sites: the addresses, sorted.
  func functions(holding sites: [UInt64]) -> [UInt64: Symbols.Function] {
    switch self {
    case .named(let symbols): symbols.functions(holding: sites)
    case .found(let found): found.functions(holding: sites)
    }
  }
}
