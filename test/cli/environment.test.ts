import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";

const compiled = fileURLToPath(new URL("../../dist/cli/environment.js", import.meta.url));

/** Returns `NODE_ENV` as seen by packages that are loaded after the environment. */
function found(variables: Readonly<Record<string, string>>, file = ""): string {
  const cwd = mkdtempSync(join(tmpdir(), "portico-environment-"));
  onTestFinished(() => rmSync(cwd, { recursive: true }));
  writeFileSync(join(cwd, ".env"), file);
  const program = `await import(${JSON.stringify(compiled)}); process.stdout.write(process.env.NODE_ENV)`;
  const env = { PATH: process.env["PATH"], ...variables };
  return execFileSync(process.execPath, ["--input-type=module", "-e", program], { cwd, env, encoding: "utf8" });
}

test("packages run in production mode unless a variable or .env sets another one", () => {
  expect(found({})).toBe("production");
  expect(found({}, "NODE_ENV=development")).toBe("development");
  expect(found({ NODE_ENV: "test" }, "NODE_ENV=development")).toBe("test");
});
