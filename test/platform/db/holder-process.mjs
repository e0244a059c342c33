import { createInterface } from "node:readline";
import { readConfig } from "../../../dist/config.js";
import { openDatabase } from "../../../dist/platform/db/open.js";

/**
 * A process that opens the embedded database of a folder and runs the SQL that comes in, a line a statement. It answers
 * each line, and the opening, with a line of JSON; at the end of its input it closes the database. It uses the compiled
 * modules, because they load faster.
 */
async function main([folder, mode]) {
  const config = { ...readConfig({}), PORTICO_DATABASE_POOL: 2, PORTICO_DATA_DIR: folder };
  const database = await openDatabase(config, { serve: mode !== "client" });
  answer({ opened: true });
  for await (const line of createInterface({ input: process.stdin })) {
    try {
      answer({ rows: await database.query(line) });
    } catch (error) {
      answer({ error: String(error.message) });
    }
  }
  await database.close();
}

function answer(value) {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}

main(process.argv.slice(2)).catch((error) => {
  answer({ error: String(error.message) });
  process.exitCode = 1;
});
