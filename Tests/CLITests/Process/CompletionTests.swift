import Testing

@testable import advert

/// What the completion scripts complete.
@Suite struct CompletionTests {
  @Test(arguments: ["bash", "zsh", "fish"]) func completesFilesRulesProfilesAndForms(_ shell: String) {
    let run = CommandLineRun(["--generate-completion-script", shell])
    #expect(run.status == .success)
    for word in ["service-uuid-only-in-scan-response", "ios-background", "esp-idf", "sarif"] {
      #expect(run.output.contains(word), "\(shell) does not complete \(word)")
    }
  }
}
