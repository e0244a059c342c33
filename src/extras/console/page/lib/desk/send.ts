import { ApiError, errorText, json, read } from "../api.js";
import type { Preview } from "../prices/price-changes.js";
import { isSame } from "./amounts.js";
import { type Outcome, outcomeOf, type RefusedRow } from "./approval.js";
import { amountOf, type PricedProduct, type PricedProductPage, type TrayChange } from "./products.js";
import { defaultState, productsPath } from "./view-state.js";

/** The changes as rows of a price file. The line of a row is the number of its change. */
const rowsOf = (changes: readonly TrayChange[]) =>
  changes.map(({ sku, kind, store, value }) => ({ kind, sku, store_id: store, price: value ?? "DELETE" }));

const filePath = "/V1/price-imports?decimal=.";
const fileOf = (changes: readonly TrayChange[]) =>
  new Blob([
    rowsOf(changes)
      .map((row) => `${JSON.stringify(row)}\n`)
      .join(""),
  ]);
const headers = { "Content-Type": "application/octet-stream" };

/** Returns what changes would do, and which of them would fail. */
export const previewChanges = (changes: readonly TrayChange[]): Promise<Preview> =>
  json<Preview>("POST", filePath, { body: fileOf(changes), headers: { ...headers, Prefer: "dry-run" } });

/** Sends changes as one bulk, and returns its id. */
export const sendNow = async (changes: readonly TrayChange[]): Promise<string> =>
  (await json<{ bulk_uuid: string }>("POST", filePath, { body: fileOf(changes), headers })).bulk_uuid;

/** Schedules changes for a time, all together. */
export async function sendAt(changes: readonly TrayChange[], at: Date, name: string): Promise<void> {
  const prices = changes.map(({ sku, kind, store, value, until }) => ({
    ...{ kind, sku, store_id: store },
    ...(value === null ? {} : { price: value }),
    ...(kind === "special" && value !== null && until !== null ? { price_to: until } : {}),
  }));
  await json("POST", "/V1/price-schedules", { body: { name, at: at.toISOString(), prices } });
}

/** Whether the user may schedule prices. */
export async function maySchedule(): Promise<boolean> {
  try {
    await read("/V1/price-schedules?searchCriteria[pageSize]=1");
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return false;
    throw error;
  }
}

/** The routes that hold calls for approval, each with the name of its amount. */
const routes = {
  base: ["/V1/products/base-prices", "price"],
  special: ["/V1/products/special-price", "price"],
  cost: ["/V1/products/cost", "cost"],
} as const;

/** Sends changes through the routes that hold a call for approval: one call for each kind. Returns what became of each. */
export async function sendForApproval(changes: readonly TrayChange[]): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const [kind, [path, amount]] of Object.entries(routes)) {
    const ofKind = changes.filter((change) => change.kind === kind);
    if (ofKind.length === 0) continue;
    const prices = ofKind.map(({ sku, store, value, until }) => ({
      ...{ sku, store_id: store, [amount]: value },
      ...(kind === "special" ? { price_to: until } : {}),
    }));
    try {
      outcomes.push(outcomeOf(ofKind, await json<readonly RefusedRow[]>("POST", path, { body: { prices } })));
    } catch (error) {
      // The calls of the other kinds do not depend on this one.
      outcomes.push({ sent: [], isHeld: false, failed: [errorText(error)] });
    }
  }
  return outcomes;
}

/** A price that someone changed after the user entered a new one. */
export interface Conflict {
  readonly change: TrayChange;
  readonly now: string | null;
  readonly by: string | null;
}

/** Number of SKUs in the condition of one call. */
const skusOfCall = 100;

/** Returns the changes whose stored amounts are no longer those that the user saw. */
export async function findConflicts(changes: readonly TrayChange[]): Promise<readonly Conflict[]> {
  const found: Conflict[] = [];
  for (const store of new Set(changes.map((change) => change.store))) {
    const ofStore = changes.filter((change) => change.store === store);
    // A list of a condition cannot name a SKU with a comma.
    const skus = [...new Set(ofStore.map(({ sku }) => sku))].filter((sku) => !sku.includes(","));
    const state = { ...defaultState, store: store === 0 ? "" : String(store) };
    const products = new Map<string, PricedProduct>();
    for (let at = 0; at < skus.length; at += skusOfCall) {
      const path = productsPath(state, { size: skusOfCall, skus: skus.slice(at, at + skusOfCall) });
      for (const product of (await read<PricedProductPage>(path)).items) products.set(product.sku, product);
    }
    found.push(...ofStore.flatMap((change) => conflictOf(change, products.get(change.sku))));
  }
  return found;
}

/** Returns the conflict of a change with the stored product, if there is one. */
export function conflictOf(change: TrayChange, product: PricedProduct | undefined): Conflict[] {
  if (!product) return [];
  const now = amountOf(product, change.kind);
  return isSame(now, change.old) ? [] : [{ change, now, by: product.changed_by }];
}
