import { createReadStream, createWriteStream } from "node:fs";
import { stat } from "node:fs/promises";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { createGzip } from "node:zlib";
import type { Command } from "commander";
import type {
  PriceImport,
  PriceImportAcceptance,
  PriceImportPreview,
} from "../../extras/prices/files/price-files.types.js";
import { examples, type JsonOption } from "../options.js";
import { pluralize, Output } from "../output.js";
import { type PriceApi, type PriceServer, withPriceApi, withServer } from "./price-api.js";
import { addPriceHistoryCommands } from "./price-history-commands.js";
import { firstRows, previewLines, readingLine } from "./price-preview.js";
import { queryOf, type UploadFlags, withUploadFlags } from "./upload-flags.js";
import { progressOf } from "../progress.js";

interface ImportOptions extends JsonOption, PriceServer, UploadFlags {
  readonly preview: boolean;
  readonly watch: boolean;
  readonly failed?: string;
}

interface ExportOptions extends JsonOption, PriceServer {
  readonly kinds?: string;
  readonly format?: string;
  readonly locale?: string;
}

export function addPriceCommands(program: Command): void {
  const importing = program
    .command("prices:import")
    .summary("import prices from a file")
    .description(
      "Imports base, special and tier prices and costs from a CSV file, an .xlsx workbook, a JSON array or NDJSON, optionally " +
        "compressed with gzip; the content decides. Queues the file as a bulk, and processes it if no consumer is running. " +
        "Fails if a row fails or would fail. The forms of files are in docs/price-files.md.",
    )
    .argument("<file>", "file to import")
    .option("--preview", "show what would change, and change nothing", false)
    .option("--watch", "wait until all rows are processed", false)
    .option("--failed <file>", "write the failed rows with their reasons to a file; implies --watch");
  withServer(withUploadFlags(importing))
    .addHelpText(
      "after",
      examples(
        "bin/portico prices:import prices.csv --preview",
        "bin/portico prices:import prices.csv.gz --watch --failed failed.csv",
        'bin/portico prices:import list.xlsx --sheet Prices --columns \'{"Art.-Nr.":"sku","Preis":"price"}\'',
        "bin/portico prices:import prices.csv --url https://shop.example.com --token TOKEN",
      ),
    )
    .action((file: string, options: ImportOptions) => importPrices(file, options));
  const exporting = program
    .command("prices:export")
    .summary("export prices to a file")
    .description("Writes the stored prices in the format that `prices:import` reads.")
    .argument("[file]", "file to write, compressed if its name ends with .gz; default: standard output")
    .option("--kinds <list>", "base, special, cost and tier, separated by commas; default: all")
    .option("--locale <code>", "locale of a CSV file, such as de_DE, which decides its separators")
    .option(
      "--format <format>",
      "csv, ndjson, xlsx or magento-advanced-pricing; default: by the file name, otherwise csv",
    );
  withServer(exporting)
    .addHelpText("after", examples("bin/portico prices:export prices.csv.gz", "bin/portico prices:export --kinds tier"))
    .action((file: string | undefined, options: ExportOptions) => exportPrices(file, options));
  addPriceHistoryCommands(program);
}

async function importPrices(file: string, options: ImportOptions): Promise<void> {
  const output = new Output(options.json);
  await withPriceApi(options, async (api) => {
    if (options.preview) {
      const reply = await upload(api, file, { ...options, headers: { Prefer: "dry-run" } });
      const preview = (await reply.json()) as PriceImportPreview;
      output.result(preview, previewLines(preview));
      if (preview.failed > 0) process.exitCode = 1;
      return;
    }
    const reply = await upload(api, file, options);
    const accepted = (await reply.json()) as PriceImportAcceptance;
    const { bulk_uuid } = accepted;
    output.say(`Queued as the bulk ${bulk_uuid}. ${readingLine(accepted)}`);
    if (!options.watch && options.failed === undefined && !api.isOwnConsumer) return output.result({ bulk_uuid }, []);
    const ended = await watch(api, bulk_uuid, output);
    if (options.failed !== undefined && ended.failed > 0) {
      const failed = await api.call(`price-imports/${bulk_uuid}/failed-rows`, { headers: { Accept: "text/csv" } });
      await pipeline(bodyOf(failed), createWriteStream(options.failed));
    }
    const reasons = [
      ...(ended.failed > 0 ? await firstRows(api, `price-imports/${bulk_uuid}/failed-rows`) : []),
      ...(ended.warnings > 0 ? await firstRows(api, `price-imports/${bulk_uuid}/warnings`) : []),
    ];
    output.result(ended, [...summaryOf(ended, options.failed), ...reasons]);
    if (ended.state !== "complete" || ended.failed > 0) process.exitCode = 1;
  });
}

