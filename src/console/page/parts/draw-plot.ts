import type uPlot from "uplot";
import type { Plotted, PriceSeries } from "../lib/price-series.js";
import { formatAmount } from "../lib/price-changes.js";

export interface DrawnPlot {
  /** Shows all series except these. */
  readonly show: (hidden: ReadonlySet<string>) => void;
  readonly destroy: () => void;
}

interface Drawing {
  readonly data: Plotted;
  readonly box: HTMLElement;
  /** Gets the index of the time under the pointer. */
  readonly onPoint: (index: number | undefined) => void;
}

const colours = 6;

/** Draws prices as steps, in the colours of the page and as wide as its element. */
export function drawPlot(library: typeof uPlot, { data, box, onPoint }: Drawing): DrawnPlot {
  const style = getComputedStyle(box);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  const sizeOf = () => ({ width: box.clientWidth, height: box.clientWidth < 500 ? 240 : 320 });
  const axis = { stroke: colour("--muted"), grid: { stroke: colour("--line"), width: 1 }, ticks: { show: false } };
  const font = `12px ${style.fontFamily}`;
  const plot = new library(
    {
      ...sizeOf(),
      legend: { show: false },
      cursor: { points: { size: 9 }, drag: { x: true, y: false } },
      scales: { x: { time: true } },
      axes: [
        { ...axis, font, grid: { show: false } },
        { ...axis, font, size: 64, values: (_, values) => values.map((value) => formatAmount(value)) },
      ],
      series: [
        {},
        ...data.series.map((series, index) => seriesOptions(library, series, colour(`--series-${index % colours}`))),
      ],
      hooks: { setCursor: [({ cursor }) => onPoint(cursor.idx ?? undefined)] },
    },
    [data.times, ...data.series.map(({ values }) => values)] as unknown as uPlot.AlignedData,
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

/** A price holds until its next change, so the line goes sideways first. Its changes are points. */
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
