/// The unpacking of a program's initial data to the addresses where `main` expects them, if its linker compressed them:
/// the program's own code does it, from its first instruction on.
///
/// Source: Arm Compiler, armlink user guide (`__scatterload`); IAR C/C++ development guide (`__iar_data_init3`); TI Arm
/// code generation tools, user's guide (`__TI_auto_init`).
enum StartUp {
  /// Functions that unpack initial data. In a program that has one, the sections have no initial data, or compressed
  /// ones.
  static let unpacking = [
    "__decompress", "__TI_decompress", "__iar_copy_init", "__iar_packbits_init", "__iar_lz77_init",
  ]
  /// Functions that unpack all data, from a table: running one of them alone is enough.
  private static let whole = ["__scatterload", "__TI_auto_init", "__iar_data_init"]
  /// The beginnings of the names of functions that must return, because otherwise initial data are missing.
  private static let needed = unpacking + whole + ["__scatterload_"]
  /// The most instructions before `main`: a start fills all RAM, with several instructions for each word.
  private static let bound = 2_000_000

  /// Runs programs up to the beginning of `main`. `false` where one does not get there with all of its initial data.
  ///
  /// - Parameters:
  ///   - entry: the first instruction.
  ///   - main: the address at which the start ends.
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

  /// Whether all functions that unpack data have returned.
  private static func hasAll(_ abandoned: [UInt32], _ symbols: Symbols) -> Bool {
    let functions = symbols.functions(holding: Set(abandoned.map(UInt64.init)).sorted())
    return abandoned.allSatisfy { address in
      let name = functions[UInt64(address)]?.name ?? ""
      return !needed.contains(where: name.hasPrefix)
    }
  }
}
