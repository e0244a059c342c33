import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { lexicographicSortSchema, printSchema } from "graphql";
import openapiTypescript, { astToString } from "openapi-typescript";
import { settingGroups, settings } from "./config.js";
import { readMigrations } from "./platform/db/migrations/migration-files.js";
import type { SettingDeclarations } from "./platform/process/settings/values.js";
import { buildSurface } from "./schema.js";
import { matchingTypes } from "./commerce/events/published.js";
import { asyncApiDocument } from "./commerce/events/reference/asyncapi.js";
import { openApiDocument } from "./api/reference/openapi/openapi.js";
import type { Route } from "./api/contract/routes/operations.js";

/** A generated file with its expected content. */
interface Artifact {
  readonly path: string;
  readonly content: string;
}

/** The fields of a route in `test/conformance/routes.json` that are used here. */
interface SpecifiedRoute {
  readonly module: string;
  readonly method: Route["method"];
  readonly path: string;
}

const { schema, graph, operations } = buildSurface();
const routes = operations.flatMap((operation) => operation.routes);
const specifiedRoutes = JSON.parse(readText("test/conformance/routes.json")) as readonly SpecifiedRoute[];
const missing = missingRoutes();
/** The description of all routes of both editions. */
const openApiOfAllRoutes = openApiDocument(routes, { schema, kind: "sync", edition: "commerce", server: "/rest/all" });

/** Settings without which a service with callers should not run; docs/operations.md says why. */
const neededInProduction: ReadonlySet<string> = new Set([
  ...["DATABASE_URL", "AMQP_URL", "PORTICO_BASE_URL", "PORTICO_TRUST_PROXY", "PORTICO_ENCRYPTION_KEY"],
  ...["PORTICO_ADMIN_PASSWORD", "PORTICO_MAIL_TRANSPORT", "PORTICO_ADDRESS_RATE", "PORTICO_CALLER_RATE"],
]);

/** All files that `npm run gen` writes and `npm run gen -- --check` compares. */
const artifacts: readonly Artifact[] = [
  { path: "schema/schema.graphql", content: `${printSchema(lexicographicSortSchema(graph()))}\n` },
  { path: "schema/openapi.json", content: `${JSON.stringify(openApiOfAllRoutes, null, 2)}\n` },
  { path: "clients/typescript/src/schema.ts", content: await clientTypes() },
  { path: "schema/asyncapi.json", content: asyncApi() },
  {
    path: "schema/operations.txt",
    content: `${[...routes.flatMap(operationLines).sort(), "", ...missingLines()].join("\n")}\n`,
  },
  { path: "schema/migrations.txt", content: migrationChecksums() },
  { path: ".env.example", content: environmentExample() },
  { path: "README.md", content: readme() },
  { path: "docs/settings.md", content: settingsPage() },
];

const stale = artifacts.filter(({ path, content }) => !existsSync(absolute(path)) || readText(path) !== content);
if (process.argv.includes("--check")) {
  for (const { path } of stale) process.stderr.write(`${path} is out of date: run \`npm run gen\` and commit it.\n`);
  process.exitCode = stale.length > 0 ? 1 : 0;
} else {
  for (const artifact of stale) write(artifact);
}

/** Returns verb, path, permission, topic and bulk path, with a hyphen for none. An event stream has a second line. */
function operationLines({ method, path, permission, topic, queueable, events }: Route): string[] {
  const bulkPath = path.replace(/:(\w)/g, (_, letter: string) => `by${letter.toUpperCase()}`);
  const bulk = !queueable ? "-" : `/async/bulk${bulkPath}`;
  const line = [method, path, permission.join(","), topic ?? "-", bulk].join(" ");
  return events === undefined ? [line] : [line, `GET ${events} ${permission.join(",")} - -`];
}

function keyOf({ method, path }: Pick<Route, "method" | "path">): string {
  return `${method} ${path.replace(/\/$/, "")}`;
}

/** Returns the checksums of all migrations. Throws if one has changed since it was listed: databases already have it. */
function migrationChecksums(): string {
  const path = "schema/migrations.txt";
  const listed = existsSync(absolute(path)) ? readText(path).trimEnd().split("\n") : [];
  const lines = readMigrations().map(({ name, checksum }) => `${name} ${checksum}`);
  const changed = listed.find((line) => !lines.includes(line));
  if (changed !== undefined) throw new Error(`A migration that is listed in ${path} has changed: ${changed}`);
  return `${lines.join("\n")}\n`;
}

