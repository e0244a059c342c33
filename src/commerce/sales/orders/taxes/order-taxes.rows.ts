import type { Db } from "../../../../platform/db/database.js";
import type { Prisma } from "../../../../platform/db/models.js";
import type { TaxToWrite } from "./given-taxes.js";

/** Replaces the taxes of a locked order. Those with an id keep it. */
export async function replaceTaxes(db: Db, order_id: number, taxes: readonly TaxToWrite[]): Promise<void> {
  await db.models.salesOrderTax.deleteMany({ where: { order_id } });
  for (const { tax, entries } of taxes) {
    const items = entries.map((entry) => ({ ...entry, order_id }));
    const data = { ...tax, order_id, items: { create: items } } as Prisma.SalesOrderTaxUncheckedCreateInput;
    await db.models.salesOrderTax.create({ data, select: { tax_id: true } });
  }
}
