import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import ts from "typescript";
import { expect, it } from "vitest";
import * as sources from "../../clients/typescript/src/index.js";

const root = join(import.meta.dirname, "../..");
const folder = join(root, "clients/typescript");
const read = (path: string) => JSON.parse(readFileSync(join(root, path), "utf8")) as Record<string, object>;

it("the TypeScript client builds with its own settings, without `any`, and with all exports of its sources", async () => {
  mkdirSync(join(root, "var"), { recursive: true });
  const outDir = mkdtempSync(join(root, "var/client-build-"));
  try {
    const { config } = ts.readConfigFile(join(folder, "tsconfig.json"), (path) => ts.sys.readFile(path));
    const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, folder, { outDir });
    const program = ts.createProgram(fileNames, options);
    const { diagnostics } = program.emit();
    const messages = [...ts.getPreEmitDiagnostics(program), ...diagnostics].map(({ messageText }) =>
      ts.flattenDiagnosticMessageText(messageText, "\n"),
    );
    expect(messages).toEqual([]);
    const declarations = readdirSync(outDir).filter((name) => name.endsWith(".d.ts"));
    expect(declarations.length).toBeGreaterThan(8);
    for (const name of declarations)
      expect([name, /\bany\b/.exec(withoutComments(readFileSync(join(outDir, name), "utf8")))]).toEqual([name, null]);
    const built = (await import(pathToFileURL(join(outDir, "index.js")).href)) as object;
    expect(Object.keys(built).sort()).toEqual(Object.keys(sources).sort());
  } finally {
    rmSync(outDir, { recursive: true });
  }
});

const withoutComments = (text: string) => text.replace(/\/\*[^]*?\*\//g, "");

it("the TypeScript client is tested with its declared versions", () => {
  const { dependencies, devDependencies, engines } = read("clients/typescript/package.json");
  const own = read("package.json");
  expect(own["devDependencies"]).toMatchObject({ ...dependencies, ...devDependencies });
  expect(engines).toEqual(own["engines"]);
});
