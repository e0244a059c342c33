/**
 * Returns the seconds to wait after a failed attempt: five after the first, then three times as long each time, up to two
 * hours. Random jitter of up to 20 percent either way keeps a receiver from getting all messages at once.
 */
export const retryDelay = (attempt: number): number =>
  Math.min(5 * 3 ** (attempt - 1), 7200) * (0.8 + Math.random() * 0.4);
