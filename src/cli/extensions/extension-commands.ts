import type { Command } from "commander";
import { readConfig } from "../../config.js";
import { loadExtensions } from "../../extras/extensions/loading/load-extensions.js";
import type { Extension } from "../../extras/extensions/extension.types.js";
import { readFields, readOwners, type StoredField } from "../../extras/extensions/extensions.rows.js";
import { isBuiltIn } from "../../extras/extensions/loading/built-in.js";
import { fieldsOf } from "../../extras/extensions/parts/fields.js";
import { readSubscribers, type SubscriberState } from "../../extras/extensions/parts/subscribers.rows.js";
import { hasEmbeddedDatabase } from "../../platform/db/embedded/engine.js";
import { withReadyDatabase } from "../database/database-commands.js";
import { examples, jsonOption, type JsonOption } from "../options.js";
import { Output } from "../output.js";
import { createExtension } from "./create-extension.js";
import { linesOf } from "./extension-parts.js";

export function addExtensionCommands(program: Command): void {
  program
    .command("extension:list")
    .summary("show what the extensions add")
    .description(
      "Lists the built-in extensions and those of PORTICO_EXTENSIONS with what each adds, the state of their subscribers, and the extensions " +
        "that are no longer loaded but have tables in the database. Changes nothing.",
    )
    .addOption(jsonOption())
    .addHelpText("after", examples("PORTICO_EXTENSIONS=./my-shop bin/portico extension:list"))
    .action(async ({ json }: JsonOption) => list(new Output(json)));
  program
    .command("extension:create")
    .summary("write a new extension")
    .description(
      "Writes a package with an operation, its table, a subscriber, a test and a README into a new folder below the current one.",
    )
    .argument("<name>", "name of the extension and of the folder: lower-case letters, digits and hyphens")
    .addOption(jsonOption())
    .addHelpText("after", examples("bin/portico extension:create my-shop"))
    .action((name: string, { json }: JsonOption) => {
      const files = createExtension(name, process.cwd());
      const next = ["", "Next:", `  cd ${name}`, "  npm install", "  npm test"];
      new Output(json).result({ name, files }, [...files.map((file) => `${name}/${file}`), ...next]);
    });
}

/** What the database knows about extensions. */
interface Stored {
  readonly owners: readonly string[];
  readonly fields: readonly StoredField[];
  readonly subscribers: readonly SubscriberState[];
}

async function list(output: Output): Promise<void> {
  const config = readConfig();
  const extensions = loadExtensions(config);
  const isThere = config.DATABASE_URL !== undefined || hasEmbeddedDatabase(config.PORTICO_DATA_DIR);
  const stored: Stored = isThere
    ? await withReadyDatabase(async (db) => ({
        owners: await readOwners(db),
        fields: await readFields(db),
        subscribers: await readSubscribers(db),
      }))
    : { owners: [], fields: [], subscribers: [] };
  const orphans = stored.owners.filter((owner) => !extensions.some(({ name }) => name === owner));
  output.result({ extensions: extensions.map((one) => summaryOf(one, stored)), orphans }, [
    ...(extensions.every(isBuiltIn) ? ["PORTICO_EXTENSIONS names no extensions."] : []),
    ...extensions.flatMap((one) => linesOf(one, stored.subscribers)),
    ...orphans.map((name) => `${name} is not loaded, and has ${partsOf(name, stored)} in the database.`),
  ]);
}

/** Names what an extension that is not loaded has in the database. */
function partsOf(name: string, { fields }: Stored): string {
  const own = fields.filter(({ extension }) => extension === name).map((field) => `${field.record} ${field.name}`);
  return own.length === 0 ? "tables" : `tables or values of its fields (${own.join(", ")})`;
}

/** Returns an extension as JSON. */
const summaryOf = (extension: Extension, { subscribers }: Stored) => ({
  name: extension.name,
  version: extension.version,
  builtIn: isBuiltIn(extension),
  settings: Object.keys(extension.settings ?? {}),
  fields: fieldsOf(extension).map(({ record, name, type }) => ({ record, name, type })),
  carriers: (extension.carriers ?? []).map(({ code }) => code),
  paymentMethods: (extension.paymentMethods ?? []).map(({ code }) => code),
  notifications: (extension.notifications ?? []).map(({ path }) => `/V1/${extension.name}/${path}`),
  work: (extension.work ?? []).map(({ name }) => name),
  commands: (extension.commands ?? []).map(({ name }) => name),
  subscribers: (extension.subscribers ?? []).map(({ name }) => ({
    name,
    ...subscribers.find((state) => state.extension === extension.name && state.name === name),
  })),
});
