import type { Db } from "../../../platform/db/database.js";

/** How a bundle is priced and shipped, with the names and values of Magento's order items. */
export interface BundleTraits {
  /** 0 if the parts carry the amounts, 1 if the bundle has a fixed price. */
  readonly product_calculations: 0 | 1;
  /** 0 if the parts are shipped together, 1 if they are shipped separately. */
  readonly shipment_type: 0 | 1;
}

/** Returns how bundles are priced and shipped, by product id. */
export async function readBundleTraits(
  db: Db,
  productIds: readonly number[],
): Promise<ReadonlyMap<number, BundleTraits>> {
  if (productIds.length === 0) return new Map();
  const bundles = await db.models.product.findMany({
    where: { id: { in: [...productIds] }, type_id: "bundle" },
    select: { id: true, has_fixed_price: true, values: { where: { store_id: 0 }, select: { data: true } } },
  });
  return new Map(
    bundles.map(({ id, has_fixed_price, values: [global] }) => {
      const { shipment_type: shipment } = (global?.data ?? {}) as Readonly<Record<string, unknown>>;
      return [id, { product_calculations: has_fixed_price ? 1 : 0, shipment_type: String(shipment) === "1" ? 1 : 0 }];
    }),
  );
}
