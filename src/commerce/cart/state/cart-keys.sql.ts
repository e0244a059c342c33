// SQL: models cannot send the ids of all carts that the operations of a bulk name as one parameter.
import type { Db } from "../../../platform/db/database.js";

/**
 * Returns the keys under which other callers reach carts: guests by the mask, and customers by their account. Carts without
 * either are absent.
 */
export async function findCartKeys(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, readonly string[]>> {
  const rows = await db.query<{ id: number; mask: string | null; customer_id: number | null }>(
    `select id, mask, customer_id from cart
     where id = any($1::int[]) and (mask is not null or customer_id is not null)`,
    [ids],
  );
  return new Map(
    rows.map(({ id, mask, customer_id: customer }) => [
      id,
      [
        ...(mask === null ? [] : [`cart:${mask.toLowerCase()}`]),
        ...(customer === null ? [] : [`cart:customer-${customer}`]),
      ],
    ]),
  );
}
