import { type Command, Option } from "commander";
import { stringify } from "yaml";
import { readConfig } from "../../config.js";
import { SchemaDocuments } from "../../api/reference/schema-documents.js";
import { withExtensions } from "../../extensions.js";
import { allExtras } from "../../extras.js";
import { buildSurface } from "../../schema.js";
import { installedRoutes } from "../../api/call/invoke.js";
import { type DocumentKind, documentKinds } from "../../api/reference/openapi/openapi-paths.js";
import { schemaFormats, type SchemaFormat } from "../../api/reference/schema-format.js";
import { jsonOption, examples, type JsonOption } from "../options.js";

interface ExportOptions extends JsonOption {
  readonly format: "json" | "yaml";
  readonly type: DocumentKind;
  readonly services: string;
  readonly store: string;
  readonly specification: SchemaFormat;
}

export function addSchemaExportCommand(program: Command): void {
  program
    .command("schema:export")
    .summary("write the OpenAPI description")
    .description(
      "Writes the OpenAPI description of the routes of the configured edition to standard output, for client generators. " +
        "Needs neither a database nor a running server. PORTICO_BASE_URL becomes the address of the server.",
    )
    .addOption(new Option("--format <format>", "output format").choices(["json", "yaml"]).default("json"))
    .addOption(
      new Option("--type <type>", "synchronous, asynchronous or bulk routes").choices(documentKinds).default("sync"),
    )
    .option("--services <names>", "services, separated by commas, for example catalogSpecialPriceStorageV1", "all")
    .option("--store <code>", "store view in the address of the server", "all")
    .addOption(
      new Option("--specification <name>", "OpenAPI 3.1, or Swagger 2.0 for older generators")
        .choices(schemaFormats)
        .default("openapi3"),
    )
    .addOption(jsonOption().conflicts("format"))
    .addHelpText(
      "after",
      examples(
        "bin/portico schema:export --format yaml > openapi.yaml",
        "bin/portico schema:export --type bulk --services catalogTierPriceStorageV1",
      ),
    )
    .action(({ format, type, services, store, specification }: ExportOptions) => {
      const config = readConfig();
      const extras = withExtensions(allExtras, config);
      const { schema, operations } = buildSurface(config.PORTICO_EDITION, extras);
      const added = extras.endpointDescriptions ?? [];
      const documents = new SchemaDocuments(installedRoutes(operations, config), { schema, config, added });
      const document = documents.describe({ kind: type, services, store, format: specification });
      process.stdout.write(format === "yaml" ? stringify(document) : `${JSON.stringify(document, null, 2)}\n`);
    });
}
