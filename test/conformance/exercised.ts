import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";

/** Checks at the end of a whole run that every declared route has answered with a success and a failure. */
export default function setup({ vitest }: TestProject): () => Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "portico-exercised-"));
  process.env["PORTICO_EXERCISED"] = folder;
  return async () => {
    const lines = readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), "utf8").trim().split("\n"));
    rmSync(folder, { recursive: true });
    const whole = await vitest.globTestSpecifications();
    const wasWhole = vitest.state.getFiles().length === whole.length && vitest.config.testNamePattern === undefined;
    if (!wasWhole || vitest.state.getCountOfFailedTests() > 0) return;
    const gaps = unexercised(lines);
    if (gaps.length === 0) return;
    process.exitCode = 1;
    throw new Error(`Routes that the tests do not exercise:\n  ${gaps.join("\n  ")}`);
  };
}

/** Returns the routes without a success or a failure, from the records of the workers. */
export function unexercised(lines: readonly string[]): string[] {
  const of = (kind: string) =>
    new Set(lines.filter((line) => line.startsWith(`${kind} `)).map((line) => line.slice(kind.length + 1)));
  const [declared, successes, failures] = [of("declared"), of("success"), of("failure")];
  return [...declared].sort().flatMap((route) => {
    const lacking = [...(successes.has(route) ? [] : ["success"]), ...(failures.has(route) ? [] : ["failure"])];
    return lacking.length > 0 ? [`${route}: no ${lacking.join(", no ")}`] : [];
  });
}
