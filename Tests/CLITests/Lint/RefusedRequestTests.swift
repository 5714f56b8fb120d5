import Foundation
import Testing

@testable import advert

/// Programs whose stack refuses what they ask for, and manifests that are wrong, in every command and form.
@Suite struct RefusedRequestTests {
  private static let program = """
    static const struct bt_data ad[] = { BT_DATA_BYTES(BT_DATA_FLAGS, 0x06) };
    void f(void) {
      bt_le_adv_start(BT_LE_ADV_PARAM(BT_LE_ADV_OPT_CONN | BT_LE_ADV_OPT_EXT_ADV, 0x30, 0x60, NULL), ad, 1, NULL, 0);
    }

    """
  private static let words =
    "bt_le_adv_start fails with -EINVAL (-22): BT_LE_ADV_OPT_EXT_ADV is not allowed there (Zephyr 4.3, assumed)"

  /// Lint says it as an error with a fix, and the check is complete: it is known that nothing is sent.
  @Test(arguments: ["text", "json", "sarif", "junit", "github", "gcc"]) func everyForm(_ form: String) throws {
    try TextFile.inFolder { folder in
      try TextFile.write(Self.program, to: folder + "/main.c")
      let run = CommandLineRun(["lint", folder + "/main.c", "--format", form])
      #expect(run.status == .findings)
      #expect(run.output.contains(Self.words), "\(run.output)")
      #expect(run.output.contains("use bt_le_ext_adv_create, bt_le_ext_adv_set_data and bt_le_ext_adv_start"))
      #expect(!run.output.contains("nothing was judged") && !run.output.contains("RunTime.md"))
      if form == "json" { #expect(run.output.contains("\"complete\": true")) }
    }
  }

  /// Other commands say that nothing is sent, in one line, and fail.
  @Test(arguments: [["reach"], ["repack"], ["emit", "--form", "zephyr"]]) func otherCommands(_ command: [String]) throws
  {
    try TextFile.inFolder { folder in
      try TextFile.write(Self.program, to: folder + "/main.c")
      let run = CommandLineRun(command + [folder + "/main.c"])
      #expect(run.status == .failure)
      #expect(run.output.isEmpty)
      #expect(run.diagnostics.contains("3: the stack refuses the request: \(Self.words); use bt_le_ext_adv_create"))
      #expect(run.diagnostics.split(separator: "\n").count == 1)
    }
  }

  /// Each wrong manifest shows its own fault with its place, named, as the manifest in use, and in a folder.
  @Test func wrongManifests() throws {
    let bad = CommandLineRun.root.appending(path: "Fixtures/manifests/bad").path
    let names = try FileManager.default.contentsOfDirectory(atPath: bad).filter { $0.hasSuffix(".yml") }
    #expect(names.count > 30)
    for name in names {
      let named = CommandLineRun(["lint", "Fixtures/manifests/bad/" + name])
      let configured = CommandLineRun(["lint", "--config", "Fixtures/manifests/bad/" + name])
      for run in [named, configured] {
        #expect(run.status == .failure, "\(name)")
        #expect(run.diagnostics.contains("\(name): line "), "\(name): \(run.diagnostics)")
        #expect(!run.diagnostics.contains("capture"), "\(name): \(run.diagnostics)")
      }
      #expect(named.diagnostics == configured.diagnostics)
      try TextFile.inFolder { folder in
        for file in ["advert.yml", "advert.yaml"] {
          let path = folder + "/" + file
          try FileManager.default.copyItem(atPath: bad + "/" + name, toPath: path)
          let run = CommandLineRun(["lint", folder])
          #expect(run.status == .failure)
          #expect(run.diagnostics.contains("\(file): line "), "\(name): \(run.diagnostics)")
          try FileManager.default.removeItem(atPath: path)
        }
      }
    }
  }

  /// Files of a folder that only have a key in common with a manifest are not manifests.
  @Test func otherFilesOfAFolder() throws {
    try TextFile.inFolder { folder in
      try TextFile.write("rules:\n  - any: thing\n", to: folder + "/other.yml")
      try TextFile.write("layouts:\n  one: { advertising: 020106 }\n", to: folder + "/advert.yaml")
      let run = CommandLineRun(["lint", folder])
      #expect(run.status != .failure, "\(run.diagnostics)")
      #expect(run.output.contains("1 layout judged"), "\(run.output)")
    }
  }
}
