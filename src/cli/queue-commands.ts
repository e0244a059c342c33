import { once } from "node:events";
import { constants } from "node:os";
import type { Command } from "commander";
import { readQueueState, type QueueState } from "../bulk/queue/consumers.sql.js";
import { removeOld } from "../bulk/queue/retention.js";
import { readConfig } from "../config.js";
import { withReadyDatabase } from "./database-commands.js";
import { asJson, examples, type JsonOption, wholeNumber } from "./options.js";
import { counted, Output, table } from "./output.js";
import { warnOfUnknownSettings } from "./unknown-settings.js";

interface StartOptions extends JsonOption {
  readonly concurrency?: number;
  readonly maxMessages?: number;
  readonly singleThread: boolean;
}

/** The names of the consumers that there are; one runs the operations of every route. */
const consumers = ["async.operations.all"];

export function addQueueCommands(program: Command): void {
  addStartCommand(program);
  program
    .command("queue:consumers:list")
    .summary("list the consumers that can be started")
    .description("Lists the names that `queue:consumers:start` takes.")
    .addOption(asJson())
    .addHelpText("after", examples("bin/portico queue:consumers:list"))
    .action(({ json }: JsonOption) => new Output(json).result({ consumers }, consumers));
  program
    .command("queue:status")
    .summary("tell how the queue stands")
    .description("Tells how many operations wait, for how long the oldest one does, and whether consumers run them.")
    .addOption(asJson())
    .addHelpText("after", examples("bin/portico queue:status", "bin/portico queue:status --json"))
    .action(({ json }: JsonOption) =>
      withReadyDatabase(async (db) => showStatus(new Output(json), await readQueueState(db))),
    );
  program
    .command("queue:cleanup")
    .summary("remove old operations")
    .description(
      "Removes bulks that were finished more than PORTICO_OPERATION_DAYS days ago, with their operations, and idempotency " +
        "keys older than a day. Never removes what is open. The server does the same once a day.",
    )
    .option("--days <n>", "days to keep, in place of the setting", wholeNumber(1))
    .addOption(asJson())
    .addHelpText("after", examples("bin/portico queue:cleanup --days 30"))
    .action(({ json, days }: JsonOption & { readonly days?: number }) => cleanUp(new Output(json), days));
}

function addStartCommand(program: Command): void {
  program
    .command("queue:consumers:start")
    .summary("run queued operations in a process of its own")
    .description(
      "Runs the operations of asynchronous and bulk calls until it is told to stop (SIGTERM, Ctrl-C): then it finishes those " +
        "that it holds and exits. Needs DATABASE_URL. Any number may run, on any number of machines; operations on the same " +
        "entity keep their order.",
    )
    .argument("<name>", "name of the consumer: async.operations.all")
    .option("--concurrency <n>", "batches that run at once; PORTICO_CONSUMER_CONCURRENCY by default", wholeNumber(1))
    .option("--max-messages <n>", "end after so many operations", wholeNumber(1))
    .option("--single-thread", "refuse to run beside another one that was started so", false)
    .addOption(asJson())
    .addHelpText(
      "after",
      examples(
        "bin/portico queue:consumers:start async.operations.all",
        "bin/portico queue:consumers:start async.operations.all --concurrency 4 2>> consumer.log",
      ),
    )
    .action(start);
}

async function start(name: string, options: StartOptions): Promise<void> {
  if (!consumers.includes(name)) throw new Error(`There is no consumer ${name}. There is: ${consumers.join(", ")}.`);
  const config = readConfig();
  const signals = ["SIGTERM", "SIGINT"] as const;
  const stopRequested = Promise.race(signals.map((signal) => once(process, signal)));
  // Loaded here, so that the other commands need not wait for it.
  const [{ createLog }, { startConsumer }] = await Promise.all([import("../process/log.js"), import("../consumer.js")]);
  const output = new Output(options.json);
  const concurrency = options.concurrency ?? config.PORTICO_CONSUMER_CONCURRENCY;
  const log = createLog(config);
  warnOfUnknownSettings(log);
  const consumer = await startConsumer(config, log, { ...options, concurrency });
  output.result({ consumer: name, concurrency, pid: process.pid }, [`Consumer ${name} is running.`]);
  try {
    await Promise.race([stopRequested, consumer.ended]);
    for (const signal of signals) process.once(signal, () => process.exit(128 + constants.signals[signal]));
    output.say("Stopping: operations that are running are finished first.");
  } finally {
    await consumer.stop();
  }
  output.say("Stopped.");
}

function showStatus(output: Output, state: QueueState): void {
  const { open, postponed, oldestSeconds, consumers: seen, perSecond } = state;
  const lines = table([
    ["Open operations", String(open)],
    ["  to be tried again", String(postponed)],
    ["Oldest that is due", oldestSeconds === null ? "-" : `${Math.round(oldestSeconds)} s`],
    ["Consumers", String(seen)],
    ["Operations per second", perSecond.toFixed(1)],
  ]);
  const advice =
    open > 0 && seen === 0 ? ["Nobody runs them: bin/portico queue:consumers:start async.operations.all"] : [];
  output.result(state, [...lines, ...advice]);
}

function cleanUp(output: Output, days: number | undefined): Promise<void> {
  return withReadyDatabase(async (db, config) => {
    const removed = await removeOld(db, { days: days ?? config.PORTICO_OPERATION_DAYS });
    const { bulks, operations, idempotencyKeys } = removed;
    output.result(removed, [
      `Removed ${counted(bulks, "bulk")} with ${counted(operations, "operation")}, and ${counted(idempotencyKeys, "idempotency key")}.`,
    ]);
  });
}
