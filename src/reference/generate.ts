import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { lexicographicSortSchema, printSchema } from "graphql";
import { settings } from "../config.js";
import { buildSurface } from "../schema.js";
import { openApiDocument } from "./openapi.js";
import type { Route } from "../contract/operations.js";

/** A generated file with its expected content. */
interface Artefact {
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
const specified = JSON.parse(readText("test/conformance/routes.json")) as readonly SpecifiedRoute[];
const missing = missingRoutes();

/** All files that `npm run gen` writes and `npm run gen -- --check` compares. */
const artefacts: readonly Artefact[] = [
  { path: "schema/schema.graphql", content: `${printSchema(lexicographicSortSchema(graph()))}\n` },
  { path: "schema/openapi.json", content: openApi() },
  {
    path: "schema/operations.txt",
    content: `${[...routes.flatMap(operationLines).sort(), "", ...missingLines()].join("\n")}\n`,
  },
  { path: ".env.example", content: environmentExample() },
  { path: "README.md", content: readme() },
];

const stale = artefacts.filter(({ path, content }) => !existsSync(absolute(path)) || readText(path) !== content);
if (process.argv.includes("--check")) {
  for (const { path } of stale) process.stderr.write(`${path} is out of date: run \`npm run gen\` and commit it.\n`);
  process.exitCode = stale.length > 0 ? 1 : 0;
} else {
  for (const artefact of stale) write(artefact);
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

/** Returns the routes of the specification that the service does not have. */
function missingRoutes(): SpecifiedRoute[] {
  const declared = new Set(routes.map(keyOf));
  return specified.filter((route) => !declared.has(keyOf(route)));
}

function missingLines(): string[] {
  const modules = [...new Set(missing.map(({ module }) => module))];
  return [
    `# Missing: ${missing.length} of ${specified.length}`,
    ...modules.flatMap((module) => {
      const lines = missing.filter((route) => route.module === module).map((route) => `#   ${keyOf(route)}`);
      return [`# ${module}: ${lines.length}`, ...lines];
    }),
  ];
}

/** Returns the description of all routes of both editions. */
function openApi(): string {
  const document = openApiDocument(routes, { schema, kind: "sync", edition: "commerce", server: "/rest/all" });
  return `${JSON.stringify(document, null, 2)}\n`;
}

function environmentExample(): string {
  const entries = Object.entries(settings).map(([name, { about, schema: accepted }]) => {
    const fallback = defaultOf(accepted);
    return `# ${about.replaceAll("`", "")}\n${fallback === "" ? `# ${name}=` : `${name}=${fallback}`}\n`;
  });
  return `# Every setting with its default. Settings without a default are commented out.\n\n${entries.join("\n")}`;
}

function readme(): string {
  const rows = Object.entries(settings).map(([name, { about, schema: accepted }]) => {
    const fallback = defaultOf(accepted);
    return `| \`${name}\` | ${fallback === "" ? "–" : `\`${fallback}\``} | ${about} |`;
  });
  const table = ["| Variable | Default | Meaning |", "| --- | --- | --- |", ...rows].join("\n");
  const works = specified.length - missing.length;
  const count = `${works} of ${specified.length} routes (and ${routes.length - works} of its own)`;
  return between(between(readText("README.md"), "settings", `\n${table}\n`), "routes", count);
}

/** Replaces the content between two marks, which are HTML comments. */
function between(text: string, mark: string, content: string): string {
  const pattern = new RegExp(`(<!-- ${mark} -->)[^]*?(<!-- /${mark} -->)`);
  if (!pattern.test(text)) throw new Error(`README.md lacks the marks <!-- ${mark} --> and <!-- /${mark} -->.`);
  return text.replace(pattern, (_, begin: string, end: string) => `${begin}${content}${end}`);
}

/** Returns the default as text for the environment; empty without a default. */
function defaultOf(accepted: (typeof settings)[keyof typeof settings]["schema"]): string {
  const value = accepted.parse(undefined);
  if (typeof value === "boolean") return value ? "on" : "off";
  return value === undefined ? "" : String(value);
}

function absolute(path: string): string {
  return fileURLToPath(new URL(`../../${path}`, import.meta.url));
}

function readText(path: string): string {
  return readFileSync(absolute(path), "utf8");
}

function write({ path, content }: Artefact): void {
  mkdirSync(dirname(absolute(path)), { recursive: true });
  writeFileSync(absolute(path), content);
  process.stdout.write(`Wrote ${path}\n`);
}
