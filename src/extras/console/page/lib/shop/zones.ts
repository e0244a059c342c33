/** Formats moments as `2026-01-31 14:00:00` in a time zone. */
const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
  clocks.set(timeZone, made);
  return made;
}

/** Returns a moment as the clocks of a time zone show it: `2026-01-31T14:00:00`. */
export const clockTime = (at: Date, timeZone: string): string => clockOf(timeZone).format(at).replace(" ", "T");

/** Returns how far the clocks of a time zone are ahead of UTC at a moment, in milliseconds. */
const offsetAt = (at: number, timeZone: string): number =>
  Date.parse(`${clockTime(new Date(at), timeZone)}Z`) - Math.floor(at / 1000) * 1000;

/**
 * Returns the moment at which the clocks of a time zone show a time, such as `2026-01-31T14:00`. The first of two if the
 * clocks are set back; an hour later if they skip the time.
 */
export function momentOf(clock: string, timeZone: string): Date {
  const asUtc = Date.parse(`${clock}Z`);
  const offsets = [asUtc - 86_400_000, asUtc + 86_400_000].map((near) => offsetAt(near, timeZone));
  const [before = 0, after = 0] = offsets;
  const candidates = [asUtc - before, asUtc - after].sort((one, other) => one - other);
  const exact = candidates.find((at) => at + offsetAt(at, timeZone) === asUtc);
  return new Date(exact ?? asUtc - before);
}
