import type { Db } from "../../../../platform/db/database.js";
import { PriceGuard } from "../../guard-rails/price-guard.js";
import { toQuantity } from "../../../../platform/money/columns.js";
import { lockScopesByWord } from "../../../../commerce/pricing/price-scopes.sql.js";
import { lockProducts, type PricedProducts, pricedTypes } from "../../../../commerce/pricing/priced-products.sql.js";
import { readStoredTierPrices } from "../../../../commerce/pricing/prices.sql.js";
import { checkTarget } from "./check-products.js";
import { checkLayers, type Layers } from "./check-layers.js";
import { chooseWinners } from "./choose-winners.js";
import type { FileRow } from "./file-row.js";
import type { RowFailure } from "../../../../commerce/pricing/failure-codes.js";
import type { Plan, PlanOptions } from "./plan.js";
import type { RowFacts } from "./row-groups.js";
import { keyOf } from "../../../../platform/db/models.js";

/**
 * Checks rows by the rules of the price routes. Locks the products until the transaction ends. If several valid rows are for
 * the same price, the last one applies.
 */
export async function planRows(db: Db, rows: readonly FileRow[], options: PlanOptions): Promise<Plan> {
  const { config, actor, tally } = options;
  const failures = new Map<number, RowFailure>();
  const guard = options.isJudged
    ? PriceGuard.forRights({ actor, db })
    : PriceGuard.begin({ actor, db }, { tally, limitsDeletions: true });
  for (const { record, failure } of rows) if (failure && !failures.has(record)) failures.set(record, failure);
  const wanted = rows.filter(({ record, price }) => price !== undefined && !failures.has(record));
  const facts = await factsOf(db, wanted, { scope: config.PORTICO_PRICE_SCOPE, stores: options.stores });
  const layers = layersOf(rows, { facts, failures });
  const checked = await checkLayers(db, layers, { rows, facts, failures });
  const keys = layers.layers.length > 1 ? layers.keys : undefined;
  return {
    rows,
    products: facts.products,
    keys: layers.keys,
    failures,
    ...(await chooseWinners(checked, { ...options, db, rows, guard, keys, failures })),
  };
}

interface LayerContext {
  readonly facts: RowFacts;
  readonly failures: Map<number, RowFailure>;
}

/**
 * Divides rows into layers in which each price occurs once: the last row of each price, then the one before it, and so on.
 * Adds the failures of rows whose product or scope cannot have their price.
 */
function layersOf(rows: readonly FileRow[], { facts, failures }: LayerContext): Layers {
  const keys: string[] = [];
  const places = new Map<string, number[]>();
  let depth = 1;
  for (const [place, row] of rows.entries()) {
    if (row.price === undefined || failures.has(row.record)) continue;
    const failure = checkTarget(row, facts);
    if (failure) {
      failures.set(row.record, failure);
      continue;
    }
    const key = keyOfPrice(row, facts);
    keys[place] = key;
    const same = places.get(key);
    if (same) depth = Math.max(depth, same.push(place));
    else places.set(key, [place]);
  }
  const layers: number[][] = Array.from({ length: depth }, () => []);
  for (const same of places.values())
    for (const [index, place] of same.entries()) layers[same.length - 1 - index]?.push(place);
  for (const layer of layers.slice(1)) layer.sort((one, other) => one - other);
  return { keys, layers };
}

/** Returns a key that rows for the same price share. */
export function keyOfPrice(row: FileRow, facts?: Pick<RowFacts, "scope" | "scopes" | "stores">): string {
  const sku = keyOf(row.sku);
  if (row.kind === "tier") {
    const name = keyOf(row.customer_group);
    const group = facts?.scopes.groups.get(name) ?? name;
    return `tier\t${sku}\t${row.website_id}\t${group}\t${toQuantity(row.quantity) ?? row.quantity}`;
  }
  const isOfWebsite = row.kind === "base" && facts?.scope === "website" && row.store_id !== 0;
  const scope = isOfWebsite ? `website ${facts.stores.get(row.store_id)?.websiteId}` : row.store_id;
  return `${row.kind}\t${sku}\t${scope}`;
}

async function factsOf(
  db: Db,
  rows: readonly FileRow[],
  { scope, stores }: Pick<RowFacts, "scope" | "stores">,
): Promise<RowFacts> {
  const products = await lockProducts(db, rows);
  const tiers = rows.filter(({ kind }) => kind === "tier");
  const groups = new Set(tiers.map(({ customer_group }) => customer_group));
  const noScopes = { websites: new Set<number>(), groups: new Map<string, number>() };
  return {
    products,
    stores,
    scopes: tiers.length > 0 ? await lockScopesByWord(db, groups) : noScopes,
    scope,
    stored: tiers.length > 0 ? await readConflictingTiers(db, tiers, products) : [],
  };
}

/** Reads the stored tier prices that those of a file could conflict with. */
const readConflictingTiers = (db: Db, tiers: readonly FileRow[], products: PricedProducts) =>
  readStoredTierPrices(db, {
    productIds: [...new Set(tiers.map(({ sku }) => products.find(sku)))].flatMap((product) =>
      product && pricedTypes.includes(product.type_id) ? [product.id] : [],
    ),
    ofAllWebsites: tiers.some(({ website_id }) => website_id !== 0),
    ofOneWebsite: tiers.some(({ website_id }) => website_id === 0),
  });
