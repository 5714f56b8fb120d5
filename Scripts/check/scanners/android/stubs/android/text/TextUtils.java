package android.text;

/** A text function that BitUtils calls to show bits. */
public final class TextUtils {
  public static void wrap(StringBuilder text, String start, String end) {
    text.insert(0, start).append(end);
  }
}
