package android.os;

/** The numbers of versions that annotations name. */
public final class Build {
  public static final class VERSION_CODES {
    public static final int P = 28;
  }
}
