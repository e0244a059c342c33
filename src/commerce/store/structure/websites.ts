import { audit, type By } from "../../../api/auth/audit.rows.js";
import { inputError } from "../../../api/call/errors.js";
import type { Db } from "../../../platform/db/database.js";
import type { Website } from "../stores.types.js";
import * as rows from "./structure.rows.js";
import { checkNames, codeTaken, requireUnused, type Kind, websiteNotFound } from "./structure-rules.js";
import type { WebsiteData } from "./structure.types.js";

const kind: Kind = { title: "Website", maxNameLength: 64 };

/** Creates a website and returns it. Runs in a transaction. Throws 400 for an invalid or taken code, or a missing name. */
export async function createWebsite(db: Db, data: WebsiteData, by?: By): Promise<Website> {
  checkNames(data, kind, true);
  await rows.lockStructure(db);
  const { code, name, sort_order } = data;
  const named = { code: code ?? "", name: name ?? "" };
  if (data.default_group_id != null || data.is_default === true) throw noGroupYet();
  if (await rows.readWebsite(db, { code: named.code })) throw codeTaken(kind);
  const { id } = await rows.insertWebsite(db, { ...named, sort_order: sort_order ?? 0 });
  await audit(db, by, { event: "website created", type: null, id, name: named.code });
  return requireWebsite(db, id);
}

interface Change {
  readonly id: number;
  readonly data: WebsiteData;
}

/**
 * Changes the given fields of a website and returns it. Runs in a transaction. Throws 404 for an unknown id, 400 for an
 * invalid or taken code, a default store of another website, and for a change that would leave the shop without a usable
 * default website.
 */
export async function changeWebsite(db: Db, { id, data }: Change, by?: By): Promise<Website> {
  checkNames(data, kind, false);
  await rows.lockStructure(db);
  const website = await lockShopWebsite(db, id);
  const { code, name, sort_order, default_group_id: group } = data;
  const other = code == null ? null : await rows.readWebsite(db, { code });
  if (other && other.id !== id) throw codeTaken(kind);
  if (group != null && (await rows.readGroup(db, { id: group }))?.website_id !== id) throw notItsGroup(group);
  if (data.is_default === false && website.is_default) throw needsDefault();
  await rows.updateWebsite(db, id, {
    ...(code == null ? {} : { code }),
    ...(name == null ? {} : { name }),
    ...(sort_order == null ? {} : { sort_order }),
    ...(group == null ? {} : { default_group_id: group }),
  });
  if (data.is_default === true && !website.is_default) {
    await requireView(db, group ?? website.default_group_id);
    await rows.makeDefault(db, id);
  }
  await audit(db, by, { event: "website changed", type: null, id, name: code ?? website.code });
  return requireWebsite(db, id);
}

/**
 * Deletes a website with its settings. Runs in a transaction. Throws 404 for an unknown id, 400 for the default website,
 * and for one that stores, products, customers or anything else refers to.
 */
export async function deleteWebsite(db: Db, id: number, by?: By): Promise<void> {
  await rows.lockStructure(db);
  const website = await lockShopWebsite(db, id);
  if (website.is_default) throw needsDefault();
  await requireUnused(
    db,
    { column: "website_id", id },
    "The website with id %id cannot be deleted because of %references.",
  );
  await rows.removeWebsite(db, id);
  await audit(db, by, { event: "website deleted", type: null, id, name: website.code });
}

/** Locks and returns a website. Throws 404 for an unknown id, 400 for the admin website. */
async function lockShopWebsite(db: Db, id: number) {
  const website = await rows.lockWebsite(db, id);
  if (!website) throw websiteNotFound(id);
  if (id === 0) throw inputError("The admin website cannot be changed.");
  return website;
}

async function requireWebsite(db: Db, id: number): Promise<Website> {
  const website = await rows.readWebsite(db, { id });
  if (!website) throw websiteNotFound(id);
  return { id, code: website.code, name: website.name, default_group_id: website.default_group_id };
}

/** Throws 400 if the store has no store view, because every call without a store code needs one. */
async function requireView(db: Db, groupId: number): Promise<void> {
  if (groupId === 0 || (await rows.readViewsOf(db, groupId)).length === 0) {
    throw inputError("The default website needs a default store with a store view.");
  }
}

const needsDefault = () => inputError("The shop needs a default website. Make another website the default one first.");

const noGroupYet = () =>
  inputError(
    "A new website has no stores. Create it, then a store and a store view, and then make it the default one.",
  );

const notItsGroup = (id: number) => inputError("The store with id %id does not belong to the website.", { id });
