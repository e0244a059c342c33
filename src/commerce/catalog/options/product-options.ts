import type { CatalogContext } from "../catalog-context.js";
import { noSuchEntity, notFound, WebapiError } from "../../../api/call/errors.js";
import { notSaved } from "../products/product-errors.js";
import type { SavedProduct } from "../products/save/saved-product.js";
import { withOwnValues } from "../products/find/store-values.js";
import { fit, signedAmountColumn } from "../../../platform/money/columns.js";
import { checkOption } from "./option-rules.js";
import { groupOfType, hasChoices } from "./option-types.js";
import {
  type ChoiceRow,
  type OptionRow,
  type OptionsToChange,
  readOptionsToChange,
  type ScopedRow,
  writeOptions,
} from "./product-option.rows.js";
import type { CustomOption, CustomOptionValue } from "./product-option.types.js";

/** The product whose options are saved, and the store view of the titles and prices; 0 for the global values. */
export type OptionsOwner = Pick<SavedProduct, "id" | "storeId"> & {
  /** The store views that share a store view's prices; none if prices are global. */
  readonly priceStoreIds: readonly number[];
};

/** 404 for an option that the product does not have. */
export const optionNotFound = (optionId: number) => noSuchEntity("optionId", optionId);

/**
 * Replaces the custom options of a product: an option with an id is updated, one without is created. Throws 400 for an
 * incomplete option, without a reason as in Magento, and 404 for an option of another product.
 */
export async function saveCustomOptions(
  product: SavedProduct,
  options: readonly CustomOption[],
  { db, config }: CatalogContext,
): Promise<void> {
  const priceStoreIds = config.PORTICO_PRICE_SCOPE === "website" ? product.facts.website_store_ids : [];
  const rows = await rowsOf({ ...product, priceStoreIds }, options, db).catch((error: unknown) => {
    throw error instanceof WebapiError && error.code === "BAD_REQUEST" ? notSaved() : error;
  });
  await writeOptions(db, product.id, { rows, only: true });
}

/**
 * Creates an option of the product, or updates the option with the given id. Returns its row. Throws as
 * `saveCustomOptions` does.
 */
export async function saveOneOption(
  owner: OptionsOwner,
  option: CustomOption,
  db: CatalogContext["db"],
): Promise<OptionRow> {
  const rows = await rowsOf(owner, [option], db);
  await writeOptions(db, owner.id, { rows, only: false });
  const [row] = rows;
  if (!row) throw new Error("the option that was just saved has no row");
  return row;
}

async function rowsOf(
  owner: OptionsOwner,
  options: readonly CustomOption[],
  db: CatalogContext["db"],
): Promise<readonly OptionRow[]> {
  const choices = options.flatMap(({ values }) => values ?? []);
  const facts = await readOptionsToChange(db, owner.id, {
    options: options.filter(({ option_id }) => !option_id).length,
    choices: choices.filter(({ option_type_id }) => !option_type_id).length,
  });
  const merge = new OptionMerge(owner, facts);
  const rows = options.map((option) => merge.option(option));
  return [...new Map(rows.map((row) => [row.option_id, row])).values()];
}

/** Merges the options of a request into the stored options; absent fields stay unchanged. */
class OptionMerge {
  private readonly optionIds: number[];
  private readonly choiceIds: number[];

  constructor(
    private readonly owner: OptionsOwner,
    private readonly facts: OptionsToChange,
  ) {
    this.optionIds = [...facts.optionIds];
    this.choiceIds = [...facts.choiceIds];
  }

  option(given: CustomOption): OptionRow {
    const before = this.facts.stored.find(({ option_id }) => option_id === given.option_id);
    if (given.option_id && !before) throw notFound("No such entity.");
    checkOption({ given, before, inView: this.owner.storeId !== 0 });
    const type = given.type ?? before?.type ?? "";
    const group = groupOfType(type);
    const of = <Value>(wanted: string, value: Value) => (group === wanted ? value : null);
    return {
      option_id: before?.option_id ?? this.optionIds.shift() ?? 0,
      type,
      ...this.scoped(given, before, { isPriced: !hasChoices(type) }),
      is_require: given.is_require ?? before?.is_require ?? true,
      sort_order: given.sort_order ?? before?.sort_order ?? 0,
      sku: hasChoices(type) ? null : keepOrDefault(given.sku, before?.sku),
      file_extension: of("File", keepOrDefault(given.file_extension, before?.file_extension)),
      max_characters: of("Text", keepOrDefault(given.max_characters, before?.max_characters)),
      image_size_x: of("File", keepOrDefault(given.image_size_x, before?.image_size_x)),
      image_size_y: of("File", keepOrDefault(given.image_size_y, before?.image_size_y)),
      choices: hasChoices(type) ? this.choices(given, before) : [],
    };
  }

  private choices(option: CustomOption, before: OptionRow | undefined): readonly ChoiceRow[] {
    if (option.values == null) return before?.choices ?? [];
    const rows = option.values.map((given) => this.choice(given, before?.choices ?? []));
    return [...new Map(rows.map((row) => [row.option_type_id, row])).values()];
  }

  private choice(given: CustomOptionValue, stored: readonly ChoiceRow[]): ChoiceRow {
    const before = stored.find(({ option_type_id }) => option_type_id === given.option_type_id);
    if (given.option_type_id && !before) throw noSuchEntity("optionTypeId", given.option_type_id);
    return {
      option_type_id: before?.option_type_id ?? this.choiceIds.shift() ?? 0,
      ...this.scoped(given, before, { isPriced: true }),
      sku: keepOrDefault(given.sku, before?.sku),
      sort_order: given.sort_order ?? before?.sort_order ?? 0,
    };
  }

  /**
   * The values of a new option are global. In a store view, the title is saved for that view, and the price for all
   * store views of the website if the price scope is website.
   */
  private scoped(
    given: Pick<CustomOption, "title" | "price" | "price_type">,
    before: ScopedRow | undefined,
    { isPriced }: { readonly isPriced: boolean },
  ): ScopedRow {
    const { storeId, priceStoreIds } = this.owner;
    const inView = before !== undefined && storeId !== 0;
    const price = given.price == null ? given.price : fit(given.price, signedAmountColumn);
    // An amount needs its type, so a store view clears both together.
    const own = { price, price_type: price === null ? null : given.price_type };
    const isOwn = inView && priceStoreIds.length > 0;
    const changed = isOwn ? {} : { price, price_type: given.price_type };
    let by_store = (isPriced ? before?.by_store : withoutPrices(before?.by_store)) ?? {};
    if (inView) by_store = withOwnValues(by_store, storeId, { title: given.title });
    for (const id of isOwn && isPriced ? priceStoreIds : []) by_store = withOwnValues(by_store, id, own);
    return {
      title: (inView ? null : given.title) ?? before?.title ?? "",
      price: isPriced ? (changed.price ?? before?.price ?? "0") : null,
      price_type: isPriced ? (changed.price_type ?? before?.price_type ?? "fixed") : null,
      by_store,
    };
  }
}

/** Returns the store view values of an option that no longer has a price. */
const withoutPrices = (byStore: ScopedRow["by_store"] = {}): ScopedRow["by_store"] =>
  Object.fromEntries(
    Object.entries(byStore).map(([id, { price: _price, price_type: _type, ...others }]) => [id, others]),
  );

const keepOrDefault = <Value>(given: Value | null | undefined, before: Value | null | undefined): Value | null =>
  given === undefined ? (before ?? null) : given;
