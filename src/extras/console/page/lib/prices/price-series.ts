import { parseTime } from "../format.js";
import { type Kind, nameOf, type PriceChange, type PriceScope, type PriceValue } from "./price-changes.js";

/** A price through time, for the plot. */
export interface PriceSeries {
  readonly name: string;
  readonly kind: Kind;
  /** Where the price applies. */
  readonly place: Pick<PriceScope, "store_id" | "website_id">;
  /** The price at each time of the plot; null while there is none. */
  readonly values: readonly (number | null)[];
  /** The changes of this price, by the index of their time. */
  readonly changes: ReadonlyMap<number, PriceChange>;
}

export interface PlotData {
  /** Seconds since 1970, ascending: each change, and now. */
  readonly times: readonly number[];
  readonly series: readonly PriceSeries[];
}

/**
 * Turns the history of a product into steps: each price applies from its change until the next one, and the last one until
 * now. Discounts in percent are not amounts, so only the table shows them.
 */
export function toPlotData(changes: readonly PriceChange[], now: Date): PlotData {
  const amounts = changes.filter((change) => !isDiscount(change.old) && !isDiscount(change.new));
  const ordered = amounts
    .map((change) => ({ change, at: parseTime(change.changed_at).getTime() / 1000 }))
    .sort((one, other) => one.at - other.at);
  const first = ordered[0]?.at ?? 0;
  const last = Math.max(now.getTime() / 1000, ordered.at(-1)?.at ?? 0);
  // A little before the first change, so that the price before it is a line and not a point.
  const start = first - Math.max(1, (last - first) * 0.04);
  const times = [...new Set([start, ...ordered.flatMap(timesOf), last])].sort((one, other) => one - other);
  const byName = new Map<string, Timed[]>();
  for (const timed of ordered) {
    const name = nameOf(timed.change);
    byName.set(name, [...(byName.get(name) ?? []), timed]);
  }
  const series = [...byName].map(([name, list]) => seriesOf(name, list, times));
  return { times, series: series.sort((one, other) => rank(one) - rank(other)) };
}

interface Timed {
  readonly change: PriceChange;
  readonly at: number;
}

/** Returns the time of a change. For a removed price, also returns a time just before, at which its line ends. */
const timesOf = ({ at, change }: Timed) => (amount(change.new) === null ? [at - 0.001, at] : [at]);

function seriesOf(name: string, list: readonly Timed[], times: readonly number[]): PriceSeries {
  const changes = new Map(list.map(({ at, change }) => [times.indexOf(at), change]));
  let current = amount(list[0]?.change.old ?? null);
  const values = times.map((_, index) => {
    const change = changes.get(index);
    if (change) current = amount(change.new);
    return current;
  });
  const [first] = list;
  return { name, kind: first?.change.kind ?? "base", place: first?.change ?? {}, values, changes };
}

const isDiscount = (value: PriceValue | null) => value?.price_type === "discount";
const amount = (value: PriceValue | null) => (value?.price == null ? null : Number(value.price));

const order: readonly Kind[] = ["base", "special", "tier", "cost"];
const rank = ({ kind }: PriceSeries) => order.indexOf(kind);
