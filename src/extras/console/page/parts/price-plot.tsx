import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { formatTime } from "../lib/format.js";
import { t } from "../lib/i18n.js";
import { callerOf, formatAmount, type PriceChange } from "../lib/prices/price-changes.js";
import { type PlotData, type PriceSeries, toPlotData } from "../lib/prices/price-series.js";
import { timeZone, withCurrency } from "../lib/shop/shop.js";
import { drawPlot, type DrawnPlot } from "./draw-plot.js";

interface PricePlotProps {
  readonly sku: string;
  readonly changes: readonly PriceChange[];
}

/** Prices as steps over time. The table below the plot has the same data as text. */
export function PricePlot({ sku, changes }: PricePlotProps) {
  const data = useMemo(() => toPlotData(changes, new Date()), [changes]);
  const [hidden, setHidden] = useState<ReadonlySet<string>>(() => initiallyHidden(data));
  const [pointed, setPointed] = useState<number>();
  const box = usePlot(data, hidden, setPointed);
  if (data.series.length === 0) return null;
  const toggle = (name: string) => {
    const next = new Set(hidden);
    if (!next.delete(name)) next.add(name);
    setHidden(next);
  };
  return (
    <figure class="card plot">
      <div class="legend" role="group" aria-label={t("Prices in the chart")}>
        {data.series.map(({ name }, index) => (
          <button key={name} type="button" aria-pressed={!hidden.has(name)} onClick={() => toggle(name)}>
            <span class={`swatch series-${index % 6}`} />
            {name}
          </button>
        ))}
      </div>
      <div
        ref={box}
        class="canvas"
        role="img"
        aria-label={t("Prices of {{sku}} over time. The table below has each change.", { sku })}
      />
      <figcaption class="muted" aria-hidden="true">
        {pointed === undefined
          ? t("Point at the chart, or tap it, to see who changed what.")
          : captionOf(data, pointed, hidden)}
      </figcaption>
    </figure>
  );
}

/** Costs have a different range than prices, and would flatten their lines. */
const initiallyHidden = ({ series }: PlotData) =>
  new Set(series.length > 1 ? series.filter(({ kind }) => kind === "cost").map(({ name }) => name) : []);

/** Draws the plot into the returned element, and again when its data changes. The library is loaded with the first plot. */
function usePlot(data: PlotData, hidden: ReadonlySet<string>, onPoint: (index: number | undefined) => void) {
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<DrawnPlot>(undefined);
  useEffect(() => {
    let isGone = false;
    const colours = matchMedia("(prefers-color-scheme: dark)");
    const draw = async () => {
      const { default: library } = await import("uplot");
      if (isGone || !box.current) return;
      plot.current?.destroy();
      plot.current = drawPlot(library, { data, box: box.current, onPoint });
      plot.current.show(hidden);
    };
    void draw();
    colours.addEventListener("change", draw);
    return () => {
      isGone = true;
      colours.removeEventListener("change", draw);
      plot.current?.destroy();
      plot.current = undefined;
    };
  }, [data, timeZone()]);
  useEffect(() => plot.current?.show(hidden), [hidden]);
  return box;
}

function captionOf({ times, series }: PlotData, index: number, hidden: ReadonlySet<string>): string {
  const time = formatTime(new Date((times[index] ?? 0) * 1000));
  const parts = series
    .filter(({ name }) => !hidden.has(name))
    .map((one) => pointOf(one, index))
    .filter(Boolean);
  return [time, ...parts].join(" · ");
}

/** Returns a price at a time, and who set it then; empty while there is none. */
function pointOf({ name: price, values, changes, place }: PriceSeries, index: number): string {
  const value = values[index] ?? null;
  const amount = value === null ? "" : withCurrency(formatAmount(value), place);
  const change = changes.get(index);
  if (!change) return value === null ? "" : `${price} ${amount}`;
  const caller = callerOf(change);
  return value === null
    ? t("{{price}} removed by {{caller}}", { price, caller })
    : t("{{price}} {{amount}} by {{caller}}", { price, amount, caller });
}
