package android.annotation;

/** A value that is never null. */
public @interface NonNull {}
