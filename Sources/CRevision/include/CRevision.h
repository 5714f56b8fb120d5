#ifndef ADVERT_CREVISION_H
#define ADVERT_CREVISION_H

// The commit that this was built from, in hexadecimal digits, with "-dirty" when files had changed since; "" when it is not
// known. From the environment variable ADVERT_COMMIT at the time of the build, or, in an archive that git made, from git.
const char *revision_commit(void);

#endif
