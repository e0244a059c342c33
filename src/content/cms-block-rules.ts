import type { Db } from "../db/database.js";
import type { Context } from "../call/context.js";
import { inputError, invalid, missing, notFound } from "../call/errors.js";
import { blockTable, readCmsBlock, readCmsBlockCalled } from "./cms-blocks.rows.js";
import type { CmsBlock } from "./cms-blocks.types.js";
import { claimIdentifier, insertRecord, lockRecord, readStoreIds, removeRecord, updateRecord } from "./records.rows.js";

const longestIdentifier = 255;
const highestId = 2147483647;

/** Returns the block with the id or identifier. Throws 404 if there is none. */
export async function cmsBlockOf({ db, scope }: Context, idOrIdentifier: string): Promise<CmsBlock> {
  const found = /^\d+$/.test(idOrIdentifier)
    ? Number(idOrIdentifier) <= highestId && (await readCmsBlock(db, Number(idOrIdentifier)))
    : await readCmsBlockCalled(db, idOrIdentifier, scope.storeId);
  if (!found) throw notFound('The CMS block with the "%1" ID doesn\'t exist.', [idOrIdentifier]);
  return found;
}

/**
 * Creates a block in the current store view, or updates the given fields of the block with the given id, and returns
 * it. Throws 400 for a missing identifier or title, content that refers to the block itself, and an identifier that
 * another block of its store views has.
 */
export async function saveCmsBlock(ctx: Context, given: CmsBlock): Promise<CmsBlock> {
  const { db, scope } = ctx;
  const id = given.id || 0;
  if (id !== 0) await lockRecord(db, blockTable, id);
  const stored = id === 0 ? undefined : await cmsBlockOf(ctx, String(id));
  const values = valuesOf(given, stored);
  const blank = (["identifier", "title"] as const).filter((name) => values[name].trim() === "");
  if (blank.length > 0) throw missing(blank);
  if (values.identifier.length > longestIdentifier) {
    throw invalid("identifier", values.identifier);
  }
  if (id !== 0 && values.content?.includes(`block_id="${id}"`)) {
    throw inputError("Make sure that static block content does not reference the block itself.");
  }
  const storeIds = stored ? await readStoreIds(db, blockTable, id) : [scope.storeId];
  if (!(await claimIdentifier(db, blockTable, { id, identifier: values.identifier, storeIds }))) {
    throw inputError("A block identifier with the same properties already exists in the selected store.");
  }
  return cmsBlockOf(ctx, String(await write(db, { id, values, storeId: scope.storeId })));
}

/** Deletes a block. Throws 404 for an unknown one. */
export async function deleteCmsBlock(ctx: Context, idOrIdentifier: string): Promise<void> {
  const { id } = await cmsBlockOf(ctx, idOrIdentifier);
  await removeRecord(ctx.db, blockTable, id ?? 0);
}

function valuesOf(given: CmsBlock, stored: CmsBlock | undefined) {
  return {
    identifier: given.identifier ?? stored?.identifier ?? "",
    title: given.title ?? stored?.title ?? "",
    content: given.content === undefined ? (stored?.content ?? null) : given.content,
    is_active: given.active ?? stored?.active ?? true,
  };
}

interface BlockWrite {
  readonly id: number;
  readonly values: ReturnType<typeof valuesOf>;
  readonly storeId: number;
}

async function write(db: Db, { id, values, storeId }: BlockWrite): Promise<number> {
  if (id === 0) return insertRecord(db, blockTable, { values, storeId });
  await updateRecord(db, blockTable, { ...values, id });
  return id;
}
