import type { Db } from "../../../../platform/db/database.js";
import type { TaxToWrite } from "./given-taxes.js";

/** Replaces the taxes of a locked order. Those with an id keep it. */
export async function replaceTaxes(db: Db, order_id: number, taxes: readonly TaxToWrite[]): Promise<void> {
  await db.models.salesOrderTax.deleteMany({ where: { order_id } });
  for (const { tax, entries } of taxes) {
    const items = entries.map(({ tax_item_id: id, ...entry }) => ({
      ...entry,
      order_id,
      ...(id === undefined ? {} : { tax_item_id: id }),
    }));
    const { tax_id: id, ...columns } = tax;
    const data = { ...columns, order_id, ...(id === undefined ? {} : { tax_id: id }), items: { create: items } };
    await db.models.salesOrderTax.create({ data, select: { tax_id: true } });
  }
}
