import type { Db } from "../../../platform/db/database.js";
import { alreadyExists, invalid, missing, noSuchEntity } from "../../../api/call/errors.js";
import { type GroupValues, insertGroup, readGroup, replaceExcludedWebsites, updateGroup } from "./groups.rows.js";
import { readTaxClass } from "../../tax/published.js";
import type { CustomerGroup } from "./groups.types.js";

/** The group of guests. */
export const notLoggedIn = 0;

const maxCodeLength = 32;
const defaultTaxClass = 3;

/** Returns the group. Throws 404 if there is none. */
export async function requireGroup(db: Db, id: number): Promise<CustomerGroup> {
  const group = await readGroup(db, id);
  if (!group) throw noSuchEntity("id", id);
  return group;
}

/**
 * Creates a group, or updates the group with the given id (0 is a valid id), and returns it. Throws 400 for a missing
 * code, a code that is taken (ignoring case), a tax class that is not for customers, and a change without one; 404 for an
 * unknown id.
 */
export async function saveGroup(db: Db, group: CustomerGroup): Promise<CustomerGroup> {
  const code = [...(group.code ?? "")].slice(0, maxCodeLength).join("");
  if (code.trim() === "") throw missing(["code"]);
  const id = group.id ?? undefined;
  const stored = id === undefined ? undefined : await requireGroup(db, id);
  // As in Magento, a group that changes needs its tax class.
  if (stored && group.tax_class_id == null) throw invalid("taxClassId", null);
  const taxClassId = group.tax_class_id || stored?.tax_class_id || defaultTaxClass;
  await requireCustomerTaxClass(db, taxClassId);
  const saved = await write(db, id, { code, taxClassId });
  const excluded = group.extension_attributes?.exclude_website_ids;
  if (excluded && saved !== notLoggedIn) await replaceExcludedWebsites(db, saved, excluded);
  const answer = await requireGroup(db, saved);
  // As in Magento, the answer repeats the websites that were sent.
  return excluded && saved !== notLoggedIn
    ? { ...answer, extension_attributes: { exclude_website_ids: excluded } }
    : answer;
}

async function write(db: Db, id: number | undefined, values: GroupValues): Promise<number> {
  const saved = id === undefined ? await insertGroup(db, values) : await updateGroup(db, id, values);
  if (saved === undefined) throw alreadyExists("Customer Group already exists.");
  return saved;
}

async function requireCustomerTaxClass(db: Db, taxClassId: number): Promise<void> {
  if ((await readTaxClass(db, taxClassId))?.class_type === "CUSTOMER") return;
  throw invalid("taxClassId", taxClassId);
}
