import { Arg, Ctx, Int, Mutation, Query, Resolver } from "type-graphql";
import type { AsyncQueue } from "../../../api/call/stored/async-queue.js";
import { admits } from "../../../api/auth/actor.js";
import type { Context } from "../../../api/call/context.js";
import type { Configured } from "../../../config.js";
import { SearchCriteria } from "../../../api/search-criteria/search-criteria.types.js";
import { Contract, OwnTransaction, Rest } from "../../../api/contract/rest.js";
import type { PriceDependencies } from "../../../commerce/pricing/writes/price-checks.js";
import { originOf } from "../../../commerce/pricing/writes/price-origin.js";
import { acceptImport, applyPart, policyOf, wholeFile } from "./accept-import.js";
import { exportOf, exportPage } from "./export/export-prices.js";
import { rowListPage } from "./failed-rows.js";
import { describeImport, importOf } from "./import-state.js";
import { findImport } from "./imports.rows.js";
import { previewImport } from "./preview.js";
import {
  PriceFilePage,
  PriceImport,
  PriceImportAcceptance,
  PriceImportPart,
  PriceImportPreview,
} from "./price-files.types.js";
import { type FileSource, sourceFormatOf, sourceOfText } from "./reading/file-bytes.js";
import { requireFields } from "../desk/history-rights.js";
import type { ProductFilter } from "../desk/priced-products.sql.js";
import { zeroCounts } from "./rows/row-counts.js";
import { runPart, runWhole } from "./run-part.js";
import { readOptionsOf, uploadDescriptions as about } from "./upload-options.js";

const permission = "Portico_Prices::files";

type OptionalText = string | null | undefined;
type OptionalNumber = number | null | undefined;

/** Dependencies of price imports. */
interface FileDependencies extends PriceDependencies {
  readonly asyncQueue: AsyncQueue;
}

const policyDescription =
  "`skip-failed` (the default) applies all rows that do not fail, `stop-after:N` only those before the Nth failed row, `all-or-nothing` none if a row fails.";
const uuidDescription = "Id of the bulk, as returned when the import was accepted.";
const codesDescription = "Codes of the rows to return, separated by commas; default: all rows.";
const afterDescription = "Cursor of the part; default: the first part.";

@Contract("Catalog", "PriceImport", { aggregate: "product" })
@Resolver()
export class PriceImports {
  constructor(private readonly dependencies: FileDependencies) {}

  @Rest("POST /V1/price-imports", permission, { immediate: true, file: "request" })
  @Mutation(() => PriceImportAcceptance, {
    name: "importPrices",
    description:
      "Queues a file of base prices, special prices, tier prices and costs to be applied as a bulk. 400 for a file that cannot be read.",
  })
  @OwnTransaction()
  async create(
    @Arg("file", () => String, { description: about.file }) file: string | FileSource,
    @Arg("format", () => String, { nullable: true, description: about.format }) format: OptionalText,
    @Arg("policy", () => String, { nullable: true, description: policyDescription }) policy: OptionalText,
    @Arg("kind", () => String, { nullable: true, description: about.kind }) kind: OptionalText,
    @Arg("decimal", () => String, { nullable: true, description: about.decimal }) decimal: OptionalText,
    @Arg("empty", () => String, { nullable: true, description: about.empty }) empty: OptionalText,
    @Arg("charset", () => String, { nullable: true, description: about.charset }) charset: OptionalText,
    @Arg("sheet", () => String, { nullable: true, description: about.sheet }) sheet: OptionalText,
    @Arg("headerLine", () => Int, { nullable: true, description: about.headerLine }) headerLine: OptionalNumber,
    @Arg("columns", () => String, { nullable: true, description: about.columns }) columns: OptionalText,
    @Arg("mapping", () => String, { nullable: true, description: about.mapping }) mapping: OptionalText,
    @Ctx() ctx: Context,
  ): Promise<PriceImportAcceptance> {
    const headers = ctx.exchange?.request.headers ?? {};
    const upload = { kind, decimal, empty, charset, sheet, headerLine, columns, mapping };
    const options = await readOptionsOf(ctx.db, upload);
    const given = { source: this.sourceOf(file, format), policy: policyOf(policy), options, headers };
    return acceptImport(ctx, given, this.dependencies.asyncQueue);
  }

