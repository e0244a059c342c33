import { batched } from "../../../../platform/db/batched.js";
import type { Db } from "../../../../platform/db/database.js";
import { isForeignKeyViolation, isUniqueViolation } from "../../../../platform/db/sql-errors.js";
import type { CatalogContext } from "../../catalog-context.js";
import { defaultValues, productDesign, checkDesign } from "../../design-rights.js";
import { readValues } from "../find/product-values.sql.js";
import { invalid } from "../../../../api/call/errors.js";
import { noticeUnknownAttributes } from "../../../../api/call/notices.js";
import { changedValues, unknownCodes } from "./changed-values.js";
import { givenValues, priceCodes } from "./given-values.js";
import { type SaveFactsQuery, readSaveFacts, type SaveFacts } from "../../attributes/product-attributes.sql.js";
import { type NewEvent, recordEvents } from "../../../events/published.recording.js";
import { renameStock, retypeStock } from "../../../inventory/published.js";
import type { PriceCheck } from "../../../pricing/published.js";
import { notSaved, notUnique, setNotFound, skuTooLong, valueEmpty } from "../product-errors.js";
import { givenPrices } from "./prices/product-prices.js";
import { productTypes } from "../product-kinds.js";
import type { Product } from "../product.types.js";
import { saveParts } from "./save-parts.js";
import { savePrices } from "./prices/save-prices.js";
import type { SavedProduct } from "./saved-product.js";
import { saveValues } from "./save-values.js";
import { removeTypeParts } from "./type-parts.js";
import { lockProduct } from "./lock-product.js";
import { insertProduct, type NewProduct, type StoredProduct, updateProductRow } from "./stored-product.sql.js";

/**
 * Creates a product or updates the given fields, and returns it as it was saved. Absent lists stay unchanged, an empty list
 * deletes all entries, any other list replaces them. Throws 400 or 404 if a rule is violated; nothing is saved then.
 */
export async function saveProduct(sent: Product, ctx: CatalogContext): Promise<SavedProduct> {
  const given = ctx.productChecks && !ctx.isImport ? await ctx.productChecks(ctx, sent) : sent;
  const sku = checkedSku(given.sku);
  const values = givenValues(given);
  // Begun first, so that its statements are sent with the one that locks the product.
  const check = [...values.keys()].some((code) => priceCodes.has(code)) ? ctx.priceChecks.begin(ctx) : undefined;
  const found = await lockProduct(ctx.db, { id: given.id, sku });
  const saved = found
    ? await update(found, { ...given, sku }, { values, check, ctx })
    : await create({ ...given, sku }, { values, check, ctx });
  noticeUnknownAttributes(ctx, unknownCodes(values, saved.facts));
  await saveParts(saved, given, ctx);
  const type_id = given.type_id ?? found?.type_id ?? "simple";
  await recordSaved(ctx.db, { type: "product.saved", data: { id: saved.id, sku: saved.sku, type_id } });
  return saved;
}

/** Adds an event to the feed. Concurrent saves in one transaction share a statement. */
const recordSaved: (db: Db, event: NewEvent) => Promise<undefined> = batched({
  groupBy: () => "",
  load: async (db: Db, events: readonly NewEvent[]) => {
    await recordEvents(db, events);
    return events.map(() => undefined);
  },
});

interface Saving {
  readonly values: ReadonlyMap<string, unknown>;
  /** Checks the prices of the request; absent if it has none. */
  readonly check: PriceCheck | undefined;
  readonly ctx: CatalogContext;
}

function checkedSku(given: string | null | undefined): string {
  const sku = (given ?? "").trim();
  if (sku === "") throw valueEmpty("sku");
  if ([...sku].length > 64) throw skuTooLong(64);
  return sku;
}

function checkedType(typeId: string): string {
  if (!productTypes.some(({ name }) => name === typeId)) throw invalid("type_id", typeId);
  return typeId;
}

/** Returns the codes of attributes that are stored in documents; prices and parts need no lookup. */
const documentCodes = (values: ReadonlyMap<string, unknown>) =>
  [...values.keys()].filter((code) => !priceCodes.has(code));

/** Reads the data that an update needs. A save of global prices alone needs no lookup. */
async function factsFor(wanted: SaveFactsQuery, ctx: CatalogContext): Promise<SaveFacts> {
  const isLookedUp =
    wanted.codes.length > 0 || wanted.attributeSetId !== null || ctx.config.PORTICO_PRICE_SCOPE === "website";
  return isLookedUp
    ? readSaveFacts(ctx.db, wanted)
    : { attributes: new Map(), set_exists: true, website_store_ids: [], stored_values: {} };
}

