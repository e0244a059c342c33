import { createInterface } from "node:readline";
import { openDatabase } from "../../src/db/open.js";

/**
 * A process that opens the embedded database of a folder and runs the SQL that comes in, a line a statement. It answers
 * each line, and the opening, with a line of JSON; at the end of its input it closes the database.
 */
async function main([folder = "", mode]: readonly string[]): Promise<void> {
  const config = { DATABASE_URL: undefined, PORTICO_DATABASE_POOL: 2, PORTICO_DATA_DIR: folder };
  const database = await openDatabase(config, { serve: mode !== "client" });
  say({ opened: true });
  for await (const line of createInterface({ input: process.stdin })) {
    try {
      say({ rows: await database.query(line) });
    } catch (error) {
      say({ error: error instanceof Error ? error.message : String(error) });
    }
  }
  await database.close();
}

function say(answer: unknown): void {
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}

main(process.argv.slice(2)).catch((error: unknown) => {
  say({ error: error instanceof Error ? error.message : String(error) });
  process.exitCode = 1;
});
