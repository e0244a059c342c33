// SQL: a set-based write, which changes all addresses of a customer in one statement.
import type { Db } from "../../../platform/db/database.js";
import { addressColumns, type AddressWrite } from "./addresses.rows.js";

/** Updates addresses of a customer by id; if an id occurs twice, the last address wins. */
export async function updateAddresses(db: Db, customerId: number, writes: readonly AddressWrite[]): Promise<void> {
  const rows = new Map(writes.map((write) => [write.address.id, { id: write.address.id, ...addressColumns(write) }]));
  const [first] = rows.values();
  if (!first) return;
  const { id: _id, ...columns } = first;
  await db.execute(
    `update customer_address a set ${Object.keys(columns)
      .map((name) => `${name} = given.${name}`)
      .join(", ")}
     from jsonb_populate_recordset(null::customer_address, $2::jsonb) given
     where a.customer_id = $1::int and a.id = given.id`,
    [customerId, JSON.stringify([...rows.values()])],
  );
}
