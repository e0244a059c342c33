// Runs the test suite and writes a summary ("N passed, N failed") to the file that is given. Each failure counts: no file is run
// again. Flaky tests that cannot be fixed at once are skipped with their reason (test/quarantine.json).
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";

const [summaryFile] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "portico-tests-"));
/** What the tests record about the routes that have answered. */
const exercised = join(folder, "exercised");
mkdirSync(exercised);

/** Runs the suite. Returns what vitest reported; null if it did not come to an end. */
function run() {
  const report = join(folder, "report.json");
  const args = [
    "vitest",
    "run",
    "--project=embedded-part",
    "--project=postgresql",
    "--reporter=default",
    "--reporter=./test/support/summary-reporter.ts",
    "--reporter=json",
    `--outputFile.json=${report}`,
  ];
  const { status } = spawnSync("npx", ["--no", ...args], {
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, PORTICO_EXERCISED: exercised },
  });
  try {
    return { status, ...JSON.parse(readFileSync(report, "utf8")) };
  } catch {
    return null;
  }
}

/** The failures of a report. A file that cannot be loaded has no tests, so it counts as one failure. */
const failuresOf = ({ testResults }) =>
  testResults
    .filter(({ status }) => status === "failed")
    .flatMap(({ name, message, assertionResults }) => {
      const file = relative(process.cwd(), name);
      const failed = assertionResults.filter(({ status }) => status === "failed");
      if (failed.length === 0) return [{ file, title: "(the file)", message }];
      return failed.map(({ fullName, failureMessages }) => ({
        file,
        title: fullName,
        message: failureMessages.join("\n"),
      }));
    });

function list(failures) {
  if (failures.length === 0) return;
  console.log("\nFailed:");
  for (const { file, title, message } of failures) {
    console.log(`  ${file} > ${title}\n    ${message.slice(0, 1000).split("\n").slice(0, 12).join("\n    ")}`);
  }
}

function conclude({ passed, failed, skipped = 0, status }) {
  writeFileSync(summaryFile, `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}\n`);
  rmSync(folder, { recursive: true });
  process.exit(status);
}

const report = run();
if (!report) conclude({ passed: 0, failed: 1, status: 1 });
const failures = failuresOf(report);
list(failures);
conclude({
  passed: report.numPassedTests,
  // The check of the exercised routes can fail without a failed test.
  failed: Math.max(failures.length, report.status === 0 ? 0 : 1),
  skipped: (report.numPendingTests ?? 0) + (report.numTodoTests ?? 0),
  status: report.status ?? 1,
});
