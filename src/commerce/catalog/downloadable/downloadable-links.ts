import type { CatalogContext } from "../catalog-context.js";
import { inputError, invalid } from "../../../api/call/errors.js";
import { toAmount } from "../../../platform/money/columns.js";
import { drawIds } from "../products/save/new-ids.sql.js";
import { withOwnValues } from "../products/find/store-values.js";
import {
  hasFileSource,
  linkSampleTexts,
  linkTexts,
  acceptSource,
  type SourceContext,
  sourceOf,
} from "./download-sources.js";
import { type LinkRow, readStoredLinks, removeOtherDownloads, writeDownloads } from "./downloadable.rows.js";
import { type Downloadable, checkOwner, titleColumns, checkNotNegative } from "./downloads.js";
import type { DownloadableLink } from "./product-downloadable.types.js";
import { ProductFiles, removeUnusedFiles } from "./product-files.js";

const table = "downloadable_link";

/** Values of `is_shareable`: no, yes, and as configured. */
const sharingModes: readonly number[] = [0, 1, 2];

/** Replaces the links of a downloadable product. Throws 400 for an invalid link, 404 for an unknown id. */
export async function saveDownloadableLinks(
  product: Downloadable,
  links: readonly DownloadableLink[],
  ctx: CatalogContext,
): Promise<void> {
  const keptIds = links.flatMap(({ id }) => (id ? [id] : []));
  const stored = await readStoredLinks(ctx.db, product.id);
  await checkOwner(table, { ids: keptIds, stored }, ctx.db);
  if (keptIds.length < stored.length) await removeOtherDownloads(ctx.db, table, { productId: product.id, keptIds });
  await writeLinks(product, { links, stored }, ctx);
}

/**
 * Creates a link of a product or updates the link with the given id. Returns its id. Throws as `saveDownloadableLinks`
 * does.
 */
export async function saveOneLink(product: Downloadable, link: DownloadableLink, ctx: CatalogContext): Promise<number> {
  const stored = await readStoredLinks(ctx.db, product.id);
  await checkOwner(table, { ids: link.id ? [link.id] : [], stored }, ctx.db);
  const [id = 0] = await writeLinks(product, { links: [link], stored }, ctx);
  return id;
}

interface Given {
  readonly links: readonly DownloadableLink[];
  readonly stored: readonly LinkRow[];
}

async function writeLinks(product: Downloadable, { links, stored }: Given, ctx: CatalogContext): Promise<number[]> {
  const matched = links.map((link) => ({ link, before: stored.find(({ id }) => id === link.id) }));
  const known = matched.flatMap(({ before }) => (before ? [before.id] : []));
  if (new Set(known).size < known.length)
    throw inputError("The link information is invalid. Verify the link and try again.");
  const sources = links.flatMap((link) => [linkSource(link), sampleSource(link)]);
  const files = await ProductFiles.of(product.id, hasFileSource(sources), ctx);
  const fresh = await drawIds(ctx.db, table, matched.filter(({ before }) => !before).length);
  const rows = matched.map(({ link, before }) => ({
    id: before?.id ?? fresh.shift() ?? 0,
    product_id: product.id,
    ...ownColumns(link, before),
    ...scopedColumns(product, { link, before }),
    ...sourceColumns({ link, before }, { config: ctx.config, files }),
  }));
  await files.saveAdded(ctx);
  await writeDownloads(ctx.db, table, rows);
  await removeUnusedFiles(product.id, ctx);
  return rows.map(({ id }) => id);
}

const linkSource = ({ link_type, link_url, link_file, link_file_content }: DownloadableLink) => ({
  type: link_type,
  url: link_url,
  file: link_file,
  content: link_file_content,
});

const sampleSource = ({ sample_type, sample_url, sample_file, sample_file_content }: DownloadableLink) => ({
  type: sample_type,
  url: sample_url,
  file: sample_file,
  content: sample_file_content,
});

interface Match {
  readonly link: DownloadableLink;
  readonly before: LinkRow | undefined;
}

function ownColumns(link: DownloadableLink, before: LinkRow | undefined) {
  const downloads = checkNotNegative(link.number_of_downloads, "Number of downloads must be a positive integer.");
  const order = checkNotNegative(link.sort_order, "Sort order must be a positive integer.");
  const { is_shareable: sharing } = link;
  if (sharing != null && !sharingModes.includes(sharing)) throw invalid("is_shareable", sharing);
  return {
    number_of_downloads: downloads ?? before?.number_of_downloads ?? 0,
    sort_order: order ?? before?.sort_order ?? 0,
    is_shareable: sharing ?? before?.is_shareable ?? 0,
  };
}

/** In a store view, title and price are saved for that view. */
function scopedColumns(product: Downloadable, { link, before }: Match) {
  const price = toAmount(link.price);
  if (link.price != null && price === undefined) throw inputError("Link price must have numeric positive value.");
  const { title, by_store } = titleColumns(product, { table, title: link.title, before });
  const isOwn = before !== undefined && product.storeId !== 0;
  if (!isOwn) return { title, by_store, price: price ?? before?.price ?? "0" };
  const own = link.price === undefined ? undefined : (price ?? null);
  return { title, by_store: withOwnValues(by_store, product.storeId, { price: own }), price: before.price };
}

function sourceColumns({ link, before }: Match, within: SourceContext) {
  const main = before && sourceOf(before.link_type, before.link_url, before.link_file);
  const sample = before && sourceOf(before.sample_type, before.sample_url, before.sample_file);
  const source =
    main && link.link_type == null ? main : acceptSource(linkSource(link), { before: main, texts: linkTexts }, within);
  const newSample =
    link.sample_type == null
      ? sample
      : acceptSource(sampleSource(link), { before: sample, texts: linkSampleTexts }, within);
  return {
    link_type: source.type,
    link_file: source.file,
    // A client that switches to a file may switch back.
    link_url: source.url ?? before?.link_url ?? null,
    sample_type: newSample?.type ?? null,
    sample_file: newSample?.file ?? null,
    sample_url: newSample?.url ?? before?.sample_url ?? null,
  };
}
