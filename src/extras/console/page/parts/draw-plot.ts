// cspell:words idxs
import type uPlot from "uplot";
import { formatIn } from "../lib/format.js";
import type { PlotData, PriceSeries } from "../lib/prices/price-series.js";
import { formatAmount } from "../lib/prices/price-changes.js";
import { timeZone } from "../lib/shop/shop.js";

export interface DrawnPlot {
  /** Shows all series except these. */
  readonly show: (hidden: ReadonlySet<string>) => void;
  readonly destroy: () => void;
}

interface Drawing {
  readonly data: PlotData;
  readonly box: HTMLElement;
  /** Called with the index of the time under the pointer. */
  readonly onPoint: (index: number | undefined) => void;
}

const colorCount = 6;

/** Draws prices as steps, in the colors of the page and as wide as the element. */
export function drawPlot(library: typeof uPlot, { data, box, onPoint }: Drawing): DrawnPlot {
  const style = getComputedStyle(box);
  const color = (name: string) => style.getPropertyValue(name).trim();
  const sizeOf = () => ({ width: box.clientWidth, height: box.clientWidth < 500 ? 240 : 320 });
  const axis = { stroke: color("--muted"), grid: { stroke: color("--line"), width: 1 }, ticks: { show: false } };
  const font = `12px ${style.fontFamily}`;
  const plot = new library(
    {
      ...sizeOf(),
      legend: { show: false },
      // The last time of the axis can be at the edge.
      padding: [null, 40, null, null],
      cursor: { y: false, points: { size: 9 }, drag: { x: true, y: false }, dataIdx: lastBefore },
      scales: { x: { time: true } },
      tzDate: (time) => library.tzDate(new Date(time * 1000), timeZone()),
      axes: [
        { ...axis, font, size: 36, space: 96, grid: { show: false }, values: dates },
        { ...axis, font, size: 64, values: (_, values) => values.map((value) => formatAmount(value)) },
      ],
      series: [
        {},
        ...data.series.map((series, index) => seriesOptions(library, series, color(`--series-${index % colorCount}`))),
      ],
      hooks: { setCursor: [({ cursor }) => onPoint(cursor.idxs?.[1] ?? undefined)] },
    },
    [[...data.times], ...data.series.map(({ values }) => [...values])],
    box,
  );
  const observer = new ResizeObserver(() => plot.setSize(sizeOf()));
  observer.observe(box);
  return {
    show: (hidden) => {
      for (const [index, { name }] of data.series.entries()) plot.setSeries(index + 1, { show: !hidden.has(name) });
    },
    destroy: () => {
      observer.disconnect();
      plot.destroy();
    },
  };
}

/** Returns the last time before the pointer, because its price applies until the next time. The parameters are uPlot's. */
// oxlint-disable-next-line max-params -- uPlot calls it so
const lastBefore = (plot: uPlot, _series: number, nearest: number, pointed: number): number =>
  (plot.data[0][nearest] ?? 0) > pointed ? Math.max(0, nearest - 1) : nearest;

const day = 86_400;
const formats = {
  seconds: formatIn({ hour: "2-digit", minute: "2-digit", second: "2-digit" }),
  minutes: formatIn({ day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" }),
  days: formatIn({ day: "numeric", month: "short" }),
  months: formatIn({ month: "short", year: "numeric" }),
};

/** Returns the labels of times, as precise as the distance between them requires. */
// oxlint-disable-next-line max-params -- uPlot calls it so
const dates = (_plot: uPlot, times: number[], _axis: number, _space: number, distance: number): string[] => {
  const short = distance >= 60 ? formats.minutes : formats.seconds;
  const format = distance >= 28 * day ? formats.months : distance >= day ? formats.days : short;
  return times.map((time) => format(new Date(time * 1000)));
};

/** Returns the options of a line of steps, because a price applies until its next change. The changes are points. */
function seriesOptions(library: typeof uPlot, { kind, changes }: PriceSeries, stroke: string): uPlot.Series {
  const paths = library.paths.stepped?.({ align: 1 });
  return {
    stroke,
    width: 2,
    ...(kind === "cost" ? { dash: [6, 4] } : {}),
    ...(paths ? { paths } : {}),
    points: { show: true, size: 7, fill: stroke, filter: () => [...changes.keys()] },
  };
}
