import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";

const require = createRequire(import.meta.url);
const root = join(import.meta.dirname, "../..");
const example = join(import.meta.dirname, "example");
const read = (path: string) => readFileSync(path, "utf8");

/** The example's files by their paths in the project; a `.diff` file changes an existing file. */
const files = readdirSync(example, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map(({ parentPath, name }) => join(parentPath, name).slice(example.length + 1))
  .sort();

describe("the example of docs/extending.md", () => {
  it("shows the same files that this test compiles and runs", () => {
    const shown = new Map(
      [
        ...read(join(root, "docs/extending.md")).matchAll(
          /^`([\w/.-]+\.(?:ts|sql|prisma))`:\n\n```\w+\n([\s\S]*?)```$/gm,
        ),
      ].map(([, path = "", text = ""]) => [path, text]),
    );
    expect(Object.fromEntries(shown)).toEqual(
      Object.fromEntries(files.map((file) => [file.replace(/\.diff$/, ""), read(join(example, file))])),
    );
  });

  it(
    "adds a column to tax rules and a domain with a route, in the files it shows and no others",
    { timeout: 300_000 },
    async () => {
      const copy = copyOfProject();
      for (const file of files) {
        const target = join(copy, file.replace(/\.diff$/, ""));
        mkdirSync(dirname(target), { recursive: true });
        const text = read(join(example, file));
        writeFileSync(target, file.endsWith(".diff") ? changed(read(target), text) : text);
      }
      const tests = files.filter((file) => file.endsWith(".test.ts"));
      writeFileSync(
        join(copy, "tsconfig.example.json"),
        JSON.stringify({ extends: "./tsconfig.json", include: ["src", ...tests] }),
      );
      await run(copy, "scripts/generate-client.mjs");
      await run(
        copy,
        join(dirname(require.resolve("typescript-native/package.json")), "bin/tsc"),
        "-p",
        "tsconfig.example.json",
      );
      const vitest = join(dirname(require.resolve("vitest/package.json")), "vitest.mjs");
      expect(await run(copy, vitest, "run", ...tests, "--project", "embedded")).toMatch(/Tests .*2 passed/);
    },
  );
});

/**
 * Creates a copy of the compiled and tested files, which is removed after the test. It finds packages in its parent
 * folders.
 */
function copyOfProject(): string {
  mkdirSync(join(root, "var"), { recursive: true });
  const copy = mkdtempSync(join(root, "var/example-"));
  onTestFinished(() => rmSync(copy, { recursive: true }));
  const parts = [
    "src",
    "prisma",
    "scripts",
    "test/support",
    "test/conformance",
    "test/commerce/tax",
    "test/quarantine.json",
  ];
  for (const part of [...parts, "package.json", "package-lock.json", "tsconfig.json", "vitest.config.ts"]) {
    cpSync(join(root, part), join(copy, part), { recursive: true });
  }
  return copy;
}

/** Inserts the added lines of a diff after its context lines, which must occur once in the file. */
function changed(text: string, diff: string): string {
  return diff.split("@@\n").reduce((before, hunk) => {
    const lines = hunk.replace(/\n$/, "").split("\n");
    const shown = lines.filter((line) => line.startsWith(" ")).map((line) => `${line.slice(1)}\n`);
    const after = lines.map((line) => `${line.slice(1)}\n`);
    expect(before.split(shown.join("")), hunk).toHaveLength(2);
    return before.replace(shown.join(""), () => after.join(""));
  }, text);
}

async function run(cwd: string, ...command: string[]): Promise<string> {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(?:VITEST|PORTICO_|NODE_ENV)/.test(name)),
  );
  try {
    return (await promisify(execFile)(process.execPath, command, { cwd, env: { ...env, NO_COLOR: "1" } })).stdout;
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${command.join(" ")} failed:\n${stdout}${stderr}`, { cause: error });
  }
}
