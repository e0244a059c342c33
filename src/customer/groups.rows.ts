import type { Db } from "../db/database.js";
import { isUniqueViolation } from "../db/sql-errors.js";
import type { SettingScope } from "../store/published.js";
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
  const row = await db.one<GroupRow>(`select ${columns} from ${tables} where g.id = $1::int`, [groupId]);
  return row && toGroup(row);
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
  const row = await db.one<{ id: number }>(
    `insert into customer_group (code, code_key, tax_class_id) values ($1::text, $2::text, $3::int)
     on conflict do nothing returning id`,
    [code, code.toLowerCase(), taxClassId],
  );
  return row?.id;
}

/** Updates a group and returns its id, or undefined if another group has the code in any case. */
export async function updateGroup(
  db: Db,
  groupId: number,
  { code, taxClassId }: GroupValues,
): Promise<number | undefined> {
  try {
    await db.execute(
      `update customer_group set code = $2::text, code_key = $3::text, tax_class_id = $4::int where id = $1::int`,
      [groupId, code, code.toLowerCase(), taxClassId],
    );
    return groupId;
  } catch (error) {
    if (isUniqueViolation(error)) return undefined;
    throw error;
  }
}

/** Replaces the excluded websites of a group. Unknown websites are ignored. */
export async function replaceExcludedWebsites(db: Db, groupId: number, websiteIds: readonly number[]): Promise<void> {
  await db.execute(`delete from customer_group_excluded_website where customer_group_id = $1::int`, [groupId]);
  await db.execute(
    `insert into customer_group_excluded_website (customer_group_id, website_id)
     select $1::int, id from website where id <> 0 and id = any($2::int[])`,
    [groupId, websiteIds],
  );
}

/** Returns the type of a tax class, `CUSTOMER` or `PRODUCT`, or undefined for an unknown id. */
export async function readTaxClassType(db: Db, taxClassId: number): Promise<string | undefined> {
  const row = await db.one<{ class_type: string }>(`select class_type from tax_class where class_id = $1::int`, [
    taxClassId,
  ]);
  return row?.class_type;
}

/** Locks a group against new customers until the transaction ends. */
export async function lockGroup(db: Db, groupId: number): Promise<void> {
  await db.execute(`select 1 from customer_group where id = $1::int for update`, [groupId]);
}

/** Returns the store views of a group's customers. */
export async function readHomesOfGroup(db: Db, groupId: number): Promise<SettingScope[]> {
  const rows = await db.query<{ store_id: number; website_id: number }>(
    `select distinct store_id, website_id from customer where group_id = $1::int`,
    [groupId],
  );
  return rows.map((row) => ({ storeId: row.store_id, websiteId: row.website_id }));
}

/** Moves the group's customers of each store view to the group at the same index of the list. */
export async function moveCustomers(
  db: Db,
  groupId: number,
  targets: readonly { readonly from: SettingScope; readonly groupId: number }[],
): Promise<void> {
  await db.execute(
    `update customer c set group_id = target.group_id, updated_at = now() at time zone 'UTC'
     from unnest($2::int[], $3::int[], $4::int[]) target (store_id, website_id, group_id)
     where c.group_id = $1::int and c.store_id = target.store_id and c.website_id = target.website_id`,
    [
      groupId,
      targets.map(({ from }) => from.storeId),
      targets.map(({ from }) => from.websiteId),
      targets.map((target) => target.groupId),
    ],
  );
}

/** Deletes a group without customers. */
export async function removeGroup(db: Db, groupId: number): Promise<void> {
  await db.execute(`delete from customer_group where id = $1::int`, [groupId]);
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
