import { setTimeout as sleep } from "node:timers/promises";
import type { Command } from "commander";
import { matchingTypes, patternsOf, readEvents } from "../../commerce/events/published.js";
import { withReadyDatabase } from "../database/database-commands.js";
import { jsonOption, examples, type JsonOption, wholeNumber } from "../options.js";
import { Output } from "../output.js";

interface TailOptions extends JsonOption {
  readonly types?: string;
  readonly after?: string;
  readonly max?: number;
}

/** Milliseconds between two reads of the feed. */
const pollInterval = 1000;

export function addEventCommands(program: Command): void {
  program
    .command("events:tail")
    .summary("print events as they happen")
    .description(
      "Prints a line for each event of the feed from now on, or after a cursor, until SIGTERM or Ctrl-C: its cursor, time, type " +
        "and data. With --json, each line is an object.",
    )
    .option("--types <list>", "types, separated by commas, such as order.*; default: all")
    .option("--after <cursor>", "cursor to start after; 0 starts at the oldest stored event; default: latest")
    .option("--max <n>", "exit after this many events", wholeNumber(1))
    .addOption(jsonOption())
    .addHelpText(
      "after",
      examples("bin/portico events:tail --types order.*", "bin/portico events:tail --types price.changed --after 1200"),
    )
    .action((options: TailOptions) => tail(options));
}

async function tail({ after: start, max = Number.POSITIVE_INFINITY, json, ...given }: TailOptions): Promise<void> {
  const types = matchingTypes(patternsOf(given.types));
  const output = new Output(json);
  const stop = new AbortController();
  for (const signal of ["SIGTERM", "SIGINT"]) process.once(signal, () => stop.abort());
  await withReadyDatabase(async (db) => {
    let after = start === "0" ? undefined : (start ?? "latest");
    for (let left = max; left > 0 && !stop.signal.aborted;) {
      const limit = Math.min(left, 100);
      const { events, next } = await readEvents(db, { after, types, limit });
      for (const { id, created_at, type, data } of events) {
        const text = JSON.stringify(data);
        output.result({ id, created_at, type, data }, [`${id}  ${created_at}  ${type}  ${text}`]);
      }
      left -= events.length;
      after = next;
      if (events.length < limit && left > 0)
        await sleep(pollInterval, undefined, { signal: stop.signal }).catch(() => undefined);
    }
  });
}
