import type { Context } from "../../api/call/context.js";
import { inputError, invalid, missing, notFound } from "../../api/call/errors.js";
import { presentColumns } from "../../platform/db/models.js";
import {
  type BlockData,
  claimBlockIdentifier,
  deleteBlockRow,
  insertBlock,
  lockBlock,
  readCmsBlock,
  readCmsBlockCalled,
  readStoresOfBlock,
  updateBlock,
} from "./cms-blocks.rows.js";
import type { CmsBlock } from "./cms-blocks.types.js";

const maxIdentifierLength = 255;
const maxId = 2147483647;

const unknownBlock = 'The CMS block with the "%1" ID doesn\'t exist.';

/** Returns the block with the id or identifier. Throws 404 that names it as it was sent if there is none. */
export async function requireCmsBlock({ db, scope }: Context, given: string | number): Promise<CmsBlock> {
  const id = /^\d+$/.test(String(given)) ? Number(given) : undefined;
  const found =
    id === undefined
      ? await readCmsBlockCalled(db, String(given), scope.storeId)
      : id <= maxId && (await readCmsBlock(db, id));
  if (!found) throw notFound(unknownBlock, [given]);
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
  if (id !== 0) await lockBlock(db, id);
  const stored = id === 0 ? undefined : await requireCmsBlock(ctx, id);
  const values = valuesOf(given, stored);
  const blank = (["identifier", "title"] as const).filter((name) => values[name].trim() === "");
  if (blank.length > 0) throw missing(blank);
  if (values.identifier.length > maxIdentifierLength) {
    throw invalid("identifier", values.identifier);
  }
  if (id !== 0 && values.content?.includes(`block_id="${id}"`)) {
    throw inputError("Make sure that static block content does not reference the block itself.");
  }
  const storeIds = stored ? await readStoresOfBlock(db, id) : [scope.storeId];
  if (!(await claimBlockIdentifier(db, { id, identifier: values.identifier, storeIds }))) {
    throw inputError("A block identifier with the same properties already exists in the selected store.");
  }
  if (stored) await updateBlock(db, id, values);
  const block = await requireCmsBlock(ctx, stored ? id : await insertBlock(db, values, scope.storeId));
  return asAnswered(ctx, block, { given, isStored: stored !== undefined });
}

/**
 * Returns a saved block as Magento answers it, which repeats the request: without the time of the change, without a title
 * that null was sent for, and a new block without its creation time and inactive unless `active` was sent.
 */
function asAnswered(
  { answersStored }: Context,
  saved: CmsBlock,
  { given, isStored }: { readonly given: CmsBlock; readonly isStored: boolean },
): CmsBlock {
  const block = isStored ? saved : { ...saved, active: given.active ?? false };
  if (answersStored) return block;
  const { update_time: _updated, creation_time, title, ...others } = block;
  return {
    ...others,
    ...(isStored ? { creation_time } : {}),
    ...(given.title === null ? {} : { title }),
  };
}

/** Deletes a block. Throws 404 for an unknown id or identifier. */
export async function deleteCmsBlock(ctx: Context, idOrIdentifier: string): Promise<void> {
  const { id } = await requireCmsBlock(ctx, idOrIdentifier);
  await deleteBlockRow(ctx.db, id ?? 0);
}

function valuesOf(given: CmsBlock, stored: CmsBlock | undefined): BlockData {
  const { creation_time: _created, update_time: _updated, ...fields } = given;
  return {
    ...presentColumns("cmsBlock", fields),
    identifier: given.identifier ?? stored?.identifier ?? "",
    title: given.title ?? stored?.title ?? "",
    content: given.content === undefined ? (stored?.content ?? null) : given.content,
    is_active: given.active ?? stored?.active ?? true,
  };
}
