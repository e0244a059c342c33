// SQL: pieces of the statements that write tier prices.
import { changeOf } from "./history/ledger.sql.js";

/** The number that stands for all customer groups. */
export const everyGroup = 32_000;

const typeOf = (alias: string): string =>
  `case when ${alias}.percentage_value is not null then 'discount' when ${alias}.value is not null then 'fixed' end`;
const priceOf = (alias: string): string => `coalesce(${alias}.percentage_value, ${alias}.value)`;

/** The columns of `changes` for a tier price; the row `scope` says which one, `old` and `new` are its rows before and after. */
export const tierPriceChange = ({ scope, old, new: given }: { scope: string; old?: string; new?: string }): string =>
  changeOf({
    kind: "'tier'",
    product: `${scope}.product_id`,
    website: `${scope}.website_id`,
    group: `case when ${scope}.all_groups then ${everyGroup} else ${scope}.customer_group_id end`,
    quantity: `${scope}.qty`,
    old: old === undefined ? { price: "null" } : { price: priceOf(old), type: typeOf(old) },
    new: given === undefined ? { price: "null" } : { price: priceOf(given), type: typeOf(given) },
  });

/** The columns of `changes` for the tier price `own` that ends. */
export const endOfTierPrice = tierPriceChange({ scope: "own", old: "own" });
