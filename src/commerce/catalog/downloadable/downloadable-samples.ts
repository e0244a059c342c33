import type { CatalogContext } from "../catalog-context.js";
import { inputError } from "../../../api/call/errors.js";
import { drawIds } from "../products/save/new-ids.sql.js";
import { hasFileSource, sampleTexts, acceptSource, type SourceContext, sourceOf } from "./download-sources.js";
import { readStoredSamples, removeOtherDownloads, type SampleRow, writeDownloads } from "./downloadable.rows.js";
import { type Downloadable, checkOwner, titleColumns, checkNotNegative } from "./downloads.js";
import type { DownloadableSample } from "./product-downloadable.types.js";
import { ProductFiles, removeUnusedFiles } from "./product-files.js";

const table = "downloadable_sample";

/** Replaces the samples of a downloadable product. Throws 400 for an invalid sample, 404 for an unknown id. */
export async function saveDownloadableSamples(
  product: Downloadable,
  samples: readonly DownloadableSample[],
  ctx: CatalogContext,
): Promise<void> {
  const keptIds = samples.flatMap(({ id }) => (id ? [id] : []));
  const stored = await readStoredSamples(ctx.db, product.id);
  await checkOwner(table, { ids: keptIds, stored }, ctx.db);
  if (keptIds.length < stored.length) await removeOtherDownloads(ctx.db, table, { productId: product.id, keptIds });
  await writeSamples(product, { samples, stored }, ctx);
}

/**
 * Creates a sample of a product or updates the sample with the given id. Returns its id. Throws as
 * `saveDownloadableSamples` does.
 */
export async function saveOneSample(
  product: Downloadable,
  sample: DownloadableSample,
  ctx: CatalogContext,
): Promise<number> {
  const stored = await readStoredSamples(ctx.db, product.id);
  await checkOwner(table, { ids: sample.id ? [sample.id] : [], stored }, ctx.db);
  const [id = 0] = await writeSamples(product, { samples: [sample], stored }, ctx);
  return id;
}

interface Given {
  readonly samples: readonly DownloadableSample[];
  readonly stored: readonly SampleRow[];
}

const sampleSource = ({ sample_type, sample_url, sample_file, sample_file_content }: DownloadableSample) => ({
  type: sample_type,
  url: sample_url,
  file: sample_file,
  content: sample_file_content,
});

async function writeSamples(product: Downloadable, { samples, stored }: Given, ctx: CatalogContext): Promise<number[]> {
  const matched = samples.map((sample) => ({ sample, before: stored.find(({ id }) => id === sample.id) }));
  const known = matched.flatMap(({ before }) => (before ? [before.id] : []));
  if (new Set(known).size < known.length) {
    throw inputError("The sample information is invalid. Verify the information and try again.");
  }
  const files = await ProductFiles.of(product.id, hasFileSource(samples.map(sampleSource)), ctx);
  const fresh = await drawIds(ctx.db, table, matched.filter(({ before }) => !before).length);
  const rows = matched.map(({ sample, before }) => ({
    id: before?.id ?? fresh.shift() ?? 0,
    product_id: product.id,
    sort_order:
      checkNotNegative(sample.sort_order, "Sort order must be a positive integer.") ?? before?.sort_order ?? 0,
    ...titleColumns(product, { table, title: sample.title, before }),
    ...sourceColumns(sample, before, { config: ctx.config, files }),
  }));
  await files.saveAdded(ctx);
  await writeDownloads(ctx.db, table, rows);
  await removeUnusedFiles(product.id, ctx);
  return rows.map(({ id }) => id);
}

function sourceColumns(sample: DownloadableSample, before: SampleRow | undefined, within: SourceContext) {
  const old = before && sourceOf(before.sample_type, before.sample_url, before.sample_file);
  const source =
    old && sample.sample_type == null
      ? old
      : acceptSource(sampleSource(sample), { before: old, texts: sampleTexts }, within);
  return { sample_type: source.type, sample_file: source.file, sample_url: source.url };
}
