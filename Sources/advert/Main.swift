#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

@main enum Main {
  static func main() {
    exit(AdvertCommand.run(Array(CommandLine.arguments.dropFirst()), on: .process).rawValue)
  }
}
