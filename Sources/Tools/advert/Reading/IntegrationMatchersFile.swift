internal import AdvertScan

/// The matchers of a Home Assistant integration, which `--matching` names.
struct IntegrationMatchersFile {
  let matchers: [IntegrationMatcher]

  init(path: String) throws(CommandFailure) {
    let text = try RewindableSource.text(
      named: path, expected: "the manifest.json of an integration: UTF-8 of at most 1 MiB")
    do throws(MatcherProblem) {
      matchers = try IntegrationMatcher.all(in: text)
    } catch {
      throw CommandFailure("\(path): \(error)")
    }
  }
}
