#include "CProcess.h"

// `git archive` replaces the text between the dollar signs by the commit: see .gitattributes.
static const char archived[] = "$Format:%H$";

const char *cprocess_commit(void) {
#ifdef ADVERT_COMMIT
  return ADVERT_COMMIT;
#else
  return archived[0] == '$' ? "" : archived;
#endif
}
