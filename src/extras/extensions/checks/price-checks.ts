import type { Context } from "../../../api/call/context.js";
import { recordFailedRow } from "../../../api/contract/failed-rows.js";
import type { PriceUpdateResult } from "../../../commerce/pricing/price.types.js";
import type { PriceChecks } from "../../../commerce/pricing/published.js";
import type { CheckedPrice, CheckedTierPrice, Refusal } from "../extension.types.js";
import { checksOf, type OwnChecks, refused, runCheck } from "./run-check.js";

type Check = ReturnType<PriceChecks["begin"]>;
type Prices = Parameters<Check["filterPrices"]>[0];
type TierPrices = Parameters<Check["filterTierPrices"]>[0];
type PriceWrite = Prices["valid"][number];
type TierPriceWrite = TierPrices["valid"][number];

/** Rows of a call that are valid so far, and the failures of the others. */
type Checked<Row> = Omit<Prices, "valid"> & { readonly valid: Row[] };

/** Judges rows: for each row the reason to refuse it, or undefined. */
type Judge<Row> = (ctx: Context, rows: readonly Row[]) => Promise<readonly (Refusal | undefined)[]>;

/** Returns the checks of prices with those of extensions, which judge the rows first. */
export function withOwnChecks(inner: PriceChecks, all: readonly OwnChecks[]): PriceChecks {
  if (all.every(({ checks }) => !checks.prices && !checks.tierPrices)) return inner;
  const prices = judge(all, "prices", toPrice);
  const tierPrices = judge(all, "tierPrices", toTierPrice);
  return {
    ...inner,
    begin(ctx) {
      const checks = inner.begin(ctx);
      if (ctx.isImport) return checks;
      return {
        filterPrices: async (checked) => checks.filterPrices(await withoutRefused(ctx, checked, prices)),
        filterTierPrices: async (checked) => checks.filterTierPrices(await withoutRefused(ctx, checked, tierPrices)),
        async requireAllowedPrices(rows) {
          await requireAllowed(ctx, rows, prices);
          await checks.requireAllowedPrices(rows);
        },
        async requireAllowedTierPrices(rows) {
          await requireAllowed(ctx, rows, tierPrices);
          await checks.requireAllowedTierPrices(rows);
        },
      };
    },
    review: (ctx) => ({ prices: reviewWith(ctx, prices), tierPrices: reviewWith(ctx, tierPrices) }),
  };
}

/** Returns the judge that asks all extensions with a check of the kind. A row has the first reason. */
function judge<Row, Shown>(
  all: readonly OwnChecks[],
  kind: "prices" | "tierPrices",
  show: (row: Row) => Shown,
): Judge<Row> {
  const checks = checksOf(all, kind);
  return async (ctx, rows) => {
    const reasons: (Refusal | undefined)[] = rows.map(() => undefined);
    if (rows.length === 0) return reasons;
    for (const { own, check } of checks) {
      const ask = check as (rows: readonly Shown[], ...more: unknown[]) => ReturnType<typeof check>;
      const found = await runCheck(own, kind, () => ask(rows.map(show), ctx, own.services));
      for (const at of rows.keys()) reasons[at] ??= found[at] ?? undefined;
    }
    return reasons;
  };
}

const toPrice = ({ productId: _, ...row }: PriceWrite): CheckedPrice => row;
const toTierPrice = ({ productId: _, ...row }: TierPriceWrite): CheckedTierPrice => row;

/** Moves the refused rows to the failures. Copies of a row for other store views fail with it, as one failure. */
async function withoutRefused<Row extends { readonly sku: string }>(
  ctx: Context,
  checked: Checked<Row>,
  judgeRows: Judge<Row>,
): Promise<Checked<Row>> {
  const { valid, failures, places } = checked;
  const reasons = await judgeRows(ctx, valid);
  if (reasons.every((reason) => reason === undefined)) return checked;
  const placeOf = (at: number) => places?.valid[at] ?? at;
  const failed = new Map<number, PriceUpdateResult>();
  for (const [at, reason] of reasons.entries()) {
    const row = valid[at];
    if (!reason || !row || failed.has(placeOf(at))) continue;
    const failure = toFailure(reason);
    recordFailedRow(failure, { row: placeOf(at), sku: row.sku });
    failed.set(placeOf(at), failure);
  }
  const isKept = (_: unknown, at: number) => !failed.has(placeOf(at));
  return {
    valid: valid.filter(isKept),
    failures: [...failures, ...failed.values()],
    ...(places && {
      places: { valid: places.valid.filter(isKept), failures: [...places.failures, ...failed.keys()] },
    }),
  };
}

/** Returns the failures of the refused rows, by the places of their rows. */
const reviewWith =
  <Row>(ctx: Context, judgeRows: Judge<Row>) =>
  async (db: Context["db"], rows: readonly Row[]) =>
    (await judgeRows({ ...ctx, db }, rows)).map((reason) => reason && toFailure(reason));

const toFailure = ({ refuse, parameters = {} }: Refusal): PriceUpdateResult => ({
  message: refuse,
  parameters: Object.values(parameters).map(String),
});

async function requireAllowed<Row>(ctx: Context, rows: readonly Row[], judgeRows: Judge<Row>): Promise<void> {
  const reason = (await judgeRows(ctx, rows)).find((found) => found !== undefined);
  if (reason) throw refused(reason);
}
