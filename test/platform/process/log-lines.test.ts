import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** Places that log a text which is made elsewhere: `warnOfFailure` and `logRerun`, and the error of an answer. */
const forwarding = ["src/platform/process/outage-log.ts", "src/api/call/failure.ts"];

/** Functions that log their last argument as a warning. */
const warningFunctions = new Set(["warnOfFailure", "logRerun"]);

const warning = /(?:^|\.)log\.(warn|error|fatal)$/;

/** Collects the lines of level `warn` and above that our own code logs, and the files that log something computed. */
function loggedLines() {
  const lines = new Map<string, string>();
  const others = new Set<string>();
  const files = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" });
  for (const file of files.filter((name) => name.endsWith(".ts") && !name.startsWith("db/generated"))) {
    const path = `src/${file.replaceAll("\\", "/")}`;
    const source = ts.createSourceFile(path, readFileSync(join(root, path), "utf8"), ts.ScriptTarget.Latest);
    const visit = (node: ts.Node): void => {
      if (ts.isCallExpression(node)) {
        const callee = node.expression.getText(source);
        const level = warningFunctions.has(callee) ? "warn" : warning.exec(callee)?.[1];
        const text = node.arguments.at(-1);
        if (level !== undefined && text && ts.isStringLiteralLike(text)) lines.set(text.text, level);
        else if (level !== undefined) others.add(path);
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return { lines, others };
}

/** Reads the table of docs/operations.md. */
function documentedLines(): Map<string, string> {
  const text = readFileSync(join(root, "docs/operations.md"), "utf8");
  return new Map(
    [...text.matchAll(/^\| `([^`]+)`\s+\| (warn|error|fatal)\s+\|/gm)].map(([, line = "", level = ""]) => [
      line,
      level,
    ]),
  );
}

test("docs/operations.md explains each warning and error that is logged, and no other", () => {
  const { lines, others } = loggedLines();
  expect(lines.size).toBeGreaterThan(25);
  expect([...others].sort()).toEqual([...forwarding].sort());
  expect(Object.fromEntries(documentedLines())).toEqual(Object.fromEntries(lines));
});
