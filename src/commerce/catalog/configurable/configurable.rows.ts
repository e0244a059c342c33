import type { Db } from "../../../platform/db/database.js";
import { now, type Row } from "../../../platform/db/models.js";
import { hiddenParameter } from "../../../platform/db/statements/parameters.js";
import { inView } from "../value-documents.sql.js";
import type { ConfigurableOption } from "./product-configurable.types.js";

/** Deletes an option of a configurable product. Returns whether it existed. */
export const removeOption = async (db: Db, product_id: number, id: number): Promise<boolean> =>
  (await db.models.configurableOption.deleteMany({ where: { product_id, id } })).count > 0;

/** Changes the type of a product to configurable. */
export async function makeConfigurable(db: Db, id: number): Promise<void> {
  await db.models.product.updateMany({ where: { id }, data: { type_id: "configurable", updated_at: now } });
}

const partsOf = `select p.id as product_id,
    coalesce((select json_agg(json_build_object('id', o.id, 'attribute_id', o.attribute_id::text, 'label', ${inView("o", "label")},
        'position', o.position, 'is_use_default', o.is_use_default, 'product_id', p.id,
        'values', (select coalesce(json_agg(json_build_object('value_index', i.value_index) order by i.place), '[]')
          from unnest(o.value_indexes) with ordinality as i (value_index, place)))
        order by o.position, o.id)
      from configurable_option o where o.product_id = p.id), '[]') as options,
    array(select l.child_id from configurable_link l where l.parent_id = p.id order by l.child_id) as links
  from product p where p.id = any(${hiddenParameter(2, "int[]")})`;

/** The parts of configurable products: their options and the ids of their variations. */
interface ConfigurableParts {
  readonly product_id: number;
  readonly options: ConfigurableOption[];
  readonly links: number[];
}

/** Reads the options of configurable products in a store view, and the ids of their variations. */
// SQL: set-based writes; models cannot read the values of a store view from JSON columns.
export async function readConfigurableParts(
  db: Db,
  storeId: number,
  productIds: readonly number[],
): Promise<ConfigurableParts[]> {
  return productIds.length === 0 ? [] : db.query<ConfigurableParts>(partsOf, [storeId, productIds]);
}

/** An option as stored. */
export type OptionRow = Readonly<Row<"configurableOption">>;

/** Returns the options of a configurable product as stored. */
// SQL: set-based writes; models cannot read the values of a store view from JSON columns.
export async function readStoredOptions(db: Db, productId: number): Promise<OptionRow[]> {
  return db.query<OptionRow>(
    `select id, product_id, attribute_id, label, position, is_use_default, value_indexes, by_store
      from configurable_option where product_id = $1::int order by position, id`,
    [productId],
  );
}

/** Inserts and updates options with all their columns. */
// SQL: set-based writes; models cannot read the values of a store view from JSON columns.
export async function writeOptions(db: Db, rows: readonly OptionRow[]): Promise<void> {
  if (rows.length === 0) return;
  await db.execute(
    `insert into configurable_option (id, product_id, attribute_id, label, position, is_use_default, value_indexes, by_store)
      select id, product_id, attribute_id, label, position, is_use_default,
        array(select jsonb_array_elements_text(value_indexes)::int), by_store
      from jsonb_to_recordset($1::text::jsonb) as given (id int, product_id int, attribute_id int, label text, position int,
        is_use_default boolean, value_indexes jsonb, by_store jsonb)
      on conflict (id) do update set label = excluded.label, position = excluded.position,
        is_use_default = excluded.is_use_default, value_indexes = excluded.value_indexes, by_store = excluded.by_store`,
    [JSON.stringify(rows)],
  );
}

/** Deletes the options of a configurable product except the given ones. */
// SQL: set-based writes; models cannot read the values of a store view from JSON columns.
export async function removeOtherOptions(db: Db, productId: number, keptIds: readonly number[]): Promise<void> {
  await db.execute("delete from configurable_option where product_id = $1::int and id <> all($2::int[])", [
    productId,
    keptIds,
  ]);
}

/** An attribute that can distinguish variations. */
export type ChoiceAttribute = Readonly<Pick<Row<"attribute">, "id" | "code" | "scope" | "frontend_input">>;

/** Finds product attributes by id or code and locks them against deletion until the transaction ends. */
// SQL: set-based writes; models cannot read the values of a store view from JSON columns.
export async function lockAttributes(db: Db, names: readonly string[]): Promise<ChoiceAttribute[]> {
  if (names.length === 0) return [];
  return db.query<ChoiceAttribute>(
    `select a.id, a.code, a.scope, a.frontend_input from attribute a join entity_type e on e.id = a.entity_type_id
      where e.code = 'catalog_product' and (a.code = any($1::text[]) or a.id = any($2::int[]))
      order by a.id for key share of a`,
    [names, names.filter((name) => /^\d{1,9}$/.test(name)).map(Number)],
  );
}
