import { writeFile } from "node:fs/promises";
import { type Command, InvalidArgumentError, Option } from "commander";
import { UserType } from "../../api/auth/actor.js";
import { findActiveAdmin } from "../../api/auth/admins/admins.rows.js";
import type { ImportOptions, Summary } from "../../extras/magento-import/import-shop.js";
import type { LocalProcess } from "../../extras/magento-import/shops/local-shop.js";
import { type OauthKeys, RemoteShop } from "../../extras/magento-import/shops/remote-shop.js";
import type { KindComparison } from "../../extras/magento-import/verify.js";
import { type ConfiguredDatabase, withPreparedDatabase } from "../database/database-commands.js";
import { jsonOption, examples, type JsonOption, wholeNumber } from "../options.js";
import { pluralize, Output, table } from "../output.js";
import { type Progress, progressOf } from "../progress.js";

interface Options extends JsonOption {
  readonly from: string;
  readonly token?: string;
  readonly consumerKey?: string;
  readonly consumerSecret?: string;
  readonly tokenSecret?: string;
  readonly admin?: string;
  readonly only?: readonly string[];
  readonly since?: string;
  readonly parallel: number;
  readonly pageSize: number;
  readonly images: boolean;
  readonly mediaUrl?: string;
  readonly restart: boolean;
  readonly dryRun: boolean;
  readonly verify: boolean;
  readonly report: string;
}

export function addImportCommands(program: Command): void {
  const command = program
    .command("magento:import")
    .summary("import a Magento shop through its REST API")
    .description(
      "Imports the data of a Magento 2.4 shop, or of another Portico, into the configured database: stores, tax, customer " +
        "groups, attributes, content, categories, stock, products with images and prices, customers, cart price rules, " +
        "orders and their documents. Keeps ids that are not in use yet. Continues an interrupted import. The report lists the data that " +
        "was not imported. docs/moving-from-magento.md explains each part.",
    )
    .requiredOption("--from <url>", "address of the shop", url)
    .addOption(new Option("--token <token>", "access token of an integration").env("MAGENTO_TOKEN"))
    .addOption(new Option("--consumer-key <key>", "OAuth: consumer key").env("MAGENTO_CONSUMER_KEY"))
    .addOption(new Option("--consumer-secret <secret>", "OAuth: consumer secret").env("MAGENTO_CONSUMER_SECRET"))
    .addOption(new Option("--token-secret <secret>", "OAuth: secret of the access token").env("MAGENTO_TOKEN_SECRET"))
    .option("--admin <username>", "administrator to act as; default: the first one");
  withImportOptions(command)
    .addOption(jsonOption())
    .addHelpText(
      "after",
      examples(
        "bin/portico magento:import --from https://shop.example.com --token TOKEN --dry-run",
        "bin/portico magento:import --from https://shop.example.com --token TOKEN",
        "bin/portico magento:import --from https://shop.example.com --token TOKEN --since last",
        "bin/portico magento:import --from https://shop.example.com --token TOKEN --verify",
      ),
    )
    .action((options: Options) => run(options));
}

const withImportOptions = (command: Command): Command =>
  command
    .option("--only <kinds>", "kinds to import, separated by commas, such as products,prices", list)
    .option("--since <time>", "only what changed since a time in UTC, or since the start of the `last` import")
    .option("--parallel <number>", "number of simultaneous requests to the shop", wholeNumber(1), 8)
    .option("--page-size <number>", "number of products, customers or orders per page", wholeNumber(1), 100)
    .option("--media-url <url>", "base URL of media files; default: that of the first store view", url)
    .option("--no-images", "leave out images")
    .option("--restart", "start over instead of continuing an interrupted import", false)
    .option("--dry-run", "import in one transaction and roll it back", false)
    .option("--verify", "change nothing; compare the shop with the database, field by field", false)
    .option("--report <file>", "file for the report", "magento-import.json");

const list = (text: string): readonly string[] => text.split(",").map((name) => name.trim());

function url(text: string): string {
  if (!URL.canParse(text) || !/^https?:/.test(text))
    throw new InvalidArgumentError("It must be an http or https address.");
  return text.replace(/\/+$/, "");
}

async function run(options: Options): Promise<void> {
  const output = new Output(options.json);
  const { importShop, selectKinds, runDryImport, verifyShop } =
    await import("../../extras/magento-import/import-shop.js");
  selectKinds(options.only);
  const importOptions = toImportOptions(options, output);
  await withPreparedDatabase(output, (db, config) =>
    withLocalProcess({ db, config }, options.admin, async (local) => {
      if (options.verify) {
        const shown = new KindProgress(output);
        const found = await verifyShop(local, importOptions, (kind, done, total) => shown.update(kind, done, total));
        shown.end();
        return reportVerified(found, options, output);
      }
      const shown = new KindProgress(output);
      const listener = {
        onProgress: (state: Summary["kinds"][number]) =>
          shown.update(state.kind, state.written + state.failed, state.total),
        onKindEnd: () => shown.end(),
      };
      const summary = await (options.dryRun ? runDryImport : importShop)(local, importOptions, listener);
      return reportImport(summary, options, output);
    }),
  );
}

function toImportOptions(options: Options, output: Output): ImportOptions {
  const source = new RemoteShop({
    url: options.from,
    access: accessOf(options),
    parallel: options.parallel,
    onRetry: (reason) => output.say(reason),
  });
  return {
    ...{ url: options.from, source, only: options.only, since: options.since },
    ...{ isRestart: options.restart, withImages: options.images, pageSize: options.pageSize },
    mediaUrl: options.mediaUrl === undefined ? undefined : `${options.mediaUrl}/`,
  };
}

