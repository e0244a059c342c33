/**
 * Returns the seconds to wait after a failed attempt: five, three times as long each time, up to two hours. They are spread, so
 * that a receiver does not get all messages at once.
 */
export const retryDelay = (attempt: number): number =>
  Math.min(5 * 3 ** (attempt - 1), 7200) * (0.8 + Math.random() * 0.4);