  @Rest("POST /V1/price-imports/preview", permission, { immediate: true })
  @Mutation(() => PriceImportPreview, {
    name: "previewPriceImport",
    description: "Returns the prices that an import would change and the rows that would fail. Changes nothing.",
  })
  @OwnTransaction()
  async preview(
    @Arg("file", () => String, { description: "The content of the file." }) file: string | FileSource,
    @Arg("format", () => String, { nullable: true, description: about.format }) format: OptionalText,
    @Arg("policy", () => String, { nullable: true, description: policyDescription }) policy: OptionalText,
    @Arg("kind", () => String, { nullable: true, description: about.kind }) kind: OptionalText,
    @Arg("decimal", () => String, { nullable: true, description: about.decimal }) decimal: OptionalText,
    @Arg("empty", () => String, { nullable: true, description: about.empty }) empty: OptionalText,
    @Arg("charset", () => String, { nullable: true, description: about.charset }) charset: OptionalText,
    @Arg("sheet", () => String, { nullable: true, description: about.sheet }) sheet: OptionalText,
    @Arg("headerLine", () => Int, { nullable: true, description: about.headerLine }) headerLine: OptionalNumber,
    @Arg("columns", () => String, { nullable: true, description: about.columns }) columns: OptionalText,
    @Arg("mapping", () => String, { nullable: true, description: about.mapping }) mapping: OptionalText,
    @Ctx() ctx: Context,
  ): Promise<PriceImportPreview> {
    const upload = { kind, decimal, empty, charset, sheet, headerLine, columns, mapping };
    const options = await readOptionsOf(ctx.db, upload);
    const given = { source: this.sourceOf(file, format), policy: policyOf(policy), options };
    const { config, priceChecks } = this.dependencies;
    return previewImport(ctx, { ...given, review: priceChecks.review?.(ctx) }, config);
  }

  @Rest("POST /V1/price-imports/parts", permission, { keys: ["*"] })
  @Mutation(() => PriceImportPart, {
    name: applyPart,
    description:
      "Applies a part of a price file. Only for the queue: outside the bulk of an import, it changes nothing and all counts are 0.",
  })
  async apply(
    @Arg("part", () => Int, { description: "Index of the part in the file, from 0; -1 for the whole file." })
    part: number,
    @Arg("digest", () => String, { description: "Digest of the file and its policy." }) _digest: string,
    @Ctx() ctx: Context,
  ): Promise<PriceImportPart> {
    const found = ctx.operation && (await findImport(ctx.db, ctx.operation.bulk));
    if (!found) return zeroCounts;
    const { config, priceChecks } = this.dependencies;
    const run = { config, origin: originOf(ctx, "PriceImport.apply"), review: priceChecks.review?.(ctx), found };
    return part === wholeFile ? runWhole(ctx.db, run) : runPart(ctx.db, part, run);
  }

  @Rest("GET /V1/price-imports/:bulkUuid", permission)
  @Query(() => PriceImport, { name: "priceImport", description: "State and row counts of an import." })
  get(
    @Arg("bulkUuid", () => String, { description: uuidDescription }) bulkUuid: string,
    @Ctx() { db }: Context,
  ): Promise<PriceImport> {
    return describeImport(db, bulkUuid);
  }

  @Rest("GET /V1/price-imports/:bulkUuid/failed-rows", permission, { file: "answer" })
  @Query(() => PriceFilePage, {
    name: "failedImportRows",
    description:
      "The failed rows of an import in the format of its file, with the columns `code` and `message`. Over REST the response is the whole file, unless the client accepts only `application/json`.",
  })
  async failedRows(
    @Arg("bulkUuid", () => String, { description: uuidDescription }) bulkUuid: string,
    @Arg("codes", () => String, { nullable: true, description: codesDescription }) codes: OptionalText,
    @Arg("after", () => String, { nullable: true, description: afterDescription }) after: OptionalText,
    @Ctx() { db }: Context,
  ): Promise<PriceFilePage> {
    return rowListPage(db, await importOf(db, bulkUuid), { list: "failures", codes, after });
  }

