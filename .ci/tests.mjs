// Runs the test suite and writes a summary ("N passed, N failed") to the file that is given. A file that fails is run once more
// by itself, because tests can time out on a busy machine. A file that passes only then is listed as flaky and must be fixed.
// More than a few failed files are not run again.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";

const mostRunAgain = 4;

const [summaryFile] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "portico-tests-"));
/** What the tests of both runs record about the routes that have answered. */
const exercised = join(folder, "exercised");
mkdirSync(exercised);

/** Runs the suite, or only the files given. Returns what vitest reported; null if it did not come to an end. */
function run(name, files = []) {
  const report = join(folder, `${name}.json`);
  const alone = files.length > 0 ? ["--no-file-parallelism"] : [];
  const args = [
    "vitest",
    "run",
    "--project=embedded",
    "--project=postgresql",
    "--reporter=default",
    "--reporter=./test/support/summary-reporter.ts",
    "--reporter=json",
    `--outputFile.json=${report}`,
  ];
  const { status } = spawnSync("npx", ["--no", ...args, ...alone, ...files], {
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

const filesOf = (failures) => [...new Set(failures.map(({ file }) => file))];

function list(heading, failures) {
  if (failures.length === 0) return;
  console.log(`\n${heading}`);
  for (const { file, title, message } of failures) {
    console.log(`  ${file} > ${title}\n    ${message.slice(0, 1000).split("\n").slice(0, 12).join("\n    ")}`);
  }
}

function conclude({ passed, failed, skipped = 0, status }) {
  writeFileSync(summaryFile, `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}\n`);
  rmSync(folder, { recursive: true });
  process.exit(status);
}

const first = run("first");
if (!first) conclude({ passed: 0, failed: 1, status: 1 });
const skipped = (first.numPendingTests ?? 0) + (first.numTodoTests ?? 0);
const failures = failuresOf(first);
const files = filesOf(failures);
const mayBeFlaky = files.length > 0 && files.length <= mostRunAgain;
if (mayBeFlaky) console.log(`\n== once more, by themselves: ${files.join(", ")}`);
const again = mayBeFlaky ? run("again", files) : null;
const remaining = again ? failuresOf(again) : failures;
const passedAgain = again !== null && again.status === 0 && remaining.length === 0;
list("Flaky, passed only when run again by itself:", passedAgain ? failures : []);
list("Failed:", passedAgain ? [] : failures);
if (passedAgain) conclude({ passed: first.numPassedTests + failures.length, failed: 0, skipped, status: 0 });
// The check of the exercised routes can fail without a failed test.
const failed = Math.max(failures.length, first.status === 0 ? 0 : 1);
conclude({ passed: first.numPassedTests, failed, skipped, status: first.status ?? 1 });
