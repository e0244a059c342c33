// SQL: set-based writes of the sample stores and their data.
import type { Db } from "../../platform/db/database.js";
import { createCategories } from "./sample-categories.sql.js";
import { createWarehouses } from "./sample-stock.js";
import { type ChoiceCode, choices } from "./sample-products.js";
import { keyOf } from "../../platform/db/models.js";

/** Ids of the websites, store views, groups, categories and attributes that the sample catalog uses. */
export interface SampleStores {
  readonly websiteIds: readonly number[];
  /** Store views that products are translated for, by the language of their code. */
  readonly storeIds: { readonly de: number; readonly fr: number };
  readonly customerGroupIds: readonly number[];
  readonly attributeSetId: number;
  /** Ids of categories by the kind of product in them. */
  readonly categoryIds: ReadonlyMap<string, number>;
  readonly attributes: Readonly<Record<ChoiceCode, ChoiceAttribute>>;
}

interface ChoiceAttribute {
  readonly id: number;
  readonly label: string;
  /** Ids of the options by their label. */
  readonly options: ReadonlyMap<string, number>;
}

/** Websites with one group of store views each; the first store view is the default one. */
const websites = [
  {
    code: "eu",
    name: "European Website",
    storeGroup: { code: "eu_store", name: "European Store" },
    storeViews: [
      { code: "de", name: "Deutsch", locale: "de_DE", place: 1 },
      { code: "fr", name: "Français", locale: "fr_FR", place: 2 },
    ],
  },
  {
    code: "ch",
    name: "Swiss Website",
    storeGroup: { code: "ch_store", name: "Swiss Store" },
    storeViews: [{ code: "ch", name: "Schweiz", locale: "de_CH", place: 3 }],
  },
];
const customerGroups = ["VIP", "Staff"];

/**
 * Creates two websites with their store views, two customer groups, categories, two attributes for variations, and a
 * stock with three sources, unless they exist.
 */
export async function createSampleStores(db: Db): Promise<SampleStores> {
  for (const website of websites) await createWebsite(db, website);
  const storeIds = await readStoreIds(db);
  await createWarehouses(
    db,
    websites.map(({ code }) => code),
  );
  const customerGroupIds = await createCustomerGroups(db);
  const categoryIds = await createCategories(db, storeIds.de);
  await createSize(db);
  const attributes = { color: await createOptions(db, "color"), size: await createOptions(db, "size") };
  const sold = await db.query<{ id: number }>(
    "select id from website where is_default or code = any($1::text[]) order by id",
    [websites.map(({ code }) => code)],
  );
  const set = await db.one<{ id: number }>("select default_attribute_set_id as id from entity_type where code = $1", [
    "catalog_product",
  ]);
  return {
    websiteIds: sold.map(({ id }) => id),
    storeIds,
    customerGroupIds,
    attributeSetId: requireRow(set).id,
    categoryIds,
    attributes,
  };
}

async function createWebsite(db: Db, { code, name, storeGroup, storeViews }: (typeof websites)[number]): Promise<void> {
  await db.execute("insert into website (code, name, sort_order) values ($1, $2, 1) on conflict do nothing", [
    code,
    name,
  ]);
  await db.execute(
    `insert into store_group (website_id, code, name, root_category_id)
    select id, $2, $3, 2 from website where code = $1 on conflict do nothing`,
    [code, storeGroup.code, storeGroup.name],
  );
  for (const view of storeViews) {
    await db.execute(
      `insert into store (code, name, website_id, store_group_id, sort_order)
      select $1, $2, website_id, id, $3 from store_group where code = $4 on conflict do nothing`,
      [view.code, view.name, view.place, storeGroup.code],
    );
    await db.execute(
      `insert into config_value (path, scope, scope_id, value)
      select 'general/locale/code', 'stores', id, $2 from store where code = $1 on conflict do nothing`,
      [view.code, view.locale],
    );
  }
  await db.execute(
    `update store_group set default_store_id = store.id from store
    where store_group.code = $1 and store_group.default_store_id = 0 and store.code = $2`,
    [storeGroup.code, storeViews[0]?.code],
  );
  await db.execute(
    `update website set default_group_id = store_group.id from store_group
    where website.code = $1 and website.default_group_id = 0 and store_group.code = $2`,
    [code, storeGroup.code],
  );
}

async function readStoreIds(db: Db): Promise<SampleStores["storeIds"]> {
  const rows = await db.query<{ id: number; code: string }>("select id, code from store");
  const idOf = (view: string) => requireRow(rows.find((row) => row.code === view)).id;
  return { de: idOf("de"), fr: idOf("fr") };
}

async function createCustomerGroups(db: Db): Promise<number[]> {
  const keys = customerGroups.map((code) => keyOf(code));
  await db.execute(
    `insert into customer_group (code, code_key, tax_class_id)
    select given.code, given.code_key, (select min(class_id) from tax_class where class_type = 'CUSTOMER')
    from unnest($1::text[], $2::text[]) as given (code, code_key) on conflict do nothing`,
    [customerGroups, keys],
  );
  const rows = await db.query<{ id: number }>(
    "select id from customer_group where code_key = any($1::text[]) order by id",
    [keys],
  );
  return rows.map(({ id }) => id);
}

/** Creates `size` as a copy of `color`, because a fresh installation has only `color`. */
async function createSize(db: Db): Promise<void> {
  await db.execute(
    `insert into attribute (entity_type_id, code, frontend_label, frontend_input, backend_type, scope, is_user_defined, apply_to, flags)
    select entity_type_id, 'size', 'Size', frontend_input, backend_type, scope, true, apply_to, flags
    from attribute where code = 'color' and entity_type_id = (select id from entity_type where code = 'catalog_product')
    on conflict do nothing`,
  );
}

async function createOptions(db: Db, code: ChoiceCode): Promise<ChoiceAttribute> {
  const row = await db.one<{ id: number; label: string }>(
    `select id, frontend_label as label from attribute
    where code = $1 and entity_type_id = (select id from entity_type where code = 'catalog_product')`,
    [code],
  );
  const attribute = requireRow(row);
  await db.execute(
    `insert into attribute_set_attribute (attribute_set_id, attribute_id, attribute_group_id, sort_order)
    select attribute_group.attribute_set_id, $1::int, attribute_group.id, 50
    from attribute_group join entity_type on entity_type.default_attribute_set_id = attribute_group.attribute_set_id
    where entity_type.code = 'catalog_product' and attribute_group.is_default
    order by attribute_group.id limit 1 on conflict do nothing`,
    [attribute.id],
  );
  // The value of an option is its id, so the id must be known before the row is written.
  await db.execute(
    `insert into attribute_option (id, attribute_id, value, label, sort_order)
    select numbered.id, $1::int, numbered.id::text, label, place
    from (select nextval(pg_get_serial_sequence('attribute_option', 'id'))::int as id, label, place::int
      from unnest($2::text[]) with ordinality as given (label, place)
      where label not in (select label from attribute_option where attribute_id = $1::int)) as numbered`,
    [attribute.id, choices[code]],
  );
  const options = await db.query<{ id: number; label: string }>(
    "select id, label from attribute_option where attribute_id = $1",
    [attribute.id],
  );
  return { ...attribute, options: new Map(options.map(({ id, label }) => [label, id])) };
}

function requireRow<Row>(row: Row | undefined): Row {
  if (row === undefined)
    throw new Error("The database lacks the initial data of an installation. Run `bin/portico db:migrate`.");
  return row;
}
