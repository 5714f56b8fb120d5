package import AdvertLint
internal import AdvertObservation
package import AdvertScan

/// A manifest as something that is judged, and as what others are judged by.
extension Manifest {
  /// The expectations for its layouts, and for those of inputs without their own expectations.
  package var expectations: Expectations {
    var expectations = Expectations(services: expectedServices, scanners: profiles)
    expectations.discovery = demand
    return expectations
  }

  /// The layouts of the manifest as an input, with its expectations of them.
  package func input(_ text: String, path: String) -> Input {
    Input(path: path, .text(layouts, text), expectations: expectations)
  }

  /// The levels of rules and the findings to ignore, as the manifest states them.
  ///
  /// - Parameters:
  ///   - path: where it is.
  ///   - originalPaths: the original paths of redacted ones.
  package func settings(path: String, originalPaths: [String: String] = [:]) -> LintSettings {
    LintSettings(settings, path: path, originalPaths: originalPaths)
  }
}