async function create(given: Product, { values, check, ctx }: Saving): Promise<SavedProduct> {
  const typeId = checkedType(given.type_id ?? "simple");
  const attributeSetId = given.attribute_set_id ?? null;
  const { websiteId } = ctx.scope;
  const wanted = { productId: null, codes: documentCodes(values), attributeSetId, websiteId, forNewProduct: true };
  const facts = await readSaveFacts(ctx.db, wanted);
  if (attributeSetId === null || !facts.set_exists) throw setNotFound();
  const priceScope = ctx.config.PORTICO_PRICE_SCOPE;
  const changes = changedValues(values, { typeId, isNew: true, scope: ctx.scope, priceScope }, facts);
  const before = () => defaultValues(facts.attributes.values());
  await checkDesign(ctx, productDesign, { changes, before });
  const hasFixedPrice = typeId === "bundle" && changes.get(0)?.["price_type"] === "1";
  const amounts = givenPrices(values, { typeId, hasFixedPrice, isNew: true });
  const row = { sku: given.sku, typeId, attributeSetId, hasFixedPrice };
  const id = await insertProduct(ctx.db, row).catch(throwConflict);
  if (id === undefined) return update(await lockCreatedProduct(given, ctx), given, { values, check, ctx });
  const saved = { id, sku: given.sku, typeId, isNew: true, storeId: 0, values, facts };
  await saveValues(saved, changes, ctx.db);
  await savePrices({ ...saved, hasFixedPrice }, { amounts, check }, ctx);
  return saved;
}

/** Throws 400 if another product just got the SKU, or the attribute set was just deleted. */
function throwConflict(error: unknown): never {
  if (isUniqueViolation(error)) throw notUnique("SKU");
  if (isForeignKeyViolation(error)) throw setNotFound();
  throw error;
}

async function lockCreatedProduct(given: Product, ctx: CatalogContext): Promise<StoredProduct> {
  const found = await lockProduct(ctx.db, { sku: given.sku });
  if (!found) throw notSaved();
  return found;
}

async function update(found: StoredProduct, given: Product, { values, check, ctx }: Saving): Promise<SavedProduct> {
  const typeId = checkedType(given.type_id ?? found.type_id);
  const isOtherSet = given.attribute_set_id != null && given.attribute_set_id !== found.attribute_set_id;
  const facts = await factsFor(
    {
      productId: ctx.scope.storeId === 0 ? null : found.id,
      codes: documentCodes(values),
      attributeSetId: isOtherSet ? (given.attribute_set_id ?? null) : null,
      websiteId: ctx.scope.websiteId,
      forNewProduct: false,
    },
    ctx,
  );
  if (isOtherSet && !facts.set_exists) throw setNotFound();
  const priceScope = ctx.config.PORTICO_PRICE_SCOPE;
  const changes = changedValues(values, { typeId, isNew: false, scope: ctx.scope, priceScope }, facts);
  await checkDesign(ctx, productDesign, { changes, before: () => readValues(ctx.db, found.id) });
  const priceType = changes.get(0)?.["price_type"];
  const hasFixedPrice = typeId === "bundle" && (priceType === undefined ? found.has_fixed_price : priceType === "1");
  const saved = { id: found.id, sku: given.sku, typeId, isNew: false, storeId: ctx.scope.storeId, values, facts };
  const row = {
    sku: given.sku,
    typeId,
    attributeSetId: given.attribute_set_id ?? found.attribute_set_id,
    hasFixedPrice,
  };
  const amounts = givenPrices(values, { typeId, hasFixedPrice, isNew: false });
  if (amounts?.price === undefined || found.has_undated_low_stock || isRowChanged(found, row) || changes.size > 0) {
    await updateProductRow(ctx.db, found.id, row).catch(throwConflict);
  }
  if (given.sku !== found.sku) await renameStock(ctx.db, saved, found.sku);
  if (typeId !== found.type_id) {
    await removeTypeParts(found.id, found.type_id, ctx);
    await retypeStock(ctx.db, saved, found.type_id);
  }
  await saveValues(saved, changes, ctx.db);
  await savePrices({ ...saved, hasFixedPrice }, { amounts, check }, ctx);
  return saved;
}

/**
 * Whether the product's row changes. Writing a base price also updates `updated_at`, so a save of prices can skip the
 * row.
 */
const isRowChanged = (found: StoredProduct, row: NewProduct) =>
  found.sku !== row.sku ||
  found.type_id !== row.typeId ||
  found.attribute_set_id !== row.attributeSetId ||
  found.has_fixed_price !== row.hasFixedPrice;
