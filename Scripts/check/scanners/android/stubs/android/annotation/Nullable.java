package android.annotation;

/** A value that can be null. */
public @interface Nullable {}
