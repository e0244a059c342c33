import type { Db } from "../../../platform/db/database.js";
import { lock, lockName } from "../../../platform/db/lock.js";
import { readWebsites, type SettingScope } from "../../store/published.js";
import { keyOf, type Prisma, now } from "../../../platform/db/models.js";
import { modelFields } from "../../../api/search-criteria/model-fields.js";
import type { SearchCriteria } from "../../../api/search-criteria/search-criteria.types.js";
import { searchModel } from "../../../api/search-criteria/search-model.js";
import { CustomerGroup, type CustomerGroupSearchResults } from "./groups.types.js";

/** The related rows that belong to a group. */
const parts = {
  tax_class: { select: { class_name: true } },
  excluded_websites: { select: { website_id: true }, orderBy: { website_id: "asc" } },
} satisfies Prisma.CustomerGroupInclude;

type GroupRow = Prisma.CustomerGroupGetPayload<{ include: typeof parts }>;

/** The fields of the shape, and the column names of Magento's tables, by which its clients also search. */
const fields = modelFields("customerGroup", CustomerGroup, {
  customer_group_id: "id",
  code: "code_key",
  customer_group_code: "code_key",
  tax_class_name: "tax_class.class_name",
  class_name: "tax_class.class_name",
});

/** Returns a group, or undefined if there is none. */
export async function readGroup(db: Db, id: number): Promise<CustomerGroup | undefined> {
  const row = await db.models.customerGroup.findUnique({ where: { id }, include: parts });
  return row ? toGroup(row) : undefined;
}

/** Returns the groups with the ids. */
export const readGroups = async (db: Db, ids: readonly number[]): Promise<CustomerGroup[]> =>
  (await db.models.customerGroup.findMany({ where: { id: { in: [...ids] } }, include: parts })).map(toGroup);

/** Locks groups against deletion, and returns the ids of those that exist. */
export async function lockGroups(db: Db, ids: readonly number[]): Promise<number[]> {
  const groups = await lock(db, "customerGroup", { id: ids, for: "key share" });
  return groups.map(({ id }) => id);
}

/** Returns the ids and codes of all groups except the guest group, by code in any case. */
export async function readGroupNames(db: Db): Promise<{ id: number; name: string }[]> {
  const groups = await db.models.customerGroup.findMany({
    where: { id: { not: 0 } },
    select: { id: true, code: true },
    orderBy: { code_key: "asc" },
  });
  return groups.map(({ id, code: name }) => ({ id, name }));
}

/** Returns the groups that match the criteria. */
export async function searchGroups(db: Db, searchCriteria: SearchCriteria): Promise<CustomerGroupSearchResults> {
  const page = await searchModel(db, searchCriteria, {
    fields,
    read: (query) => db.models.customerGroup.findMany({ ...query, include: parts }),
  });
  return { ...page, items: page.items.map(toGroup) };
}

/** The columns of a group to write; undefined keeps the stored value. */
export interface GroupValues {
  readonly code: string;
  readonly taxClassId: number;
}

/** Inserts a group and returns its id, or undefined if the code is taken, ignoring case. */
export async function insertGroup(db: Db, { code, taxClassId }: GroupValues): Promise<number | undefined> {
  const [created] = await db.models.customerGroup.createManyAndReturn({
    data: [{ code, code_key: await lockCode(db, code), tax_class_id: taxClassId }],
    skipDuplicates: true,
    select: { id: true },
  });
  return created?.id;
}

/** Updates a group and returns its id, or undefined if another group has the code, ignoring case. */
export async function updateGroup(db: Db, id: number, { code, taxClassId }: GroupValues): Promise<number | undefined> {
  const { customerGroup } = db.models;
  const code_key = await lockCode(db, code);
  const other = await customerGroup.findFirst({ where: { code_key, id: { not: id } }, select: { id: true } });
  if (other) return undefined;
  await customerGroup.updateMany({ where: { id }, data: { code, code_key, tax_class_id: taxClassId } });
  return id;
}

/** Locks a code until the transaction ends, so that of two saves with the same code the later one sees the earlier one. */
async function lockCode(db: Db, code: string): Promise<string> {
  const key = keyOf(code);
  await lockName(db, "customer_group", key);
  return key;
}

/** Replaces the excluded websites of a group. Unknown websites are ignored. */
export async function replaceExcludedWebsites(db: Db, groupId: number, websiteIds: readonly number[]): Promise<void> {
  const known = (await readWebsites(db)).filter(({ id }) => id !== 0 && websiteIds.includes(id));
  const { customerGroupExcludedWebsite } = db.models;
  await customerGroupExcludedWebsite.deleteMany({ where: { customer_group_id: groupId } });
  await customerGroupExcludedWebsite.createMany({
    data: known.map(({ id }) => ({ customer_group_id: groupId, website_id: id })),
  });
}

/** Locks a group against new customers until the transaction ends. */
export async function lockGroup(db: Db, groupId: number): Promise<void> {
  await lock(db, "customerGroup", { id: [groupId], for: "update" });
}

/** Locks a group against deletion until the transaction ends. Returns false if there is none. */
export const lockGroupAgainstDeletion = async (db: Db, groupId: number): Promise<boolean> =>
  (await lock(db, "customerGroup", { id: [groupId], for: "key share" })).length > 0;

/** Whether a group has the tax class. */
export const hasGroupOfTaxClass = async (db: Db, tax_class_id: number): Promise<boolean> =>
  (await db.models.customerGroup.findFirst({ where: { tax_class_id }, select: { id: true } })) !== null;

/** Returns the store views of a group's customers. */
export async function readAccountScopes(db: Db, groupId: number): Promise<SettingScope[]> {
  const rows = await db.models.customer.findMany({
    where: { group_id: groupId },
    distinct: ["store_id", "website_id"],
    select: { store_id: true, website_id: true },
  });
  return rows.map((row) => ({ storeId: row.store_id, websiteId: row.website_id }));
}

/** Moves the group's customers of a store view to another group. */
export async function moveCustomers(
  db: Db,
  groupId: number,
  { from, to }: { readonly from: SettingScope; readonly to: number },
): Promise<void> {
  await db.models.customer.updateMany({
    where: { group_id: groupId, store_id: from.storeId, website_id: from.websiteId },
    data: { group_id: to, updated_at: now },
  });
}

/** Deletes a group without customers. */
export async function removeGroup(db: Db, groupId: number): Promise<void> {
  await db.models.customerGroup.deleteMany({ where: { id: groupId } });
}

function toGroup({ id, code, tax_class_id, tax_class, excluded_websites }: GroupRow): CustomerGroup {
  const group: CustomerGroup = { id, code, tax_class_id, tax_class_name: tax_class.class_name };
  const exclude_website_ids = excluded_websites.map(({ website_id }) => website_id);
  if (exclude_website_ids.length > 0) group.extension_attributes = { exclude_website_ids };
  return group;
}
