import type { Db } from "../../db/database.js";
import type { PriceOrigin } from "../price-origin.js";
import { type PriceWrite, writePrices } from "../price-writes.sql.js";
import { deleteTierPrices, type TierPriceWrite, writeTierPrices } from "../tier-price-writes.sql.js";
import { everyGroup } from "../tier-price-changes.sql.js";
import { type Chosen, lockChangedProducts, readUndone, type UndoneChange } from "./undo.sql.js";
import type { PriceLeft, PriceUndo } from "./undo.types.js";

/**
 * Puts prices back to what they were before the chosen changes, where what these wrote still holds; the others are left and told.
 * Returns undefined if no change was chosen.
 */
export async function undoPrices(db: Db, chosen: Chosen, origin: PriceOrigin): Promise<PriceUndo | undefined> {
  if (!(await lockChangedProducts(db, chosen))) return undefined;
  const changes = await readUndone(db, chosen);
  const left = changes.flatMap((change) => {
    const reason = reasonToLeave(change);
    return reason === undefined ? [] : [toLeft(change, reason)];
  });
  const restored = changes.filter((change) => reasonToLeave(change) === undefined);
  await writePrices(db, restored.flatMap(toWrite), origin);
  const tiers = restored.filter(({ kind }) => kind === "tier");
  const added = tiers.filter(({ old_price: price }) => price === null);
  const others = tiers.filter(({ old_price: price }) => price !== null);
  await deleteTierPrices(
    db,
    added.flatMap((change) => toTierWrite(change, { price: change.new_price, type: change.new_type })),
    origin,
  );
  await writeTierPrices(
    db,
    others.flatMap((change) => toTierWrite(change, { price: change.old_price, type: change.old_type })),
    origin,
  );
  return { restored: restored.length, left };
}

function reasonToLeave({ sku, kind, customer_group: group, holds }: UndoneChange): string | undefined {
  if (sku === null) return "The product was deleted.";
  if (kind === "tier" && group === null) return "The customer group was deleted.";
  return holds ? undefined : "The price was changed since.";
}

const toLeft = ({ sku_then, kind, ...scope }: UndoneChange, reason: string): PriceLeft => ({
  sku: sku_then,
  kind,
  store_id: scope.store_id,
  website_id: scope.website_id,
  customer_group: scope.customer_group,
  customer_group_id: scope.customer_group_id,
  quantity: scope.quantity,
  reason,
});

function toWrite(change: UndoneChange): PriceWrite[] {
  const { product_id: productId, sku, store_id: storeId, old_price: price, old_from, old_to } = change;
  if (sku === null || storeId === null) return [];
  const scope = { productId, sku, storeId };
  if (change.kind === "base") return [{ ...scope, price }];
  if (change.kind === "cost") return [{ ...scope, cost: price }];
  return [{ ...scope, specialPrice: price, specialFrom: old_from, specialTo: old_to }];
}

function toTierWrite(
  { product_id: productId, sku, quantity, website_id: websiteId, customer_group_id: groupId }: UndoneChange,
  { price, type }: { readonly price: UndoneChange["old_price"]; readonly type: string | null },
): TierPriceWrite[] {
  if (sku === null || quantity === null || websiteId === null || groupId === null) return [];
  const allGroups = groupId === everyGroup;
  const worth = type === "discount" ? { value: null, percentage: price } : { value: price, percentage: null };
  return [{ productId, sku, allGroups, customerGroupId: allGroups ? 0 : groupId, quantity, websiteId, ...worth }];
}
