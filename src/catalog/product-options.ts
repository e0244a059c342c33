import { toAmount } from "../pricing/price-amounts.js";
import type { Context } from "../webapi/context.js";
import { inputError, notFound } from "../webapi/errors.js";
import type { DecimalText } from "../webapi/scalars.js";
import { skuTooLong } from "./product-errors.js";
import type { CustomOption } from "./product-option.types.js";
import type { SavedProduct } from "./saved-product.js";
import { withOwnValues } from "./store-values.js";

const longestSku = 64;
const choiceTypes: ReadonlySet<string> = new Set(["drop_down", "radio", "checkbox", "multiple"]);
const entryTypes: ReadonlySet<string> = new Set(["field", "area", "file", "date", "date_time", "time"]);

/** Which values of an option, or of a choice, go to the store view that the save is about, and which hold globally. */
interface Scoped {
  readonly title?: string | null | undefined;
  readonly price?: DecimalText | null | undefined;
  readonly price_type?: string | null | undefined;
}

interface Stored {
  readonly by_store: unknown;
}

interface Saving {
  readonly product: SavedProduct;
  readonly ctx: Context;
}

/**
 * Gives the product these custom options and no others: one with an id is changed, one without is added. Throws a 400
 * for an option that is not complete and a 404 for an id that is not one of the product's.
 */
export async function saveCustomOptions(
  product: SavedProduct,
  options: readonly CustomOption[],
  ctx: Context,
): Promise<void> {
  const { models } = ctx.db;
  const stored = await models.productOption.findMany({ where: { product_id: product.id }, include: { values: true } });
  const kept = options.flatMap(({ option_id }) => (option_id == null ? [] : [option_id]));
  const unknown = kept.find((id) => !stored.some(({ option_id }) => option_id === id));
  if (unknown !== undefined) throw optionNotFound();
  await models.productOption.deleteMany({ where: { product_id: product.id, option_id: { notIn: kept } } });
  for (const option of options) {
    const before = stored.find(({ option_id }) => option_id === option.option_id);
    checkOption(option, before?.type ?? option.type);
    const own = ownColumns(option);
    const { option_id: id } = before
      ? await models.productOption.update({
          where: { option_id: before.option_id },
          data: { ...own, ...scopedColumns(option, before, { product, ctx }) },
        })
      : await models.productOption.create({
          data: { ...own, ...newColumns(option), type: option.type ?? "", product_id: product.id },
        });
    await saveChoicesOf(id, { option, stored: before?.values ?? [] }, { product, ctx });
  }
}

const optionNotFound = () => notFound("The option that was requested doesn't exist. Verify the entity and try again.");

async function saveChoicesOf(
  optionId: number,
  {
    option,
    stored,
  }: { readonly option: CustomOption; readonly stored: readonly (Stored & { option_type_id: number })[] },
  saving: Saving,
): Promise<void> {
  if (option.values == null) return;
  const { models } = saving.ctx.db;
  const kept = option.values.flatMap(({ option_type_id }) => (option_type_id == null ? [] : [option_type_id]));
  await models.productOptionValue.deleteMany({ where: { option_id: optionId, option_type_id: { notIn: kept } } });
  for (const choice of option.values) {
    const before = stored.find(({ option_type_id }) => option_type_id === choice.option_type_id);
    if (choice.option_type_id != null && !before) throw optionNotFound();
    const own = { ...present("sku", choice.sku), ...present("sort_order", choice.sort_order ?? undefined) };
    if (before) {
      await models.productOptionValue.update({
        where: { option_type_id: before.option_type_id },
        data: { ...own, ...scopedColumns(choice, before, saving) },
      });
    } else {
      await models.productOptionValue.create({ data: { ...own, ...newColumns(choice), option_id: optionId } });
    }
  }
}

/** `{ [name]: value }`, or nothing where the value was not sent. */
const present = <Name extends string, Value>(name: Name, value: Value | undefined) =>
  (value === undefined ? {} : { [name]: value }) as Partial<Record<Name, Value>>;

const ownColumns = (option: CustomOption) => ({
  ...present("is_require", option.is_require ?? undefined),
  ...present("sort_order", option.sort_order ?? undefined),
  ...present("sku", option.sku),
  ...present("file_extension", option.file_extension),
  ...present("max_characters", option.max_characters),
  ...present("image_size_x", option.image_size_x),
  ...present("image_size_y", option.image_size_y),
});

const newColumns = ({ title, price, price_type }: Scoped) => ({
  title: title ?? "",
  price: price ?? null,
  price_type: price == null ? null : (price_type ?? "fixed"),
});

/** In a store view the title is its own; so is the price where prices may differ by website. */
function scopedColumns(given: Scoped, before: Stored, { product, ctx }: Saving) {
  const { title, price, price_type } = given;
  const prices = { ...present("price", price), ...present("price_type", price_type) };
  const { storeId } = product;
  if (storeId === 0) return { ...present("title", title ?? undefined), ...prices };
  if (ctx.config.PORTICO_PRICE_SCOPE === "global") {
    return { ...prices, by_store: withOwnValues(before.by_store, storeId, { title }) };
  }
  return { by_store: withOwnValues(before.by_store, storeId, { title, price, price_type }) };
}

function checkOption(option: CustomOption, type: string | null | undefined): void {
  const isKnown = option.option_id != null;
  if (!isKnown && (!option.title || !type)) throw inputError("Missed values for option required fields");
  if (type == null || (!choiceTypes.has(type) && !entryTypes.has(type))) throw inputError("Invalid option type");
  if (!isPrice(option)) throw inputError("Invalid option value");
  if ([option, ...(option.values ?? [])].some(({ sku }) => [...(sku ?? "")].length > longestSku)) {
    throw skuTooLong(longestSku);
  }
  if (!choiceTypes.has(type)) return;
  const { values } = option;
  const isMissing = values == null ? !isKnown : values.length === 0;
  if (isMissing || values?.some((choice) => !isPrice(choice) || (choice.option_type_id == null && !choice.title))) {
    throw inputError("Invalid option value");
  }
}

const isPrice = ({ price, price_type: type }: Scoped) =>
  (price == null || toAmount(price) !== undefined) && (type == null || type === "fixed" || type === "percent");
