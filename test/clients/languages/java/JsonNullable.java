package org.openapitools.jackson.nullable;

import java.util.Objects;

/**
 * A value that may be null or absent. Stands for the class of the library jackson-databind-nullable, which generated
 * clients import and which neither npm nor Debian carries.
 */
public final class JsonNullable<T> {
  private static final JsonNullable<?> UNDEFINED = new JsonNullable<>(null, false);

  private final T value;
  private final boolean isPresent;

  private JsonNullable(T value, boolean isPresent) {
    this.value = value;
    this.isPresent = isPresent;
  }

  @SuppressWarnings("unchecked")
  public static <T> JsonNullable<T> undefined() {
    return (JsonNullable<T>) UNDEFINED;
  }

  public static <T> JsonNullable<T> of(T value) {
    return new JsonNullable<>(value, true);
  }

  public T get() {
    return value;
  }

  public T orElse(T other) {
    return isPresent ? value : other;
  }

  public boolean isPresent() {
    return isPresent;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof JsonNullable && isPresent == ((JsonNullable<?>) other).isPresent
        && Objects.equals(value, ((JsonNullable<?>) other).value);
  }

  @Override
  public int hashCode() {
    return Objects.hash(value, isPresent);
  }
}
