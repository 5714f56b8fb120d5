import ArgumentParser

@main struct HelloWorld: ParsableCommand {
  func run() {
    print("Hello, world!")
  }
}
