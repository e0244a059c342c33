import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { postgresUrl } from "../support/postgres.js";

/**
 * Checks at the end of a complete run that every declared route has answered with a success and a failure, unless
 * failed tests may be the reason. `PORTICO_EXERCISED` names a folder for the records if a complete run is split into
 * several.
 */
export default function setup({ vitest }: TestProject): () => Promise<void> {
  const shared = process.env["PORTICO_EXERCISED"];
  const folder = shared ?? mkdtempSync(join(tmpdir(), "portico-exercised-"));
  process.env["PORTICO_EXERCISED"] = folder;
  return async () => {
    const lines = readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), "utf8").trim().split("\n"));
    if (shared === undefined) rmSync(folder, { recursive: true });
    // Recorded calls are not meant to exercise every route, and without PostgreSQL a part of them is not called.
    const projects = vitest.projects.map(({ name }) => name);
    const callsAll = projects.includes("postgresql") && (await postgresUrl()) !== undefined;
    if (!projects.includes("embedded") && !callsAll) return;
    const whole = await vitest.globTestSpecifications();
    const wasWhole = vitest.state.getFiles().length === whole.length && vitest.config.testNamePattern === undefined;
    if ((!wasWhole && shared === undefined) || vitest.state.getCountOfFailedTests() > 0) return;
    const gaps = unexercised(lines);
    if (gaps.length === 0) return;
    process.exitCode = 1;
    throw new Error(`Routes that the tests do not exercise:\n  ${gaps.join("\n  ")}`);
  };
}

/** Routes that reject every call, as in Magento. */
const alwaysRejected = ["PUT /V1/creditmemo/:id"];

/** Returns the routes without a success or a failure, from the records of the workers. */
export function unexercised(lines: readonly string[]): string[] {
  const of = (kind: string) =>
    new Set(lines.filter((line) => line.startsWith(`${kind} `)).map((line) => line.slice(kind.length + 1)));
  const [declared, successes, failures] = [of("declared"), of("success"), of("failure")];
  return [...declared].sort().flatMap((route) => {
    const mayLackSuccess = successes.has(route) || alwaysRejected.includes(route);
    const lacking = [...(mayLackSuccess ? [] : ["success"]), ...(failures.has(route) ? [] : ["failure"])];
    return lacking.length > 0 ? [`${route}: no ${lacking.join(", no ")}`] : [];
  });
}
