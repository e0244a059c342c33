import type { Command } from "commander";
import { everything } from "../../api/auth/actor.js";
import { activateIntegration } from "../../api/auth/integrations/activation.js";
import { createIntegration, revokeIntegration } from "../../api/auth/integrations/integration-rules.js";
import { findIntegrationByName, searchIntegrations } from "../../api/auth/integrations/integrations.rows.js";
import type { Integration, IntegrationCredentials } from "../../api/auth/integrations/integrations.types.js";
import type { Db } from "../../platform/db/database.js";
import { withPreparedDatabase, withReadyDatabase } from "../database/database-commands.js";
import { jsonOption, examples, type JsonOption } from "../options.js";
import { Output, table } from "../output.js";

interface CreateOptions extends JsonOption {
  readonly name: string;
  readonly resources?: string;
  readonly all: boolean;
  readonly callbackUrl?: string;
  readonly identityLinkUrl?: string;
}

export function addIntegrationCommands(program: Command): void {
  addCreateCommand(program);
  program
    .command("integration:activate")
    .summary("activate an integration")
    .description(
      "Posts the consumer key, its secret and a verifier to the callback URL of an integration. The integration then has " +
        "five minutes to fetch its tokens from /oauth/token/request and /oauth/token/access.",
    )
    .argument("<name>", "name of the integration")
    .addOption(jsonOption())
    .addHelpText("after", examples("bin/portico integration:activate Warehouse"))
    .action(activate);
  program
    .command("integration:list")
    .summary("list the integrations")
    .description("Lists the integrations and their resources, without secrets.")
    .addOption(jsonOption())
    .addHelpText("after", examples("bin/portico integration:list"))
    .action(list);
  program
    .command("integration:revoke")
    .summary("revoke an integration")
    .description("Revokes the tokens of an integration. Its next call and its queued operations are rejected.")
    .argument("<name>", "name of the integration")
    .addOption(jsonOption())
    .addHelpText("after", examples("bin/portico integration:revoke Warehouse"))
    .action(revoke);
}

function addCreateCommand(program: Command): void {
  program
    .command("integration:create")
    .summary("create an integration")
    .description(
      "Creates an integration and prints its OAuth 1.0a credentials, which are shown only once. With a callback URL it has no " +
        "access token yet: `integration:activate` lets it fetch one.",
    )
    .requiredOption("--name <name>", "unique name")
    .option("--resources <ids>", "resource ids of the permission tree, separated by commas")
    .option("--all", "grant all resources", false)
    .option("--callback-url <url>", "URL that receives the activation; its host must be in PORTICO_CALLBACK_HOSTS")
    .option("--identity-link-url <url>", "sign-in page of the other program, where the activation continues")
    .addOption(jsonOption())
    .addHelpText(
      "after",
      examples(
        "bin/portico integration:create --name Warehouse --resources Magento_Catalog::products,Magento_Catalog::categories",
        "bin/portico integration:create --name Accounting --all --json",
      ),
    )
    .action(create);
}

async function create(options: CreateOptions): Promise<void> {
  if (options.all === (options.resources !== undefined)) throw new Error("Give either --resources or --all.");
  const listed = options.resources?.split(",").map((id) => id.trim());
  const output = new Output(options.json);
  await withPreparedDatabase(output, async (db, config) => {
    const integration = {
      name: options.name,
      resources: listed?.filter((id) => id !== "") ?? [everything],
      callback_url: options.callbackUrl ?? null,
      identity_link_url: options.identityLinkUrl ?? null,
    };
    const credentials = await db.transaction((transaction) => createIntegration(transaction, integration, { config }));
    output.result(credentials, linesOf(options.name, credentials));
  });
}

function linesOf(name: string, credentials: IntegrationCredentials): string[] {
  const { integration_id: id, consumer_key, consumer_secret, access_token, access_token_secret } = credentials;
  return [
    `Created integration ${name} (id ${id}). The secrets below are shown only once: write them down.`,
    ...table([
      ["  consumer_key", consumer_key],
      ["  consumer_secret", consumer_secret],
      ["  access_token", access_token ?? "-"],
      ["  access_token_secret", access_token_secret ?? "-"],
    ]),
    ...(access_token === null ? [`To activate it: bin/portico integration:activate '${name}'`] : []),
  ];
}

function activate(name: string, { json }: JsonOption): Promise<void> {
  return withReadyDatabase(async (db, config) => {
    const id = await idOf(db, name);
    // Loaded here so that the other commands start faster.
    const { createLog } = await import("../../platform/process/log.js");
    const answer = await activateIntegration(id, { db, config, log: createLog(config) });
    const link = answer.identity_link_url;
    new Output(json).result(answer, [
      `Posted to the callback URL of ${name}.`,
      ...(link === null ? [] : [`Continue on this page: ${link}`]),
    ]);
  });
}

function list({ json }: JsonOption): Promise<void> {
  return withReadyDatabase(async (db) => {
    const { items } = await searchIntegrations(db, {});
    const head = ["id", "name", "status", "consumer key", "resources"];
    new Output(json).result({ integrations: items }, table([head, ...items.map(rowOf)]));
  });
}

const statuses = ["pending", "active", "revoked"];

const rowOf = ({ id, name, status, consumer_key, resources }: Integration): string[] => [
  String(id),
  name,
  statuses[status ?? 0] ?? "",
  consumer_key ?? "",
  (resources ?? []).join(", "),
];

function revoke(name: string, { json }: JsonOption): Promise<void> {
  return withReadyDatabase(async (db) => {
    const id = await idOf(db, name);
    await db.transaction((transaction) => revokeIntegration(transaction, id));
    new Output(json).result({ id, name }, [`Revoked integration ${name} (id ${id}).`]);
  });
}

async function idOf(db: Db, name: string): Promise<number> {
  const id = await findIntegrationByName(db, name);
  if (id === undefined)
    throw new Error(`The integration ${name} does not exist. To list them: bin/portico integration:list`);
  return id;
}
