import type { Db } from "../db/database.js";
import { inputError, notFound } from "../webapi/errors.js";
import { invalidProduct } from "./product-errors.js";
import type { ConfigurableOption } from "./product-configurable.types.js";
import type { SavedProduct } from "./saved-product.js";
import { withOwnValues } from "./store-values.js";

/**
 * Gives a configurable product these attributes to choose by and no others. Throws a 404 for an attribute that does not
 * exist, a 400 for one that variations cannot differ by and for an option without values.
 */
export async function saveConfigurableOptions(
  product: SavedProduct,
  options: readonly ConfigurableOption[],
  db: Db,
): Promise<void> {
  const { models } = db;
  const where = { product_id: product.id };
  const stored = await models.configurableOption.findMany({ where });
  const given = options.map((option) => ({
    option,
    before: stored.find(({ id, attribute_id }) => id === option.id || String(attribute_id) === option.attribute_id),
  }));
  const kept = given.flatMap(({ before }) => (before ? [before.id] : []));
  await models.configurableOption.deleteMany({ where: { ...where, id: { notIn: kept } } });
  for (const { option, before } of given) {
    const { position, is_use_default } = option;
    const columns = {
      ...(position == null ? {} : { position }),
      ...(is_use_default == null ? {} : { is_use_default }),
    };
    const values = valueIndexes(option);
    if (before) {
      await models.configurableOption.update({
        where: { id: before.id },
        data: {
          ...columns,
          ...labelColumns(option, before, product.storeId),
          ...(values ? { value_indexes: values } : {}),
        },
      });
      continue;
    }
    if (!values || values.length === 0) throw inputError("Option values are not specified.");
    const attribute = await attributeOf(option, db);
    await models.configurableOption.create({
      data: {
        ...columns,
        product_id: product.id,
        attribute_id: attribute.id,
        label: option.label ?? attribute.frontend_label ?? attribute.code,
        value_indexes: values,
      },
    });
  }
}

function valueIndexes({ values }: ConfigurableOption): number[] | undefined {
  return values?.map(({ value_index }) => {
    if (value_index == null) throw inputError("Value index is not specified for an option.");
    return value_index;
  });
}

function labelColumns({ label }: ConfigurableOption, { by_store }: { readonly by_store: unknown }, storeId: number) {
  if (label === undefined) return {};
  if (storeId === 0) return label === null ? {} : { label };
  return { by_store: withOwnValues(by_store, storeId, { label }) };
}

/** Variations can differ by attributes that offer choices and have one value for all stores. */
async function attributeOf({ attribute_id: given }: ConfigurableOption, { models }: Db) {
  if (!given) throw inputError("Option attribute ID is not specified.");
  const attribute = /^\d{1,9}$/.test(given)
    ? await models.attribute.findFirst({ where: { id: Number(given), entity_type: { code: "catalog_product" } } })
    : null;
  if (!attribute) {
    throw notFound('The attribute with a "%1" attributeCode doesn\'t exist. Verify the attribute and try again.', [
      given,
    ]);
  }
  if (attribute.scope !== "global" || attribute.frontend_input !== "select") {
    throw invalidProduct(`The attribute "${attribute.code}" cannot be used to configure a product.`);
  }
  return attribute;
}

interface Variation {
  readonly id: number;
  readonly exists: boolean;
  /** Values of the product's attributes, in their order. */
  readonly values: readonly (string | null)[];
}

/**
 * Gives a configurable product these variations and no others. Throws a 404 for an id that does not exist, a 400 for a
 * product without a value for one of the attributes and for two with the same values.
 */
export async function saveConfigurableLinks(product: SavedProduct, childIds: readonly number[], db: Db): Promise<void> {
  const ids = [...new Set(childIds)];
  const attributes = await db.query<{ code: string }>(
    `select a.code from configurable_option o join attribute a on a.id = o.attribute_id
    where o.product_id = $1 order by o.position, o.id`,
    [product.id],
  );
  const codes = attributes.map(({ code }) => code);
  const variations = await db.query<Variation>(
    `select given.id, p.id is not null as exists,
      array(select v.data ->> c.code from unnest($2::text[]) with ordinality as c (code, place) order by c.place) as values
    from unnest($1::int[]) with ordinality as given (id, place)
    left join product p on p.id = given.id
    left join product_values v on v.product_id = p.id and v.store_id = 0
    order by given.place`,
    [ids, codes],
  );
  checkVariations(variations, codes);
  await db.models.configurableLink.deleteMany({ where: { parent_id: product.id, child_id: { notIn: ids } } });
  await db.models.configurableLink.createMany({
    data: ids.map((child_id) => ({ parent_id: product.id, child_id })),
    skipDuplicates: true,
  });
}

function checkVariations(variations: readonly Variation[], codes: readonly string[]): void {
  const seen = new Map<string, number>();
  for (const { id, exists, values } of variations) {
    if (!exists) throw notFound('The product with ID "%1" does not exist.', [id]);
    for (const [index, code] of codes.entries()) {
      if (values[index] == null) {
        throw inputError('Product with id "%1" does not contain required attribute "%2".', [id, code]);
      }
    }
    const key = JSON.stringify(values);
    const other = seen.get(key);
    if (codes.length > 0 && other !== undefined) {
      throw inputError('Products "%1" and "%2" have the same set of attribute values.', [id, other]);
    }
    seen.set(key, id);
  }
}
