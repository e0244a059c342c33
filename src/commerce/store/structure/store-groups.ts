import { audit, type By } from "../../../api/auth/audit.rows.js";
import { hasRootCategory } from "../../catalog/published.js";
import { inputError, noSuchEntity } from "../../../api/call/errors.js";
import type { Db } from "../../../platform/db/database.js";
import type { StoreGroup } from "../stores.types.js";
import * as rows from "./structure.rows.js";
import { checkNames, codeTaken, requireUnused, type Kind, websiteNotFound } from "./structure-rules.js";
import type { StoreGroupData } from "./structure.types.js";

const kind: Kind = { title: "Group", maxNameLength: 255 };

/**
 * Creates a store and returns it. The first one of a website becomes its default store. Runs in a transaction. Throws 400
 * for an invalid or taken code, a missing name and an unknown root category, 404 for an unknown website.
 */
export async function createGroup(db: Db, data: StoreGroupData, by?: By): Promise<StoreGroup> {
  checkNames(data, kind, true);
  await rows.lockStructure(db);
  if (data.default_store_id != null) throw noViewYet();
  const website = await requireWebsite(db, data.website_id);
  const [code, name] = [data.code ?? "", data.name ?? ""];
  if (await rows.readGroup(db, { code })) throw codeTaken(kind);
  const root = data.root_category_id ?? (await readDefaultRoot(db));
  await requireRootCategory(db, root);
  const { id } = await rows.insertGroup(db, { code, name, website_id: website.id, root_category_id: root });
  if (website.default_group_id === 0) await rows.updateWebsite(db, website.id, { default_group_id: id });
  await audit(db, by, { event: "store created", type: null, id, name: code });
  return requireGroup(db, id);
}

interface Change {
  readonly id: number;
  readonly data: StoreGroupData;
}

/**
 * Changes the given fields of a store and returns it. Runs in a transaction. Throws 404 for an unknown id or website, 400
 * for an invalid or taken code, an unknown root category, a default store view of another store, and for a move to another
 * website while anything refers to its store views.
 */
export async function changeGroup(db: Db, { id, data }: Change, by?: By): Promise<StoreGroup> {
  checkNames(data, kind, false);
  await rows.lockStructure(db);
  const group = await lockShopGroup(db, id);
  const { code, name, root_category_id: root, default_store_id: view } = data;
  const other = code == null ? null : await rows.readGroup(db, { code });
  if (other && other.id !== id) throw codeTaken(kind);
  if (root != null) await requireRootCategory(db, root);
  if (view != null && (await rows.readView(db, { id: view }))?.store_group_id !== id) throw notItsView(view);
  if (data.website_id != null && data.website_id !== group.website_id) await moveGroup(db, group, data.website_id);
  await rows.updateGroup(db, id, {
    ...(code == null ? {} : { code }),
    ...(name == null ? {} : { name }),
    ...(root == null ? {} : { root_category_id: root }),
    ...(view == null ? {} : { default_store_id: view }),
  });
  await audit(db, by, { event: "store changed", type: null, id, name: code ?? group.code });
  return requireGroup(db, id);
}

/** Deletes a store. Runs in a transaction. Throws 404 for an unknown id, 400 while it has store views. */
export async function deleteGroup(db: Db, id: number, by?: By): Promise<void> {
  await rows.lockStructure(db);
  const group = await lockShopGroup(db, id);
  const views = await rows.readViewsOf(db, id);
  if (views.length > 0) {
    throw inputError("The store with id %id cannot be deleted because of its store views: %references.", {
      id,
      references: views.map(({ code }) => code).join(", "),
    });
  }
  await requireNotDefault(db, group);
  await rows.removeGroup(db, id);
  await replaceDefault(db, group);
  await audit(db, by, { event: "store deleted", type: null, id, name: group.code });
}

interface Placed {
  readonly id: number;
  readonly website_id: number;
}

/** Throws 400 for the default store of the default website. */
async function requireNotDefault(db: Db, { id, website_id }: Placed): Promise<void> {
  const website = await rows.readWebsite(db, { id: website_id });
  if (website?.is_default && website.default_group_id === id) {
    throw inputError("The default website needs its default store. Make another store the default one first.");
  }
}

/** Makes the first other store of the website its default store, if the given store was the default. */
async function replaceDefault(db: Db, { id, website_id }: Placed): Promise<void> {
  const website = await rows.readWebsite(db, { id: website_id });
  if (website?.default_group_id !== id) return;
  const [first] = (await rows.readGroupsOf(db, website_id)).filter((group) => group.id !== id);
  await rows.updateWebsite(db, website_id, { default_group_id: first?.id ?? 0 });
}

/** Moves a store with its store views to another website, as long as nothing refers to the store views. */
async function moveGroup(db: Db, group: Placed, websiteId: number): Promise<void> {
  const website = await requireWebsite(db, websiteId);
  await requireNotDefault(db, group);
  const message = "The store view with id %id cannot move to another website because of %references.";
  for (const { id } of await rows.readViewsOf(db, group.id)) {
    await rows.lockView(db, id);
    await requireUnused(db, { column: "store_id", id }, message);
  }
  await rows.updateGroup(db, group.id, { website_id: website.id });
  await rows.moveViews(db, group.id, website.id);
  await replaceDefault(db, group);
  if (website.default_group_id === 0) await rows.updateWebsite(db, website.id, { default_group_id: group.id });
}

/** Locks and returns a store. Throws 404 for an unknown id, 400 for the admin store. */
async function lockShopGroup(db: Db, id: number) {
  const group = await rows.lockGroup(db, id);
  if (!group) throw noSuchEntity("storeGroupId", id);
  if (id === 0) throw inputError("The admin store cannot be changed.");
  return group;
}

async function requireGroup(db: Db, id: number): Promise<StoreGroup> {
  const group = await rows.readGroup(db, { id });
  if (!group) throw noSuchEntity("storeGroupId", id);
  return { ...group, root_category_id: group.root_category_id ?? 0 };
}

async function requireWebsite(db: Db, id: number | null | undefined) {
  const website = id == null ? await rows.readDefaults(db) : await rows.lockWebsite(db, id);
  if (!website) throw websiteNotFound(id ?? 0);
  if (website.id === 0) throw inputError("The admin website cannot be changed.");
  return website;
}

async function readDefaultRoot(db: Db): Promise<number> {
  const website = await rows.readDefaults(db);
  const group = website && (await rows.readGroup(db, { id: website.default_group_id }));
  return group?.root_category_id ?? 0;
}

async function requireRootCategory(db: Db, id: number): Promise<void> {
  if (!(await hasRootCategory(db, id))) {
    throw inputError("The category with id %id is not the root category of a catalog.", { id });
  }
}

const noViewYet = () => inputError("A new store has no store views. Create it first, and then its store views.");

const notItsView = (id: number) => inputError("The store view with id %id does not belong to the store.", { id });
