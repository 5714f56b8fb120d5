/// The words about addresses whose ends the capture hides.
package enum HiddenEndsWords {
  package static let words =
    "All addresses end in 00:00:00. Probably their ends were hidden, so that one of them can be several devices."
}
