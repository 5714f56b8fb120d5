internal import AdvertScan

/// The matchers of a Home Assistant integration, which `--matching` names.
struct IntegrationMatchersFile {
  let matchers: [IntegrationMatcher]

  init(path: String) throws(CommandFailure) {
    let text: String
    do throws(InputProblem) {
      guard let read = try RewindableSource(opening: path).text else {
        throw InputProblem(expected: "the manifest.json of an integration: UTF-8 of at most 1 MiB")
      }
      text = read
    } catch {
      throw CommandFailure(error.line(on: path, nil))
    }
    do throws(MatcherProblem) {
      matchers = try IntegrationMatcher.all(in: text)
    } catch {
      throw CommandFailure("\(path): \(error)")
    }
  }
}
