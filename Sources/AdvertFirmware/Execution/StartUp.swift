/// How the initial data of a program come to where `main` finds them, where its linker packed them: the program's own code
/// unpacks them, from its first instruction on.
///
/// Source: Arm Compiler, armlink user guide (`__scatterload`); IAR C/C++ development guide (`__iar_data_init3`); TI Arm
/// code generation tools, user's guide (`__TI_auto_init`).
enum StartUp {
  /// Functions that unpack initial data. A program that has one has no initial data in its sections, or packed ones.
  static let unpacking = [
    "__decompress", "__TI_decompress", "__iar_copy_init", "__iar_packbits_init", "__iar_lz77_init",
  ]
  /// Functions that unpack all, from a table: they do by themselves what matters.
  private static let whole = ["__scatterload", "__TI_auto_init", "__iar_data_init"]
  /// How the functions begin whose work must be done, or initial data are missing.
  private static let needed = unpacking + whole + ["__scatterload_"]
  /// Instructions until `main`: a start fills all RAM, which takes some for each word.
  private static let bound = 2_000_000

  /// Brings programs to where `main` begins. `false` where one does not get there with all of its initial data.
  ///
  /// - Parameters:
  ///   - entry: the first instruction.
  ///   - main: where it ends.
  static func run(
    _ trials: inout [ProgramTrial<some Processor>], from entry: UInt32, to main: UInt32, _ symbols: Symbols
  ) -> Bool {
    let others = symbols.functions(beginning: whole).map { UInt32(truncatingIfNeeded: $0.addresses.lowerBound) }
    let beginnings = [entry] + others.sorted()
    for beginning in beginnings {
      var started = trials
      let areReady = started.indices.allSatisfy { index in
        started[index].start(from: beginning, to: main, isFirst: beginning == entry, bound: bound)
          && hasAll(started[index].program.abandoned, symbols)
      }
      if areReady {
        trials = started
        return true
      }
    }
    return false
  }

  /// Whether no function was left that unpacks.
  private static func hasAll(_ abandoned: [UInt32], _ symbols: Symbols) -> Bool {
    let functions = symbols.functions(holding: Set(abandoned.map(UInt64.init)).sorted())
    return abandoned.allSatisfy { address in
      let name = functions[UInt64(address)]?.name ?? ""
      return !needed.contains(where: name.hasPrefix)
    }
  }
}
