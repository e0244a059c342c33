// SQL: measured by `update-price`: one statement reads the data that every product save needs. Models cannot join the relations
// for other domains.
import { batched } from "../../../platform/db/batched.js";
import type { Db } from "../../../platform/db/database.js";
import type { Row } from "../../../platform/db/models.js";
import { hiddenParameter } from "../../../platform/db/statements/parameters.js";
import { storeViews } from "../../store/published.sql.js";

type FactColumn = "id" | "code" | "frontend_input" | "backend_type" | "default_value" | "max_length" | "apply_to";

/** The properties of an attribute that saving its values depends on. `apply_to` lists product types; empty means all. */
export interface AttributeFacts extends Readonly<Pick<Row<"attribute">, FactColumn | "is_required" | "is_unique">> {
  readonly label: string;
  /** Validation rule, such as `validate-digits`; not all entity types have one. */
  readonly frontend_class?: string | null;
  readonly scope: "store" | "website" | "global";
  readonly is_visible: boolean;
}

/** The data that saving a product needs in addition to the product. */
export interface SaveFacts {
  readonly attributes: ReadonlyMap<string, AttributeFacts>;
  /** Whether the attribute set exists and is a product attribute set. */
  readonly set_exists: boolean;
  /** Ids of the store views of the current website. */
  readonly website_store_ids: readonly number[];
  /** The given attributes' values in the store views of the website, by store view and code. */
  readonly stored_values: Readonly<Record<number, Readonly<Record<string, StoredValue>>>>;
}

/** The values of an attribute that a store view has and inherits. */
export interface StoredValue {
  readonly own: string | null;
  readonly inherited: string | null;
}

export interface SaveFactsQuery {
  /** The product whose values in store views are saved; null for global values. */
  readonly productId: number | null;
  readonly codes: readonly string[];
  readonly attributeSetId: number | null;
  readonly websiteId: number;
  /** A new product also needs the attributes of its set that are required or have a default. */
  readonly forNewProduct: boolean;
}

const facts = (where: string) => `select json_agg(json_build_object('id', a.id, 'code', a.code,
      'label', coalesce(a.frontend_label, a.code), 'frontend_input', a.frontend_input,
      'frontend_class', a.frontend_class, 'backend_type', a.backend_type,
      'scope', a.scope, 'is_required', a.is_required, 'is_unique', a.is_unique,
      'is_visible', coalesce((a.flags ->> 'is_visible')::boolean, true), 'default_value', a.default_value,
      'max_length', a.max_length, 'apply_to', a.apply_to) order by a.id)
    from attribute a join entity_type e on e.id = a.entity_type_id where e.code = 'catalog_product' and (${where})`;

/** The planner cannot see them: it would plan the statement anew for each list of codes. */
const given = {
  codes: hiddenParameter(1, "text[]"),
  setId: hiddenParameter(2, "int"),
  isNew: hiddenParameter(3, "boolean"),
  websiteId: hiddenParameter(4, "int"),
  productId: hiddenParameter(5, "int"),
};

const saveFacts = `select (${facts(`a.code = any(${given.codes}) or (${given.isNew} and (a.is_required or a.default_value is not null)
      and exists (select from attribute_set_attribute m where m.attribute_id = a.id and m.attribute_set_id = ${given.setId}))`)}
  ) as attributes,
  exists (select from attribute_set s join entity_type e on e.id = s.entity_type_id
    where s.id = ${given.setId} and e.code = 'catalog_product') as set_exists,
  array(select id from ${storeViews} as s where website_id = ${given.websiteId} order by id) as website_store_ids,
  coalesce((select json_object_agg(s.id, (
      select json_object_agg(code, json_build_object('own', own.data ->> code, 'inherited', g.data ->> code))
      from unnest(${given.codes}) as code))
    from ${storeViews} as s left join product_values own on own.product_id = ${given.productId} and own.store_id = s.id
      left join product_values g on g.product_id = ${given.productId} and g.store_id = 0
    where s.website_id = ${given.websiteId} and ${given.productId} is not null), '{}') as stored_values`;

/**
 * Reads the facts for each save, so that all processes see the current attributes. One statement, also for all concurrent
 * saves in one transaction that need the same facts.
 */
export const readSaveFacts: (db: Db, wanted: SaveFactsQuery) => Promise<SaveFacts> = batched({
  groupBy: (wanted: SaveFactsQuery) => JSON.stringify(wanted),
  load: async (db: Db, [wanted, ...same]: readonly SaveFactsQuery[]) => {
    if (!wanted) return [];
    const found = await findSaveFacts(db, wanted);
    return [found, ...same.map(() => found)];
  },
});

async function findSaveFacts(db: Db, wanted: SaveFactsQuery): Promise<SaveFacts> {
  const row = await db.one<Omit<SaveFacts, "attributes"> & { attributes: AttributeFacts[] | null }>(saveFacts, [
    wanted.codes,
    wanted.attributeSetId,
    wanted.forNewProduct,
    wanted.websiteId,
    wanted.productId,
  ]);
  return {
    attributes: byCode(row?.attributes ?? []),
    set_exists: row?.set_exists ?? false,
    website_store_ids: row?.website_store_ids ?? [],
    stored_values: row?.stored_values ?? {},
  };
}

/** Reads product attributes by their codes. */
export async function readAttributes(db: Db, codes: readonly string[]): Promise<ReadonlyMap<string, AttributeFacts>> {
  const row = await db.one<{ attributes: AttributeFacts[] | null }>(
    `select (${facts("a.code = any($1::text[])")}) as attributes`,
    [codes],
  );
  return byCode(row?.attributes ?? []);
}

const byCode = (attributes: readonly AttributeFacts[]) => new Map(attributes.map((found) => [found.code, found]));

/** Attributes of products; `flags` is an object of booleans by flag name. */
export const productAttributes = `(select a.id, a.code, a.frontend_input, a.backend_type, a.flags, a.position
    from attribute a join entity_type e on e.id = a.entity_type_id and e.code = 'catalog_product')`;

/** SQL of the place of an option among the options of a product attribute, by its value; 0 without one, as in Magento. */
export const optionPlace = (code: string, value: string): string => `coalesce((select o.sort_order
    from attribute_option o join ${productAttributes} a on a.id = o.attribute_id
    where a.code = '${code}' and o.value = (${value})::text), 0)`;

/** Options of the attributes of products: the attribute's code, the stored value, and the label in a store view. */
export const productAttributeOptions = (storeId: string): string => `(
    select a.code, o.value, coalesce(l.label, o.label) as label
    from attribute a join entity_type e on e.id = a.entity_type_id and e.code = 'catalog_product'
    join attribute_option o on o.attribute_id = a.id
    left join attribute_option_label l on l.option_id = o.id and l.store_id = nullif(${storeId}, 0))`;