/** Returns the token, or the keys that sign requests. Throws if neither is complete. */
function accessOf({ token, consumerKey, consumerSecret, tokenSecret }: Options): string | OauthKeys {
  if (token === undefined) throw new Error("The shop needs a token: --token, or MAGENTO_TOKEN in the environment.");
  if (consumerKey === undefined && consumerSecret === undefined && tokenSecret === undefined) return token;
  if (consumerKey === undefined || consumerSecret === undefined || tokenSecret === undefined)
    throw new Error("OAuth needs --consumer-key, --consumer-secret, --token and --token-secret.");
  return { consumerKey, consumerSecret, token, tokenSecret };
}

/** Runs the work on the routes of this process, in the name of an administrator. */
async function withLocalProcess<Result>(
  { db, config }: ConfiguredDatabase,
  username: string | undefined,
  work: (local: LocalProcess) => Promise<Result>,
): Promise<Result> {
  const [{ createServices }, { createLog }, { routerOf }] = await Promise.all([
    import("../../services.js"),
    import("../../platform/process/log.js"),
    import("../../extras/magento-import/shops/local-shop.js"),
  ]);
  const services = createServices(config, db, createLog({ ...config, LOG_LEVEL: "warn" }));
  const id = await findActiveAdmin(db, username);
  if (id === undefined)
    throw new Error("There is no matching active administrator. To create one: bin/portico admin:user:create --help");
  const key = { userType: UserType.administrator, userId: id };
  const actor = (await services.kernel.loadActors(db, [key]))(key);
  try {
    return await work({ kernel: services.kernel, router: routerOf(services.routes), actor });
  } finally {
    services.stop();
    await services.media.stop();
  }
}

/** The progress bars of kinds, one after the other. */
class KindProgress {
  private progress: (Progress & { readonly kind: string; readonly total: number }) | undefined;

  constructor(private readonly output: Output) {}

  update(kind: string, done: number, total: number): void {
    if (this.progress?.kind !== kind || this.progress.total !== total) {
      this.progress?.end();
      this.progress = { ...progressOf(this.output, total, kind), kind, total };
    }
    this.progress.update(done);
  }

  end(): void {
    this.progress?.end();
    this.progress = undefined;
  }
}

/** Maximum number of printed reasons. The report lists all of them. */
const maxPrinted = 20;

async function reportImport(summary: Summary, options: Options, output: Output): Promise<void> {
  const { notImported } = await import("../../extras/magento-import/kinds.js");
  const { kinds, problems, isContinued } = summary;
  const report = {
    source: options.from,
    dry_run: options.dryRun,
    kinds: kinds.map(toReport),
    problems,
    not_taken: notImported,
  };
  await writeFile(options.report, `${JSON.stringify(report, null, 2)}\n`);
  const failed = kinds.reduce((sum, kind) => sum + kind.failed, 0);
  output.result({ ...report, problems: problems.length, report: options.report }, [
    ...(isContinued ? ["Continued the interrupted import."] : []),
    ...table([
      ["kind", "written", "failed"],
      ...kinds.map((kind) => [kind.kind, String(kind.written), String(kind.failed)]),
    ]),
    "",
    ...reasonLines(problems),
    "Never imported:",
    ...notImported.map((line) => `  ${line}`),
    "",
    options.dryRun ? "Nothing was changed: this was a dry run." : `Imported from ${options.from}.`,
    `The report has ${pluralize(problems.length, "note")} with items and reasons: ${options.report}`,
  ]);
  if (failed > 0) process.exitCode = 1;
}

const toReport = ({ kind, total, written, failed }: Summary["kinds"][number]) => ({ kind, total, written, failed });

/** Counts the notes by kind and reason, without the ids and names that differ in them. */
function reasonLines(problems: Summary["problems"]): string[] {
  const counts = new Map<string, number>();
  for (const { kind, severity, reason } of problems) {
    const line = severity === "id" ? `${kind}: id changed` : `${kind}: ${reason.replace(/\d+/g, "…")}`;
    counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  if (counts.size === 0) return [];
  const sorted = [...counts].sort(([, one], [, other]) => other - one);
  const more = sorted.length > maxPrinted ? [`  … ${sorted.length - maxPrinted} more reasons`] : [];
  return ["Notes:", ...sorted.slice(0, maxPrinted).map(([line, count]) => `  ${count} × ${line}`), ...more, ""];
}

async function reportVerified(found: readonly KindComparison[], options: Options, output: Output): Promise<void> {
  const differences = found.flatMap((kind) => kind.differences);
  await writeFile(options.report, `${JSON.stringify({ source: options.from, differences }, null, 2)}\n`);
  const compared = found.reduce((sum, kind) => sum + kind.compared, 0);
  output.result({ compared, differences: differences.length, report: options.report }, [
    ...table([
      ["kind", "compared", "differences"],
      ...found.map(({ kind, compared: count, differences: own }) => [kind, String(count), String(own.length)]),
    ]),
    "",
    ...differences
      .slice(0, maxPrinted)
      .map(({ kind, item, field, expected, actual }) =>
        `${kind} ${item}: ${field} is ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`.slice(0, 300),
      ),
    `Compared ${compared}; ${pluralize(differences.length, "difference")}: ${options.report}`,
  ]);
  if (differences.length > 0) process.exitCode = 1;
}
