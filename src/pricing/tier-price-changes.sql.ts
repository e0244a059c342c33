// SQL: pieces of the statements that write tier prices.
import type { RecordedChanges } from "./history/ledger.sql.js";

/** The number that stands for all customer groups. */
export const everyGroup = 32_000;

/** SQL of a tier price, whose row has `value` and `percentage_value`. */
const priceOf = (row: string) => ({
  price: `coalesce(${row}percentage_value, ${row}value)`,
  type: `case when ${row}percentage_value is not null then 'discount' when ${row}value is not null then 'fixed' end`,
});

const scope = {
  website: "website_id",
  group: `case when all_groups then ${everyGroup} else customer_group_id end`,
  quantity: "qty",
} as const;

/** What changes where rows with tier prices, and with `old_value` and `old_percentage_value`, are written. */
export const changedTierPrices = (from: string): RecordedChanges => ({
  kind: "tier",
  from,
  where: "(value is distinct from old_value or percentage_value is distinct from old_percentage_value)",
  ...scope,
  old: priceOf("old_"),
  new: priceOf(""),
});

/** What changes where rows of tier prices are deleted. */
export const endOfTierPrices = (from: string): RecordedChanges => ({
  kind: "tier",
  from,
  ...scope,
  old: priceOf(""),
  new: { price: null },
});
