import { readFileSync, writeFileSync } from "node:fs";
import { format, resolveConfig } from "prettier";
import { countedRows, decision, readRows, withRows } from "./query-counts.js";

// Writes the counts of calls of models and of SQL into the table of the decision.
const text = readFileSync(decision, "utf8");
const written = withRows(text, countedRows(readRows(text)));
writeFileSync(decision, await format(written, { ...(await resolveConfig(decision)), parser: "markdown" }));
