/// How results name the manifest that set what they rest on: one found above the working directory is easily overlooked.
enum ManifestInUse {
  /// A line for people; nothing without a manifest.
  static func line(_ path: String?) -> String {
    path.map { "manifest in use: \(HostileText.visible($0))\n" } ?? ""
  }
}
