import { audit, type By } from "../../../api/auth/audit.rows.js";
import { inputError, invalid, noSuchEntity } from "../../../api/call/errors.js";
import type { Db } from "../../../platform/db/database.js";
import type { Row } from "../../../platform/db/models.js";
import type { StoreView } from "../stores.types.js";
import * as rows from "./structure.rows.js";
import { checkNames, codeTaken, requireUnused, type Kind } from "./structure-rules.js";
import type { StoreViewData } from "./structure.types.js";

const kind: Kind = { title: "Store", maxNameLength: 255 };

/**
 * Creates a store view and returns it. The first one of a store becomes its default store view. Runs in a transaction.
 * Throws 400 for an invalid, reserved or taken code and a missing name, 404 for an unknown store.
 */
export async function createView(db: Db, data: StoreViewData, by?: By): Promise<StoreView> {
  checkNames(data, kind, true);
  checkActive(data);
  await rows.lockStructure(db);
  const groupId = data.store_group_id ?? (await rows.readDefaults(db))?.default_group_id ?? 0;
  const group = await requireGroup(db, groupId);
  const [code, name] = [data.code ?? "", data.name ?? ""];
  if (await rows.readView(db, { code })) throw codeTaken(kind);
  const { id } = await rows.insertView(db, {
    code,
    name,
    website_id: group.website_id,
    store_group_id: group.id,
    is_active: data.is_active ?? 1,
    sort_order: data.sort_order ?? 0,
  });
  if (group.default_store_id === 0) await rows.updateGroup(db, group.id, { default_store_id: id });
  await audit(db, by, { event: "store view created", type: null, id, name: code });
  return requireView(db, id);
}

interface Change {
  readonly id: number;
  readonly data: StoreViewData;
}

/**
 * Changes the given fields of a store view and returns it. Runs in a transaction. Throws 404 for an unknown id or store,
 * 400 for an invalid, reserved or taken code, and for a move to another website while anything refers to the store view.
 */
export async function changeView(db: Db, { id, data }: Change, by?: By): Promise<StoreView> {
  checkNames(data, kind, false);
  checkActive(data);
  await rows.lockStructure(db);
  const view = await lockShopView(db, id);
  const { code, name, is_active, sort_order, store_group_id: groupId } = data;
  const other = code == null ? null : await rows.readView(db, { code });
  if (other && other.id !== id) throw codeTaken(kind);
  if (is_active === 0) await requireNotDefault(db, view);
  if (groupId != null && groupId !== view.store_group_id) await moveView(db, view, groupId);
  await rows.updateView(db, id, {
    ...(code == null ? {} : { code }),
    ...(name == null ? {} : { name }),
    ...(is_active == null ? {} : { is_active }),
    ...(sort_order == null ? {} : { sort_order }),
  });
  await audit(db, by, { event: "store view changed", type: null, id, name: code ?? view.code });
  return requireView(db, id);
}

/**
 * Deletes a store view with its settings. Runs in a transaction. Throws 404 for an unknown id, 400 for the default store
 * view of the shop, and for one that orders, customers, texts or anything else refers to.
 */
export async function deleteView(db: Db, id: number, by?: By): Promise<void> {
  await rows.lockStructure(db);
  const view = await lockShopView(db, id);
  await requireNotDefault(db, view);
  await requireUnused(
    db,
    { column: "store_id", id },
    "The store view with id %id cannot be deleted because of %references.",
  );
  await rows.removeView(db, id);
  await replaceDefault(db, view);
  await audit(db, by, { event: "store view deleted", type: null, id, name: view.code });
}

type Stored = Row<"store">;

async function moveView(db: Db, view: Stored, groupId: number): Promise<void> {
  const group = await requireGroup(db, groupId);
  await requireNotDefault(db, view);
  if (group.website_id !== view.website_id) {
    const message = "The store view with id %id cannot move to another website because of %references.";
    await requireUnused(db, { column: "store_id", id: view.id }, message);
  }
  await rows.updateView(db, view.id, { store_group_id: group.id, website_id: group.website_id });
  await replaceDefault(db, view);
  if (group.default_store_id === 0) await rows.updateGroup(db, group.id, { default_store_id: view.id });
}

/** Makes the first other store view of the store its default store view, if the given store view was the default. */
async function replaceDefault(db: Db, { id, store_group_id: groupId }: Stored): Promise<void> {
  const group = await rows.readGroup(db, { id: groupId });
  if (group?.default_store_id !== id) return;
  const [first] = (await rows.readViewsOf(db, groupId)).filter((view) => view.id !== id);
  await rows.updateGroup(db, groupId, { default_store_id: first?.id ?? 0 });
}

/** Throws 400 for the store view that calls without a store code use. */
async function requireNotDefault(db: Db, { id, store_group_id: groupId }: Stored): Promise<void> {
  const website = await rows.readDefaults(db);
  if (website?.default_group_id !== groupId) return;
  if ((await rows.readGroup(db, { id: groupId }))?.default_store_id === id) {
    throw inputError("The shop needs its default store view. Make another store view the default one first.");
  }
}

/** Locks and returns a store view. Throws 404 for an unknown id, 400 for the admin store view. */
async function lockShopView(db: Db, id: number): Promise<Stored> {
  const view = await rows.lockView(db, id);
  if (!view) throw noSuchEntity("storeViewId", id);
  if (id === 0) throw inputError("The admin store view cannot be changed.");
  return view;
}

async function requireGroup(db: Db, id: number) {
  const group = await rows.lockGroup(db, id);
  if (!group || id === 0) throw noSuchEntity("store_group_id", id);
  return group;
}

async function requireView(db: Db, id: number): Promise<StoreView> {
  const view = await rows.readView(db, { id });
  if (!view) throw noSuchEntity("storeViewId", id);
  const { sort_order: _, ...shown } = view;
  return shown;
}

function checkActive({ is_active }: StoreViewData): void {
  if (is_active != null && is_active !== 0 && is_active !== 1) throw invalid("is_active", is_active);
}
