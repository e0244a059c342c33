import type { Db } from "../../../platform/db/database.js";
import { hiddenParameter } from "../../../platform/db/statements/parameters.js";
import { type Row, keyOf } from "../../../platform/db/models.js";
import { inView } from "../value-documents.sql.js";
import type { CustomOption } from "./product-option.types.js";

/** Deletes an option of a product. Returns whether the product had it. */
export const removeOption = async (db: Db, product_id: number, option_id: number): Promise<boolean> =>
  (await db.models.productOption.deleteMany({ where: { product_id, option_id } })).count > 0;

/** SQL of the custom options of product `p`, in the form of the shape; unset fields are absent. Most products have none. */
export const optionsColumn = `case when p.has_options then to_json(array(select json_strip_nulls(json_build_object('product_sku', p.sku,
      'option_id', o.option_id, 'title', ${inView("o", "title")}, 'type', o.type, 'sort_order', o.sort_order,
      'is_require', o.is_require, 'price', ${inView("o", "price")}, 'price_type', ${inView("o", "price_type")},
      'sku', o.sku, 'file_extension', o.file_extension, 'max_characters', o.max_characters,
      'image_size_x', o.image_size_x, 'image_size_y', o.image_size_y, 'values', (
        select json_agg(json_strip_nulls(json_build_object('title', ${inView("c", "title")}, 'sort_order', c.sort_order,
          'price', ${inView("c", "price")}, 'price_type', ${inView("c", "price_type")}, 'sku', c.sku,
          'option_type_id', c.option_type_id)) order by c.sort_order, c.option_type_id)
        from product_option_value c where c.option_id = o.option_id)))
    from product_option o where o.product_id = p.id
    order by o.sort_order, general_ci(${inView("o", "title")}) collate "C", o.option_id)) else '[]' end as options`;

/** Columns that options and their values share; `by_store` holds the store view values. */
export interface ScopedRow extends Readonly<Pick<Row<"productOption">, "title" | "price" | "price_type">> {
  readonly by_store: Readonly<Record<string, Readonly<Record<string, string | number | boolean>>>>;
}

type ChoiceColumn = "option_type_id" | "sku" | "sort_order";

export interface ChoiceRow extends ScopedRow, Readonly<Pick<Row<"productOptionValue">, ChoiceColumn>> {}

export interface OptionRow extends ScopedRow, Readonly<Omit<Row<"productOption">, keyof ScopedRow | "product_id">> {
  readonly choices: readonly ChoiceRow[];
}

/** Returns a product's custom options in a store view, or undefined for an unknown SKU (case-insensitive). */
// SQL: set-based writes of an option with all its values in one statement.
export async function readOptions(db: Db, sku: string, storeId: number): Promise<CustomOption[] | undefined> {
  const row = await db.one<{ options: CustomOption[] | null }>(
    `select ${optionsColumn} from product p where p.sku_key = $2`,
    [storeId, keyOf(sku)],
  );
  return row && (row.options ?? []);
}

/** The stored options of a product, and enough unused ids for new options and values. */
export interface OptionsToChange {
  readonly stored: readonly OptionRow[];
  readonly optionIds: readonly number[];
  readonly choiceIds: readonly number[];
}

/** Reads the data that a save of options needs, in one statement. */
// SQL: set-based writes of an option with all its values in one statement.
export async function readOptionsToChange(
  db: Db,
  productId: number,
  added: { readonly options: number; readonly choices: number },
): Promise<OptionsToChange> {
  const row = await db.one<{ stored: OptionRow[] | null; option_ids: number[]; choice_ids: number[] }>(
    `select (select json_agg(json_build_object('option_id', o.option_id, 'type', o.type, 'title', o.title,
        'price', o.price::text, 'price_type', o.price_type, 'is_require', o.is_require, 'sort_order', o.sort_order,
        'sku', o.sku, 'file_extension', o.file_extension, 'max_characters', o.max_characters,
        'image_size_x', o.image_size_x, 'image_size_y', o.image_size_y, 'by_store', o.by_store, 'choices', coalesce((
          select json_agg(json_build_object('option_type_id', c.option_type_id, 'title', c.title,
            'price', c.price::text, 'price_type', c.price_type, 'sku', c.sku, 'sort_order', c.sort_order,
            'by_store', c.by_store) order by c.option_type_id)
          from product_option_value c where c.option_id = o.option_id), '[]')) order by o.option_id)
      from product_option o where o.product_id = $1::int) as stored,
    array(select nextval(pg_get_serial_sequence('product_option', 'option_id'))::int
      from generate_series(1, ${hiddenParameter(2, "int")})) as option_ids,
    array(select nextval(pg_get_serial_sequence('product_option_value', 'option_type_id'))::int
      from generate_series(1, ${hiddenParameter(3, "int")})) as choice_ids`,
    [productId, added.options, added.choices],
  );
  return { stored: row?.stored ?? [], optionIds: row?.option_ids ?? [], choiceIds: row?.choice_ids ?? [] };
}

const ownColumns = `type, title, price, price_type, is_require, sort_order, sku, file_extension, max_characters,
  image_size_x, image_size_y, by_store`;
const choiceColumns = "option_id, title, price, price_type, sku, sort_order, by_store";
const excludedColumns = (columns: string) =>
  columns
    .split(/,\s*/)
    .map((column) => `${column} = excluded.${column}`)
    .join(", ");

/**
 * Writes options with all their values in one statement and deletes their other values. With `only`, also deletes the
 * product's other options.
 */
// SQL: set-based writes of an option with all its values in one statement.
export async function writeOptions(
  db: Db,
  productId: number,
  { rows, only }: { readonly rows: readonly OptionRow[]; readonly only: boolean },
): Promise<void> {
  const options = rows.map(({ choices: _choices, ...own }) => own);
  const choices = rows.flatMap((row) => row.choices.map((choice) => ({ ...choice, option_id: row.option_id })));
  await db.execute(
    `with given as (
      select * from jsonb_to_recordset($2::text::jsonb) as g (option_id int, type text, title text, price numeric,
        price_type text, is_require boolean, sort_order int, sku text, file_extension text, max_characters int,
        image_size_x int, image_size_y int, by_store jsonb)),
    choices as (
      select * from jsonb_to_recordset($3::text::jsonb) as c (option_type_id int, option_id int, title text,
        price numeric, price_type text, sku text, sort_order int, by_store jsonb)),
    removed as (
      delete from product_option o where o.product_id = $1::int and $4::boolean
        and not exists (select from given g where g.option_id = o.option_id)),
    removed_choices as (
      delete from product_option_value v using given g where v.option_id = g.option_id
        and not exists (select from choices c where c.option_type_id = v.option_type_id)),
    written as (
      insert into product_option (option_id, product_id, ${ownColumns})
      select option_id, $1::int, ${ownColumns} from given order by option_id
      on conflict (option_id) do update set ${excludedColumns(ownColumns)})
    insert into product_option_value (option_type_id, ${choiceColumns})
    select option_type_id, ${choiceColumns} from choices order by option_type_id
    on conflict (option_type_id) do update set ${excludedColumns(choiceColumns)}`,
    [productId, JSON.stringify(options), JSON.stringify(choices), only],
  );
}