interface Upload extends UploadFlags, Pick<ImportOptions, "json"> {
  readonly headers?: Readonly<Record<string, string>>;
}

/** Streams a file unchanged, without loading all of it. */
async function upload(api: PriceApi, file: string, { json, headers, ...flags }: Upload): Promise<Response> {
  const { size } = await stat(file);
  const progress = progressOf(new Output(json), size, "bytes sent");
  let sent = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sent += chunk.length;
      progress.update(sent);
      done(null, chunk);
    },
  });
  const body = Readable.toWeb(createReadStream(file).pipe(counted)) as ReadableStream;
  try {
    const all = { ...headers, "Content-Type": "application/octet-stream" };
    return await api.call(`price-imports?${queryOf(flags)}`, { method: "POST", body, duplex: "half", headers: all });
  } finally {
    progress.end();
  }
}

function formatOf(file: string, format: string | undefined): string {
  if (format !== undefined) return format;
  if (/\.xlsx$/i.test(file)) return "xlsx";
  return /\.(?:ndjson|jsonl)(?:\.gz)?$/i.test(file) ? "ndjson" : "csv";
}

/** Milliseconds between two reads of an import's state. */
const interval = 500;

/** Waits until all rows of an import have ended. */
async function watch(api: PriceApi, bulk: string, output: Output): Promise<PriceImport> {
  const readState = async () => (await (await api.call(`price-imports/${bulk}`)).json()) as PriceImport;
  let found = await readState();
  const progress = progressOf(output, found.rows, "rows");
  while (found.state === "running") {
    progress.update(found.rows - found.open);
    await sleep(interval);
    found = await readState();
  }
  progress.end();
  return found;
}

function summaryOf(ended: PriceImport, file: string | undefined): string[] {
  const { state, rows, written, deleted, unchanged, failed, skipped } = ended;
  const counts = `${written} written, ${deleted} deleted, ${unchanged} unchanged, ${failed} failed, ${skipped} skipped`;
  const where = failed > 0 && file !== undefined ? [`The failed rows are in ${file}.`] : [];
  return [`The import is ${state}: ${counts} of ${pluralize(rows, "row")}.`, ...where];
}

async function exportPrices(
  file: string | undefined,
  { kinds, format, locale, ...options }: ExportOptions,
): Promise<void> {
  const output = new Output(options.json);
  await withPriceApi(options, async (api) => {
    const query = new URLSearchParams({
      format: formatOf(file ?? "", format),
      ...(kinds === undefined ? {} : { kinds }),
      ...(locale === undefined ? {} : { locale }),
    });
    const reply = await api.call(`price-exports?${query.toString()}`, { headers: { Accept: "text/csv" } });
    const content = bodyOf(reply);
    if (file === undefined) return pipeline(content, process.stdout, { end: false });
    const target = createWriteStream(file);
    await (file.endsWith(".gz") ? pipeline(content, createGzip(), target) : pipeline(content, target));
    output.result({ file, bytes: target.bytesWritten }, [
      `Wrote ${pluralize(target.bytesWritten, "byte")} to ${file}.`,
    ]);
  });
}

/** Reads the body of a response as a stream. */
function bodyOf({ body }: Response): Readable {
  return body ? Readable.fromWeb(body) : Readable.from([]);
}
