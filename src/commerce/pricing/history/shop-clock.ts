const day = 86_400_000;
const second = 1000;

/** Converts between instants, in milliseconds since 1970, and local times of the shop, `YYYY-MM-DD hh:mm:ss`. */
export interface ShopClock {
  /** Returns the local time of the shop at an instant. */
  readonly timeAt: (instant: number) => string;
  /** Returns the instants that may have a local time: several of them when the clocks change. */
  readonly instantsOf: (time: string) => readonly number[];
}

/** Returns the clock of a shop, given its conversion of instants to local times. */
export function shopClock(localTime: (at: Date) => string): ShopClock {
  const known = new Map<number, string>();
  const timeAt = (instant: number): string => {
    const before = known.get(instant);
    if (before !== undefined) return before;
    const time = instant === -Infinity ? "0000-01-01 00:00:00" : localTime(new Date(instant));
    known.set(instant, time);
    return time;
  };
  const instantsOf = (time: string): number[] => {
    const naive = asUtc(time);
    return [naive - day, naive + day].map((near) => naive - (asUtc(timeAt(near)) - near));
  };
  return { timeAt, instantsOf };
}

const asUtc = (time: string): number => Date.parse(`${time.replace(" ", "T")}Z`);

/** Returns the instants when a special price with these dates may start, or end: a second after `to`, or with its day. */
export function boundaries(
  { from, to }: { readonly from?: string; readonly to?: string },
  { instantsOf }: ShopClock,
): number[] {
  const starts = from === undefined ? [] : instantsOf(from);
  const ends = to === undefined ? [] : instantsOf(to).map((end) => end + second);
  const dayEnds = to === undefined ? [] : instantsOf(nextDay(to));
  return [...starts, ...ends, ...dayEnds];
}

const nextDay = (time: string): string =>
  `${new Date(asUtc(`${time.slice(0, 10)} 00:00:00`) + day).toISOString().slice(0, 10)} 00:00:00`;
