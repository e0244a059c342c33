import { Arg, Ctx, Int, Query, Resolver } from "type-graphql";
import type { Context } from "../../../../api/call/context.js";
import { Contract, Rest } from "../../../../api/contract/rest.js";
import type { Configured } from "../../../../config.js";
import { type FileSource, sourceFormatOf, sourceOfText } from "../reading/file-bytes.js";
import { readOptionsOf, uploadDescriptions as about } from "../upload-options.js";
import { PriceFileColumns } from "./columns.types.js";
import { describeColumns } from "./describe-columns.js";

type OptionalText = string | null | undefined;

@Contract("Prices", "PriceFileColumns")
@Resolver()
export class PriceFileColumnReader {
  constructor(private readonly dependencies: Configured) {}

  @Rest("POST /V1/price-imports/columns", "Portico_Prices::files", { immediate: true, file: "request" })
  @Query(() => PriceFileColumns, {
    name: "priceFileColumns",
    description:
      "Returns the columns of a price file with the fields that they set and the first values, also if the file is not recognized: to map its columns. 400 for a file that cannot be read.",
  })
  async get(
    @Arg("file", () => String, { description: about.file }) file: string | FileSource,
    @Arg("format", () => String, { nullable: true, description: about.format }) format: OptionalText,
    @Arg("charset", () => String, { nullable: true, description: about.charset }) charset: OptionalText,
    @Arg("sheet", () => String, { nullable: true, description: about.sheet }) sheet: OptionalText,
    @Arg("headerLine", () => Int, { nullable: true, description: about.headerLine })
    headerLine: number | null | undefined,
    @Arg("columns", () => String, { nullable: true, description: about.columns }) columns: OptionalText,
    @Arg("mapping", () => String, { nullable: true, description: about.mapping }) mapping: OptionalText,
    @Ctx() { db }: Context,
  ): Promise<PriceFileColumns> {
    const limit = this.dependencies.config.PORTICO_PRICE_FILE_LIMIT;
    const source = typeof file === "string" ? sourceOfText(file, { format: sourceFormatOf(format), limit }) : file;
    return describeColumns(source, await readOptionsOf(db, { charset, sheet, headerLine, columns, mapping }));
  }
}
