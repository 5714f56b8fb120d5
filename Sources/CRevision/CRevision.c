#include "CRevision.h"

// `git archive` writes the commit's hash between the dollar signs' places: .gitattributes tells it to.
static const char archived[] = "$Format:%H$";

const char *revision_commit(void) {
#ifdef ADVERT_COMMIT
  return ADVERT_COMMIT;
#else
  return archived[0] == '$' ? "" : archived;
#endif
}
