import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
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

it("the TypeScript client is packed with its compiled code and types, and works where it is installed", () => {
  const target = mkdtempSync(join(tmpdir(), "portico-client-"));
  try {
    const npm = (cwd: string, ...args: string[]) =>
      execFileSync("npm", [...args, "--prefer-offline", "--silent"], { cwd, encoding: "utf8" });
    npm(folder, "run", "build");
    npm(folder, "pack", "--ignore-scripts", "--pack-destination", target);
    npm(target, "init", "-y");
    npm(target, "install", "./portico-client-0.1.0.tgz");
    const files = readdirSync(join(target, "node_modules/portico-client"), { recursive: true });
    expect(files).toEqual(expect.arrayContaining(["README.md", "package.json", join("dist", "index.d.ts")]));
    const script = 'console.log(Object.keys(await import("portico-client")).sort().join())';
    const names = execFileSync(process.execPath, ["--input-type=module", "-e", script], {
      cwd: target,
      encoding: "utf8",
    });
    expect(names.trim().split(",")).toEqual(Object.keys(sources).sort());
  } finally {
    rmSync(target, { recursive: true });
  }
});

it("the TypeScript client is tested with its declared versions", () => {
  const { dependencies, devDependencies, engines } = read("clients/typescript/package.json");
  const own = read("package.json");
  expect(own["devDependencies"]).toMatchObject({ ...dependencies, ...devDependencies });
  expect(engines).toEqual(own["engines"]);
});
