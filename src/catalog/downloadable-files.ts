import { toAmount } from "../pricing/price-amounts.js";
import type { Db } from "../db/database.js";
import type { Context } from "../webapi/context.js";
import { inputError, notFound } from "../webapi/errors.js";
import { keepDownloadableFile, ownsFile } from "./downloadable-files.rows.js";
import type { DownloadableFileContent, DownloadableLink, DownloadableSample } from "./product-downloadable.types.js";
import type { SavedProduct } from "./saved-product.js";
import { fromBase64, hasForbiddenCharacters, safeFileName } from "./sent-files.js";
import { withOwnValues } from "./store-values.js";

/** Where something is downloaded from: an address or a kept file. */
interface Source {
  readonly type: "url" | "file";
  readonly url: string | null;
  readonly file: string | null;
}

interface GivenSource {
  readonly type: string | null | undefined;
  readonly url: string | null | undefined;
  readonly file: string | null | undefined;
  readonly content: DownloadableFileContent | null | undefined;
}

interface Texts {
  readonly badType: string;
  readonly badUrl: string;
  readonly noFile: string;
}

const linkTexts: Texts = {
  badType: "The link type is invalid. Verify and try again.",
  badUrl: "Link URL must have valid format.",
  noFile: "Link file not found. Please try again.",
};
const linkSampleTexts: Texts = {
  badType: "The link sample type is invalid. Verify and try again.",
  badUrl: "Sample URL must have valid format.",
  noFile: "Link sample file not found. Please try again.",
};
const sampleTexts: Texts = {
  badType: "The sample type is invalid. Verify the sample type and try again.",
  badUrl: "Sample URL must have valid format.",
  noFile: "Sample file not found. Please try again.",
};

/** Gives a downloadable product these links and no others. Throws 400 for what a link cannot be, 404 for an unknown id. */
export async function saveDownloadableLinks(
  product: SavedProduct,
  links: readonly DownloadableLink[],
  ctx: Context,
): Promise<void> {
  const { db } = ctx;
  const { downloadableLink } = db.models;
  const stored = await downloadableLink.findMany({ where: { product_id: product.id } });
  const kept = keptIds(
    links,
    stored,
    "No downloadable link with the provided ID was found. Verify the ID and try again.",
  );
  await downloadableLink.deleteMany({ where: { product_id: product.id, id: { notIn: kept } } });
  const isPriceGlobal = ctx.config.PORTICO_PRICE_SCOPE === "global";
  for (const link of links) {
    const before = stored.find(({ id }) => id === link.id);
    const data = { ...linkColumns(link), ...(await linkSources(product.id, { link, isNew: !before }, db)) };
    const { title, price } = link;
    if (!before) {
      if (!title) throw inputError("The link title is empty. Enter the link title and try again.");
      const { link_type: type = "url", ...rest } = data;
      await downloadableLink.create({
        data: { ...rest, link_type: type, title, price: price ?? "0", product_id: product.id },
      });
      continue;
    }
    const isGlobal = product.storeId === 0;
    const own = withOwnValues(before.by_store, product.storeId, { title, ...(isPriceGlobal ? {} : { price }) });
    await downloadableLink.update({
      where: { id: before.id },
      data: {
        ...data,
        ...(isGlobal ? (title ? { title } : {}) : { by_store: own }),
        ...((isGlobal || isPriceGlobal) && price != null ? { price } : {}),
      },
    });
  }
}

/** Gives a downloadable product these samples and no others. Throws as for links. */
export async function saveDownloadableSamples(
  product: SavedProduct,
  samples: readonly DownloadableSample[],
  db: Db,
): Promise<void> {
  const { downloadableSample } = db.models;
  const stored = await downloadableSample.findMany({ where: { product_id: product.id } });
  const unknown = "No downloadable sample with the provided ID was found. Verify the ID and try again.";
  const kept = keptIds(samples, stored, unknown);
  await downloadableSample.deleteMany({ where: { product_id: product.id, id: { notIn: kept } } });
  for (const sample of samples) {
    const before = stored.find(({ id }) => id === sample.id);
    const source = await sampleSource(product.id, { sample, isNew: !before, texts: sampleTexts }, db);
    const order = wholeNumber(sample.sort_order, "Sort order must be a positive integer.");
    const { title } = sample;
    const columns = { ...source, ...(order === undefined ? {} : { sort_order: order }) };
    if (before) {
      const own = { by_store: withOwnValues(before.by_store, product.storeId, { title }) };
      const titles = product.storeId === 0 ? (title ? { title } : {}) : own;
      await downloadableSample.update({ where: { id: before.id }, data: { ...columns, ...titles } });
    } else {
      if (!title) throw inputError("The sample title is empty. Enter the title and try again.");
      const { sample_type: type = "url", ...rest } = columns;
      await downloadableSample.create({ data: { ...rest, sample_type: type, title, product_id: product.id } });
    }
  }
}

