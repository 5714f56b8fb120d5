package android.annotation;

/** A part of the platform that apps must not use. */
public @interface UnsupportedAppUsage {
  int maxTargetSdk() default 0;

  long trackingBug() default 0;
}
