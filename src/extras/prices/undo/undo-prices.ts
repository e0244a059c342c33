import type { Actor } from "../../../api/auth/actor.js";
import { mayChangePrices } from "../../../api/auth/price-rights.js";
import type { Db } from "../../../platform/db/database.js";
import { recordPricedProducts, recordPrices } from "../../../commerce/pricing/writes/price-events.js";
import { failureText } from "../../../commerce/pricing/failure-codes.js";
import type { PriceReview } from "../../../commerce/pricing/writes/price-checks.js";
import type { PriceOrigin } from "../../../commerce/pricing/writes/price-origin.js";
import { type PriceWrite, writePrices } from "../../../commerce/pricing/writes/price-writes.sql.js";
import {
  deleteTierPrices,
  type TierPriceWrite,
  writeTierPrices,
} from "../../../commerce/pricing/tier-prices/tier-price-writes.sql.js";
import { everyGroup } from "../../../commerce/pricing/tier-prices/tier-price-changes.sql.js";
import { type Chosen, lockChangedProducts, readUndone, type UndoneChange } from "./undo.sql.js";
import type { PriceLeft, PriceUndo } from "./undo.types.js";
import { scalarKinds } from "../../../commerce/pricing/closed-sets.types.js";

/**
 * Restores the prices from before the chosen changes, if the stored price is still the one that the changes wrote and the
 * caller's role can change it, and further checks do not refuse it. Lists the others in `left`. Guard-rails do not apply. Returns
 * undefined without a change.
 */
export async function undoPrices(
  db: Db,
  chosen: Chosen,
  { origin, review }: { readonly origin: PriceOrigin; readonly review?: PriceReview | undefined },
): Promise<PriceUndo | undefined> {
  if (!(await lockChangedProducts(db, chosen))) return undefined;
  const found = (await readUndone(db, chosen)).map((change) => ({
    change,
    reason: reasonNotRestored(change, origin.actor),
  }));
  const refused = review ? await findRefused(db, found, review) : undefined;
  const changes = found.map(({ change, reason }) => ({ change, reason: reason ?? refused?.get(change) }));
  const restored = changes.flatMap(({ change, reason }) => (reason === undefined ? [change] : []));
  await restorePrices(db, restored, origin);
  await restoreTierPrices(
    db,
    restored.filter(({ kind }) => kind === "tier"),
    origin,
  );
  const left = changes.flatMap(({ change, reason }) => (reason === undefined ? [] : [toPriceLeft(change, reason)]));
  return { restored: restored.length, left };
}

async function restorePrices(db: Db, changes: readonly UndoneChange[], origin: PriceOrigin): Promise<void> {
  for (const kind of scalarKinds) {
    const rows = changes.flatMap((change) => (change.kind === kind ? toWrite(change) : []));
    await writePrices(db, rows, origin);
    await recordPrices(db, { kind, rows });
  }
}

async function restoreTierPrices(db: Db, changes: readonly UndoneChange[], origin: PriceOrigin): Promise<void> {
  const isAdded = ({ old_price: price }: UndoneChange) => price === null;
  const deletedWrites = changes
    .filter(isAdded)
    .flatMap((change) => toTierWrite(change, { price: change.new_price, type: change.new_type }));
  const restoredWrites = changes.filter((change) => !isAdded(change)).flatMap(toRestoredTier);
  await deleteTierPrices(db, deletedWrites, origin);
  await writeTierPrices(db, restoredWrites, origin);
  await recordPricedProducts(db, "tier", [...deletedWrites, ...restoredWrites]);
}

/** Returns the texts of the checks that refuse to restore prices. A price that is deleted is not checked. */
async function findRefused(
  db: Db,
  changes: readonly { readonly change: UndoneChange; readonly reason: string | undefined }[],
  { prices, tierPrices }: PriceReview,
): Promise<ReadonlyMap<UndoneChange, string>> {
  const texts = new Map<UndoneChange, string>();
  const judge = async <Write>(
    toWrites: (change: UndoneChange) => readonly Write[],
    check: (db: Db, rows: readonly Write[]) => ReturnType<PriceReview["prices"]>,
  ) => {
    const rows = changes.flatMap(({ change, reason }) =>
      reason === undefined ? toWrites(change).map((write) => ({ change, write })) : [],
    );
    const verdicts =
      rows.length > 0
        ? await check(
            db,
            rows.map(({ write }) => write),
          )
        : [];
    for (const [index, { change }] of rows.entries()) {
      const failure = verdicts[index];
      if (failure) texts.set(change, failureText(failure));
    }
  };
  await judge((change) => (change.kind === "tier" ? [] : toWrite(change)), prices);
  await judge(
    (change) => (change.kind === "tier" && change.old_price !== null ? toRestoredTier(change) : []),
    tierPrices,
  );
  return texts;
}

const toRestoredTier = (change: UndoneChange) =>
  toTierWrite(change, { price: change.old_price, type: change.old_type });

function reasonNotRestored(change: UndoneChange, actor: Pick<Actor, "priceRights">): string | undefined {
  const { sku, kind, customer_group: group, right_website_id: websiteId, holds } = change;
  if (sku === null) return "The product was deleted.";
  if (kind === "tier" && group === null) return "The customer group was deleted.";
  if (websiteId === null) return "The store view was deleted.";
  if (!mayChangePrices(actor, { kind, websiteId })) return "Your role cannot change it.";
  return holds ? undefined : "The price was changed since then.";
}

const toPriceLeft = ({ sku_then, kind, ...scope }: UndoneChange, reason: string): PriceLeft => ({
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
  const tierValue = type === "discount" ? { value: null, percentage: price } : { value: price, percentage: null };
  return [{ productId, sku, allGroups, customerGroupId: allGroups ? 0 : groupId, quantity, websiteId, ...tierValue }];
}