function keptIds(
  given: readonly { readonly id?: number | null }[],
  stored: readonly { readonly id: number }[],
  unknown: string,
): number[] {
  const kept = given.flatMap(({ id }) => (id == null ? [] : [id]));
  if (kept.some((id) => !stored.some((record) => record.id === id))) throw notFound(unknown);
  return kept;
}

function linkColumns(link: DownloadableLink) {
  if (link.price != null && toAmount(link.price) === undefined) {
    throw inputError("Link price must have numeric positive value.");
  }
  const downloads = wholeNumber(link.number_of_downloads, "Number of downloads must be a positive integer.");
  const order = wholeNumber(link.sort_order, "Sort order must be a positive integer.");
  return {
    ...(downloads === undefined ? {} : { number_of_downloads: downloads }),
    ...(order === undefined ? {} : { sort_order: order }),
    ...(link.is_shareable == null ? {} : { is_shareable: link.is_shareable }),
  };
}

function wholeNumber(given: number | null | undefined, message: string): number | undefined {
  if (given == null) return undefined;
  if (given < 0) throw inputError(message);
  return given;
}

async function linkSources(
  productId: number,
  { link, isNew }: { readonly link: DownloadableLink; readonly isNew: boolean },
  db: Db,
) {
  const { link_type: type, link_url: url, link_file: file, link_file_content: content } = link;
  const source =
    isNew || type != null
      ? await settle(productId, { given: { type, url, file, content }, texts: linkTexts }, db)
      : undefined;
  const sample = await sampleSource(productId, { sample: link, isNew: false, texts: linkSampleTexts }, db);
  return { ...(source ? { link_type: source.type, link_url: source.url, link_file: source.file } : {}), ...sample };
}

interface SampleGiven {
  readonly sample: Pick<DownloadableSample, "sample_type" | "sample_url" | "sample_file" | "sample_file_content">;
  readonly isNew: boolean;
  readonly texts: Texts;
}

async function sampleSource(productId: number, { sample, isNew, texts }: SampleGiven, db: Db) {
  const { sample_type: type, sample_url: url, sample_file: file, sample_file_content: content } = sample;
  if (!isNew && type == null) return {};
  const source = await settle(productId, { given: { type, url, file, content }, texts }, db);
  return { sample_type: source.type, sample_url: source.url, sample_file: source.file };
}

async function settle(
  productId: number,
  { given, texts }: { readonly given: GivenSource; readonly texts: Texts },
  db: Db,
): Promise<Source> {
  const { type, url, file, content } = given;
  if (type === "url") {
    if (!isAddress(url)) throw inputError(texts.badUrl);
    return { type, url: url ?? null, file: null };
  }
  if (type !== "file") throw inputError(texts.badType);
  if (content) return { type, url: null, file: await keepDownloadableFile(db, productId, readFile(content)) };
  if (!file || !(await ownsFile(db, productId, file))) throw inputError(texts.noFile);
  return { type, url: null, file };
}

function readFile({ file_data: data, name }: DownloadableFileContent) {
  const content = fromBase64(data);
  if (!content) throw inputError("Provided content must be valid base64 encoded data.");
  if (!name || hasForbiddenCharacters(name)) throw inputError("Provided file name contains forbidden characters.");
  return { fileName: safeFileName(name), content };
}

function isAddress(given: string | null | undefined): boolean {
  return given != null && /^https?:\/\/\S+$/i.test(given) && URL.canParse(given);
}
