/// Ends the process, and so counts as a crash, unless what must hold does.
public func demand(_ condition: Bool, _ message: @autoclosure () -> String) {
  if !condition { fatalError(message()) }
}
