import { logRerun } from "../../../../api/call/failure.js";
import { batched } from "../../../../platform/db/batched.js";
import { allInOrder } from "../../../../platform/process/promises.js";
import type { Db } from "../../../../platform/db/database.js";
import { keyOf } from "../../../../platform/db/models.js";
import type { CatalogContext } from "../../catalog-context.js";
import { readOneProduct } from "../find/find-products.js";
import { productNotFound } from "../product-errors.js";
import type { Product } from "../product.types.js";
import { saveProduct } from "./save-product.js";

/** A product to save, and the call that saves it. */
export interface ProductSave {
  readonly given: Product;
  readonly ctx: CatalogContext;
}

/**
 * Returns a product as Magento answers it: to a POST, also of a product that exists, only with the lists that were sent,
 * unless its SKU was sent in another form than it is stored.
 */
function asAnswered(saved: Product, { given: sent, ctx }: ProductSave): Product {
  const isPost = ctx.call?.line.startsWith("POST ") === true && !ctx.answersStored;
  if (!isPost || sent.sku !== saved.sku) return saved;
  const { product_links: links, tier_prices: tiers, ...product } = saved;
  return {
    ...product,
    ...(sent.product_links == null ? {} : { product_links: links }),
    ...(sent.tier_prices == null ? {} : { tier_prices: tiers }),
  };
}

/** Saves a product in a transaction and returns it as it was saved. */
export const saveAlone = (db: Db, save: ProductSave): Promise<Product> =>
  db.transaction(async (tx) => {
    const { given, ctx } = save;
    const within = { ...ctx, db: tx };
    const { sku } = await saveProduct(given, within);
    const saved = await readOneProduct(sku, ctx.scope.storeId, within);
    if (!saved) throw productNotFound();
    return asAnswered(saved, save);
  });

/**
 * Saves a product and returns it as it was saved. Concurrent saves of the same fields by the same caller share a
 * transaction and most of its statements. If some of them fail, the others share another one, and those that failed run
 * again after it, each in a transaction of its own.
 */
export const saveTogether: (db: Db, save: ProductSave) => Promise<Product> = batched({
  // One alone would wait for the disk while nothing else is done.
  atOnce: 2,
  groupBy: ({ given, ctx: { actor, scope } }: ProductSave) =>
    [actor.type, actor.id, scope.storeId, ...Object.keys(given).sort()].join(" "),
  load: async (db, saves: readonly ProductSave[]): Promise<(Product | Error)[]> => {
    const [first, ...more] = saves;
    if (!first) return [];
    if (more.length === 0) return [await saveAlone(db, first)];
    const failed = new Set<ProductSave>();
    const together = await saveInOne(db, saves, failed);
    if (together) return together;
    const alone = (save: ProductSave) => saveAlone(db, save).catch(asError);
    // Without a save that failed, the commit did, maybe because the database went away: nothing says that another would not.
    if (failed.size === 0) return Promise.all(saves.map(alone));
    const others = saves.filter((save) => !failed.has(save));
    const saved = (await saveInOne(db, others, new Set())) ?? (await Promise.all(others.map(alone)));
    const results = new Map(others.map((save, at) => [save, saved[at]]));
    return Promise.all(saves.map(async (save) => results.get(save) ?? alone(save)));
  },
});

/** Saves products in one transaction. Returns undefined if that fails; `failed` then has the saves that did. */
async function saveInOne(
  db: Db,
  saves: readonly ProductSave[],
  failed: Set<ProductSave>,
): Promise<Product[] | undefined> {
  const [first] = saves;
  if (!first) return [];
  try {
    return await db.transaction((tx) => {
      // A transaction can run again, after a conflict with another one.
      failed.clear();
      return saveAll(tx, saves, failed);
    });
  } catch (error) {
    logRerun(first.ctx.log, error, "saving products again whose transaction failed");
    return undefined;
  }
}

/** Saves products in a transaction. Saves of one product run in order. Throws the first error after all have ended. */
async function saveAll(tx: Db, saves: readonly ProductSave[], failed: Set<ProductSave>): Promise<Product[]> {
  const last = new Map<string, Promise<unknown>>();
  return allInOrder(
    saves.map((save) => {
      const key = keyOf(save.given.sku.trim());
      const earlier = last.get(key);
      const saving = earlier ? earlier.then(() => saveAlone(tx, save)) : saveAlone(tx, save);
      last.set(key, saving);
      return saving.catch((error: unknown) => {
        failed.add(save);
        throw error;
      });
    }),
  );
}

const asError = (reason: unknown): Error => (reason instanceof Error ? reason : new Error(String(reason)));
