package com.android.internal.util;

/** The conditions that BitUtils holds its arguments to. */
public final class Preconditions {
  public static void checkArgument(boolean isMet, Object message) {
    if (!isMet) {
      throw new IllegalArgumentException(String.valueOf(message));
    }
  }
}
