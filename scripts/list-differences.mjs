// Replays the recordings of a Magento and writes which answers differ to `test/recordings/known-differences.json`. A step stays
// in the row of `docs/differences.md` in which it is; new ones come into the row "Not decided yet". `--show ROW` prints the steps
// of a row with what differs, and writes nothing.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const list = new URL("../test/recordings/known-differences.json", import.meta.url);
const undecided = "Not decided yet";
const shown = process.argv[2] === "--show" ? (process.argv[3] ?? undecided) : undefined;

const folder = mkdtempSync(join(tmpdir(), "portico-differences-"));
const file = join(folder, "found.ndjson");
spawnSync("npx", ["--no", "vitest", "run", "--project", "recordings"], {
  stdio: ["ignore", shown === undefined ? "inherit" : "ignore", "inherit"],
  env: { ...process.env, PORTICO_DIFFERENCES: file },
});
const steps = existsSync(file)
  ? readFileSync(file, "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line))
  : [];
rmSync(folder, { recursive: true });

const rows = JSON.parse(readFileSync(list, "utf8"));
const rowOf = new Map(
  Object.entries(rows).flatMap(([row, stories]) =>
    Object.entries(stories).flatMap(([story, numbers]) => numbers.map((at) => [`${story} ${at}`, row])),
  ),
);

const found = {};
for (const { story, at, ...step } of steps) {
  const row = rowOf.get(`${story} ${at}`) ?? undecided;
  ((found[row] ??= {})[story] ??= []).push(at);
  if (row === shown) console.log(JSON.stringify({ story, at, ...step }, null, 1));
}

/** Sorts by key, so that a change of the list shows only what has changed. */
const sorted = (object) => Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)));

if (shown === undefined) {
  const text = Object.entries(sorted(found)).map(([row, stories]) => {
    const lines = Object.entries(sorted(stories)).map(
      ([story, numbers]) => `    ${JSON.stringify(story)}: [${numbers.sort((a, b) => a - b).join(", ")}]`,
    );
    return `  ${JSON.stringify(row)}: {\n${lines.join(",\n")}\n  }`;
  });
  writeFileSync(list, `{\n${text.join(",\n")}\n}\n`);
}
