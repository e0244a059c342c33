import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import type { Reporter, TestCase, TestModule, TestSpecification, Vitest } from "vitest/node";

/** File with the duration of the last complete run on this machine. */
const durationFile = join(import.meta.dirname, "../../node_modules/.cache/portico/test-minutes");

/**
 * Prints the expected duration at the start, and at the end the actual duration and the skipped tests with the reasons.
 */
export default class SummaryReporter implements Reporter {
  private vitest: Vitest | undefined;
  private startedAt = 0;
  private isWhole = false;

  onInit(vitest: Vitest): void {
    this.vitest = vitest;
  }

  async onTestRunStart(specifications: readonly TestSpecification[]): Promise<void> {
    this.startedAt = Date.now();
    const all = await this.vitest?.globTestSpecifications();
    this.isWhole = specifications.length === all?.length && this.vitest?.config.testNamePattern === undefined;
    if (this.isWhole) this.print(`${specifications.length} files. ${lastRun()}`);
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const minutes = minutesSince(this.startedAt);
    if (this.isWhole) {
      mkdirSync(dirname(durationFile), { recursive: true });
      writeFileSync(durationFile, minutes);
    }
    this.print(`Took ${minutes} minutes.`);
    for (const line of skippedLines(modules)) this.print(line);
  }

  private print(line: string): void {
    this.vitest?.logger.log(line);
  }
}

const minutesSince = (start: number) => ((Date.now() - start) / 60_000).toFixed(1);

function lastRun(): string {
  try {
    return `The last whole run took ${readFileSync(durationFile, "utf8")} minutes.`;
  } catch {
    return "A whole run takes about a quarter of an hour on two cores.";
  }
}

/** Returns a line for each reason of skipped tests, with its files. */
export function skippedLines(modules: readonly Pick<TestModule, "moduleId" | "children">[]): string[] {
  const byReason = new Map<string, { count: number; readonly files: Set<string> }>();
  for (const { moduleId, children } of modules) {
    for (const test of children.allTests("skipped")) {
      const reason = reasonOf(test);
      const found = byReason.get(reason) ?? { count: 0, files: new Set<string>() };
      found.count++;
      found.files.add(relative(process.cwd(), moduleId));
      byReason.set(reason, found);
    }
  }
  return [...byReason].map(
    ([reason, { count, files }]) => `Skipped ${count} tests (${reason}): ${[...files].sort().join(", ")}`,
  );
}

function reasonOf(test: TestCase): string {
  const result = test.result();
  return (result.state === "skipped" ? result.note : undefined) ?? "something that they need is missing here";
}
