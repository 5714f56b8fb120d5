/// A page judges one layout at a time, and remembers none.
enum ResonanceMemory {
  static func advice(on question: ResonanceAdvice.Question, _ find: () -> ResonanceAdvice) -> ResonanceAdvice { find() }
}
