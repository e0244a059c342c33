import type { Db } from "../db/database.js";
import { lock, lockName } from "../db/lock.js";
import { now } from "../db/moment.js";
import { readWebsites, type SettingScope } from "../store/published.js";
import type { SqlField } from "../search-criteria/compile-sql.js";
import type { SearchCriteria } from "../search-criteria/search-criteria.types.js";
import { searchPage } from "../search-criteria/search-page.sql.js";
import type { CustomerGroup, CustomerGroupSearchResults } from "./groups.types.js";

interface GroupRow {
  readonly id: number;
  readonly code: string;
  readonly tax_class_id: number;
  readonly tax_class_name: string;
  readonly excluded: number[];
}

const columns = `g.id, g.code, g.tax_class_id, t.class_name as tax_class_name,
  array(select w.website_id from customer_group_excluded_website w where w.customer_group_id = g.id order by 1) as excluded`;
const tables = `customer_group g join tax_class t on t.class_id = g.tax_class_id`;

const id: SqlField = { sql: "g.id", type: "integer" };
const code: SqlField = { sql: "g.code_key", type: "key" };
const taxClassName: SqlField = { sql: "t.class_name", type: "text" };

/** Field names of the shape, and the column names of Magento's tables, which its clients also use. */
const fields: ReadonlyMap<string, SqlField> = new Map([
  ["id", id],
  ["customer_group_id", id],
  ["code", code],
  ["customer_group_code", code],
  ["tax_class_id", { sql: "g.tax_class_id", type: "integer" }],
  ["tax_class_name", taxClassName],
  ["class_name", taxClassName],
]);

/** Returns a group, or undefined if there is none. */
export async function readGroup(db: Db, groupId: number): Promise<CustomerGroup | undefined> {
  const found = await db.models.customerGroup.findUnique({
    where: { id: groupId },
    include: {
      tax_class: { select: { class_name: true } },
      excluded_websites: { select: { website_id: true }, orderBy: { website_id: "asc" } },
    },
  });
  if (!found) return undefined;
  const { id, code, tax_class_id, tax_class, excluded_websites } = found;
  const excluded = excluded_websites.map(({ website_id }) => website_id);
  return toGroup({ id, code, tax_class_id, tax_class_name: tax_class.class_name, excluded });
}

/** Returns the ids and codes of all groups but that of guests, by id. */
export async function readGroupNames(db: Db): Promise<{ id: number; name: string }[]> {
  const groups = await db.models.customerGroup.findMany({
    where: { id: { not: 0 } },
    select: { id: true, code: true },
    orderBy: { id: "asc" },
  });
  return groups.map(({ id, code: name }) => ({ id, name }));
}

/** Returns the groups that match the criteria. */
export async function searchGroups(db: Db, searchCriteria: SearchCriteria): Promise<CustomerGroupSearchResults> {
  const page = await searchPage<GroupRow>(db, searchCriteria, {
    columns,
    from: tables,
    field: (name) => fields.get(name),
    tieBreaker: "g.id",
  });
  return { ...page, items: page.items.map(toGroup) };
}

/** The columns of a group to write; undefined keeps the stored value. */
export interface GroupValues {
  readonly code: string;
  readonly taxClassId: number;
}

/** Inserts a group and returns its id, or undefined if the code is taken in any case. */
export async function insertGroup(db: Db, { code, taxClassId }: GroupValues): Promise<number | undefined> {
  const [created] = await db.models.customerGroup.createManyAndReturn({
    data: [{ code, code_key: await lockCode(db, code), tax_class_id: taxClassId }],
    skipDuplicates: true,
    select: { id: true },
  });
  return created?.id;
}

/** Updates a group and returns its id, or undefined if another group has the code in any case. */
export async function updateGroup(db: Db, id: number, { code, taxClassId }: GroupValues): Promise<number | undefined> {
  const { customerGroup } = db.models;
  const code_key = await lockCode(db, code);
  const other = await customerGroup.findFirst({ where: { code_key, id: { not: id } }, select: { id: true } });
  if (other) return undefined;
  await customerGroup.updateMany({ where: { id }, data: { code, code_key, tax_class_id: taxClassId } });
  return id;
}

/** Locks a code until the transaction ends, so that of two saves with one code the later sees the earlier. */
async function lockCode(db: Db, code: string): Promise<string> {
  const key = code.toLowerCase();
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

function toGroup(row: GroupRow): CustomerGroup {
  const group: CustomerGroup = {
    id: row.id,
    code: row.code,
    tax_class_id: row.tax_class_id,
    tax_class_name: row.tax_class_name,
  };
  if (row.excluded.length > 0) group.extension_attributes = { exclude_website_ids: row.excluded };
  return group;
}