  @Rest("GET /V1/price-imports/:bulkUuid/warnings", permission, { file: "answer" })
  @Query(() => PriceFilePage, {
    name: "importWarnings",
    description:
      "The rows of an import that deserve a look, and those that another row supersedes, in the format of its file, with the columns `code` and `message`. Over REST the response is the whole file, unless the client accepts only `application/json`.",
  })
  async warnings(
    @Arg("bulkUuid", () => String, { description: uuidDescription }) bulkUuid: string,
    @Arg("codes", () => String, { nullable: true, description: codesDescription }) codes: OptionalText,
    @Arg("after", () => String, { nullable: true, description: afterDescription }) after: OptionalText,
    @Ctx() { db }: Context,
  ): Promise<PriceFilePage> {
    return rowListPage(db, await importOf(db, bulkUuid), { list: "warnings", codes, after });
  }

  /** Returns the source of a file that is text, or that is the body of the request and still arrives. */
  private sourceOf(file: string | FileSource, format: string | null | undefined): FileSource {
    if (typeof file !== "string") return file;
    const limit = this.dependencies.config.PORTICO_PRICE_FILE_LIMIT;
    return sourceOfText(file, { format: sourceFormatOf(format), limit });
  }
}

@Contract("Catalog", "PriceExport")
@Resolver()
export class PriceExports {
  constructor(private readonly dependencies: Configured) {}

  @Rest("GET /V1/price-exports", permission, { file: "answer" })
  @Query(() => PriceFilePage, {
    name: "exportPrices",
    description:
      "Stored prices as a file that can be imported. Over REST the response is the whole file, unless the client accepts only `application/json`.",
  })
  get(
    @Arg("kinds", () => String, {
      nullable: true,
      description: "`base`, `special`, `cost` and `tier`, separated by commas; default: all.",
    })
    kinds: OptionalText,
    @Arg("format", () => String, {
      nullable: true,
      description: "`csv` (the default), `ndjson`, `magento-advanced-pricing` for tier prices, or over REST `xlsx`.",
    })
    format: OptionalText,
    @Arg("locale", () => String, {
      nullable: true,
      description: "Locale of a CSV file, such as `de_DE`: it decides the separators of decimals and columns.",
    })
    locale: OptionalText,
    @Arg("searchCriteria", () => SearchCriteria, {
      nullable: true,
      description: "Filters of products, with the fields of `GET /V1/priced-products`; default: all products.",
    })
    searchCriteria: SearchCriteria | null | undefined,
    @Arg("storeId", () => Int, {
      nullable: true,
      description: "Id of the store view whose values the filters compare; default: 0, for all store views.",
    })
    storeId: OptionalNumber,
    @Arg("after", () => String, { nullable: true, description: afterDescription }) after: OptionalText,
    @Ctx() ctx: Context,
  ): Promise<PriceFilePage> {
    const filter = filterOf(ctx, { searchCriteria, storeId });
    return exportPage(ctx.db, { ...exportOf({ kinds, format, locale }, this.dependencies.config), filter }, after);
  }
}

/** Returns the filter of an export; undefined for all products. Throws 400 for a filter that needs another permission. */
function filterOf(
  { actor }: Context,
  {
    searchCriteria,
    storeId,
  }: { readonly searchCriteria: SearchCriteria | null | undefined; readonly storeId: OptionalNumber },
): ProductFilter | undefined {
  const groups = searchCriteria?.filter_groups ?? [];
  requireFields({ filter_groups: groups }, admits(["Portico_Prices::history"], actor));
  return groups.length > 0 ? { groups, storeId: storeId ?? 0 } : undefined;
}
