// SQL: models cannot compare the first and the last change of many prices, which are elements of arrays.
import { changeBlocks, changesOfBlock } from "../changes/read-changes.sql.js";

/**
 * Returns common table expressions that end in `net`: for each price with chosen changes, its value before the first and
 * after the last of them, if these differ. `choice` is a condition on sets `s`, blocks `b` and changes `c`.
 */
export const netChanges = (choice: string): string => `
  chosen as materialized (
    select b.set_id, b.seq, b.kind, c.*,
      concat_ws(' ', c.product_id, b.kind, coalesce(c.store_id, -1), coalesce(c.website_id, -1),
        coalesce(c.customer_group_id, -1), coalesce(c.quantity, -1)) as scope
    from ${changeBlocks}
      cross join lateral ${changesOfBlock}
    where ${choice}),
  first_change as (select distinct on (scope) * from chosen order by scope, set_id, seq, place),
  last_change as (select distinct on (scope) * from chosen order by scope, set_id desc, seq desc, place desc),
  net as materialized (
    select l.product_id, l.sku, l.kind, l.store_id, l.website_id, l.customer_group_id, l.quantity,
      f.old_price, f.old_type, f.old_from, f.old_to, l.new_price, l.new_type, l.new_from, l.new_to
    from first_change f join last_change l using (scope)
    where (f.old_price, f.old_type, f.old_from, f.old_to) is distinct from (l.new_price, l.new_type, l.new_from, l.new_to))`;
