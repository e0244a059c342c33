// SQL: set-based writes: pieces of the statements that write tier prices (measured by `set-tier-prices`).
import type { RecordedChanges } from "../history/ledger.sql.js";

/** The number that stands for all customer groups. */
export const everyGroup = 32_000;

/** Returns the SQL of a tier price, from the columns `value` and `percentage_value`. */
const priceOf = (row: string) => ({
  price: `coalesce(${row}percentage_value, ${row}value)`,
  type: `case when ${row}percentage_value is not null then 'discount' when ${row}value is not null then 'fixed' end`,
});

const scope = {
  website: "website_id",
  group: `case when all_groups then ${everyGroup} else customer_group_id end`,
  quantity: "qty",
} as const;

/** Returns the changes to record when tier prices are written. The rows also have `old_value` and `old_percentage_value`. */
export const changedTierPrices = (from: string): RecordedChanges => ({
  kind: "tier",
  from,
  where: "(value is distinct from old_value or percentage_value is distinct from old_percentage_value)",
  ...scope,
  old: priceOf("old_"),
  new: priceOf(""),
});

/** Returns the changes to record when tier prices are deleted. */
export const endOfTierPrices = (from: string): RecordedChanges => ({
  kind: "tier",
  from,
  ...scope,
  old: priceOf(""),
  new: { price: null },
});