/** Returns the routes of the specification that the service does not have. */
function missingRoutes(): SpecifiedRoute[] {
  const declared = new Set(routes.map(keyOf));
  return specifiedRoutes.filter((route) => !declared.has(keyOf(route)));
}

function missingLines(): string[] {
  const modules = [...new Set(missing.map(({ module }) => module))];
  return [
    `# Missing: ${missing.length} of ${specifiedRoutes.length}`,
    ...modules.flatMap((module) => {
      const lines = missing.filter((route) => route.module === module).map((route) => `#   ${keyOf(route)}`);
      return [`# ${module}: ${lines.length}`, ...lines];
    }),
  ];
}

/** Returns the types of the TypeScript client. */
async function clientTypes(): Promise<string> {
  const types = astToString(await openapiTypescript(JSON.stringify(openApiOfAllRoutes)));
  return `// Generated by \`npm run gen\` from the OpenAPI document.\n\n${types}`;
}

/** Returns the description of all events. */
function asyncApi(): string {
  const document = asyncApiDocument({ schema, routes, types: matchingTypes(["*"]) });
  return `${JSON.stringify(document, null, 2)}\n`;
}

function environmentExample(): string {
  const entries = Object.entries(settings).map(([name, { about, schema: accepted }]) => {
    const fallback = defaultOf(accepted);
    return `# ${about.replaceAll("`", "")}\n${fallback === "" ? `# ${name}=` : `${name}=${fallback}`}\n`;
  });
  return `# Every setting with its default. Settings without a default are commented out.\n\n${entries.join("\n")}`;
}

/** Returns a table of settings. */
function settingsTable(declared: SettingDeclarations): string {
  const rows = Object.entries(declared).map(([name, { about, schema: accepted }]) => {
    const fallback = defaultOf(accepted);
    return `| \`${name}\` | ${fallback === "" ? "–" : `\`${fallback}\``} | ${about} |`;
  });
  return ["| Variable | Default | Meaning |", "| --- | --- | --- |", ...rows].join("\n");
}

/** Returns the page of all settings: first those needed in production, then all of them by area. */
function settingsPage(): string {
  const chosen = Object.fromEntries(Object.entries(settings).filter(([name]) => neededInProduction.has(name)));
  const sections = settingGroups.map(({ title, declared }) => `## ${title}\n\n${settingsTable(declared)}`);
  return replaceBetween(
    readText("docs/settings.md"),
    "settings",
    `\n${[`## Needed in production\n\n${settingsTable(chosen)}`, ...sections].join("\n\n")}\n`,
  );
}

function readme(): string {
  const works = specifiedRoutes.length - missing.length;
  const count = `${works} of the ${specifiedRoutes.length} routes of Magento's REST API, and adds ${routes.length - works} of its own`;
  return replaceBetween(readText("README.md"), "routes", count);
}

/** Replaces the content between two marks, which are HTML comments. */
function replaceBetween(text: string, mark: string, content: string): string {
  const pattern = new RegExp(`(<!-- ${mark} -->)[^]*?(<!-- /${mark} -->)`);
  if (!pattern.test(text)) throw new Error(`The page lacks the markers <!-- ${mark} --> and <!-- /${mark} -->.`);
  return text.replace(pattern, (_, begin: string, end: string) => `${begin}${content}${end}`);
}

/** Returns the default as text for the environment; empty without a default. */
function defaultOf(accepted: { readonly parse: (value: unknown) => unknown }): string {
  const value = accepted.parse(undefined);
  if (typeof value === "boolean") return value ? "on" : "off";
  return value === undefined ? "" : String(value);
}

function absolute(path: string): string {
  return fileURLToPath(new URL(`../${path}`, import.meta.url));
}

function readText(path: string): string {
  return readFileSync(absolute(path), "utf8");
}

function write({ path, content }: Artifact): void {
  mkdirSync(dirname(absolute(path)), { recursive: true });
  writeFileSync(absolute(path), content);
  process.stdout.write(`Wrote ${path}\n`);
}
