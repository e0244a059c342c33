import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";

const root = join(import.meta.dirname, "../..");

/** Faulty files by their paths, with a part of the message. */
const faults: [path: string, text: string, message: string][] = [
  ["src/platform/a.ts", 'export * from "../api/b.js";', "Imports go down"],
  ["src/api/a.ts", 'import "../commerce/tax/published.js";', "Imports go down"],
  ["src/commerce/tax/a.ts", 'import "../../extras/console/a.js";', "Imports go down"],
  ["src/extras/console/a.ts", 'import "../../server.js";', "Imports go down"],
  ["src/commerce/tax/b.ts", 'import "../cart/carts.rows.js";', "nothing else of it"],
  ["src/extras/prices/a.ts", 'export { a } from "../../commerce/cart/a.js";', "nothing else of it"],
  ["src/extras/webhooks/a.ts", 'import "../../platform/db/database.js";', "its own files"],
  ["src/commerce/tax/c.ts", 'import "decimal.js";', "Decimals are computed"],
  ["test/a.test.ts", 'import "../src/platform/money/exact.js";', "Decimals are computed"],
  ["src/commerce/tax/d.ts", 'db.query("select 1");', "SQL is in"],
  ["src/commerce/tax/e.ts", 'ctx.db.execute("select 1");', "SQL is in"],
  ["src/commerce/tax/f.ts", "db.models.taxClass;", "Models are used in"],
  ["src/commerce/tax/g.sql.ts", "const { models } = db;", "Models are used in"],
  ["src/commerce/tax/h.rows.ts", "throw notFound();", "Files of rows"],
  ["src/commerce/tax/i.sql.ts", 'import { recordEvents } from "../tax-events.js";', "Files of rows"],
  ["src/commerce/tax/j.rows.ts", 'const text = "update product_price set value = 1";', "Whatever changes a price"],
  ["src/platform/db/a.ts", "const text = `delete from product_tier_price ${where}`;", "Whatever changes a price"],
  ["src/commerce/tax/k.ts", "const rate = text as unknown as number;", "hides errors"],
  // Rules about types need the second program.
  ["src/commerce/tax/l.ts", "export const save = () => { Promise.resolve(1); };", "Promises must be awaited"],
];

/** Files whose folder or name permits what is a fault elsewhere. */
const sound: [path: string, text: string][] = [
  ["src/commerce/tax/m.ts", 'import "../cart/published.js";\nimport "../cart/published.sql.js";'],
  ["src/commerce/tax/n.ts", 'import type { Cart } from "../cart/carts.types.js";\nexport type { Cart };'],
  ["src/extras/prices/b.ts", 'import "../../commerce/pricing/tier-prices/tier-price-writes.sql.js";'],
  ["src/commerce/tax/o.sql.ts", 'export const read = () => db.query("select 1");'],
  ["src/platform/money/a.ts", 'import "decimal.js";'],
];

let folder: string;
let found: { filename: string; message: string; help?: string; code?: string }[];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "portico-lint-"));
  for (const path of ["oxlint.config.js", "scripts/lint-plugin.mjs", "tsconfig.json", "package.json"]) {
    cpSync(join(root, path), join(folder, path));
  }
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  for (const [path, text] of [...faults, ...sound]) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), `${text}\n`);
  }
  found = await lint();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function lint(): Promise<typeof found> {
  const args = [join(root, "node_modules/oxlint/bin/oxlint"), "-c", "oxlint.config.js", "-f", "json", "src", "test"];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { cwd: folder }, (_, out, errors) => {
      try {
        resolve((JSON.parse(out) as { diagnostics: typeof found }).diagnostics);
      } catch {
        reject(new Error(out + errors));
      }
    });
  });
}

const messagesOf = (path: string) =>
  found.filter(({ filename }) => filename === path).map(({ message, help = "" }) => `${message} ${help}`);

it.each(faults)("the linter rejects in %s: %s", (path, _, message) => {
  expect(messagesOf(path)).toContainEqual(expect.stringContaining(message));
});

it.each(sound)("the linter accepts the imports and statements of %s", (path) => {
  const own = found.filter(({ filename, code }) => filename === path && /restricted/.test(code ?? ""));
  expect(own).toEqual([]);
});
