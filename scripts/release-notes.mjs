// Prints the entry of a version in CHANGELOG.md: `node scripts/release-notes.mjs 0.1.0`. Fails if there is none.
import { readFileSync } from "node:fs";

const [, , version = ""] = process.argv;
const changelog = readFileSync(new URL("../CHANGELOG.md", import.meta.url), "utf8");
const entry = changelog
  .split(/^## /m)
  .slice(1)
  .find((text) => text.replace(/^\[/, "").split(/[\]\s]/, 1)[0] === version);

if (entry === undefined) {
  console.error(`CHANGELOG.md has no entry for ${version}. Rename "Unreleased" when the version is released.`);
  process.exitCode = 1;
} else {
  console.log(entry.slice(entry.indexOf("\n")).trim());
}
