import { once } from "node:events";
import { constants } from "node:os";
import type { Command } from "commander";
import { readQueueState, type QueueState } from "../../api/bulk/queue/consumers.sql.js";
import { removeOld } from "../../api/bulk/queue/retention.js";
import { readConfig } from "../../config.js";
import { limitHeapGrowth } from "../../platform/process/heap.js";
import { withReadyDatabase } from "../database/database-commands.js";
import { jsonOption, examples, type JsonOption, wholeNumber } from "../options.js";
import { pluralize, Output, table } from "../output.js";
import { exitAtDeadline, stopEarly, warnOfUnknownSettings } from "./processes.js";

interface StartOptions extends JsonOption {
  readonly concurrency?: number;
  readonly maxMessages?: number;
  readonly singleThread: boolean;
}

/** The names of all consumers. There is only one, which runs the operations of every route. */
const consumers = ["async.operations.all"];

export function addQueueCommands(program: Command): void {
  addStartCommand(program);
  program
    .command("queue:consumers:list")
    .summary("list the consumers that can be started")
    .description("Lists the consumer names that `queue:consumers:start` accepts.")
    .addOption(jsonOption())
    .addHelpText("after", examples("bin/portico queue:consumers:list"))
    .action(({ json }: JsonOption) => new Output(json).result({ consumers }, consumers));
  program
    .command("queue:status")
    .summary("show the state of the queue")
    .description(
      "Shows how many operations wait, how long the oldest one has waited, and whether consumers are running.",
    )
    .addOption(jsonOption())
    .addHelpText("after", examples("bin/portico queue:status", "bin/portico queue:status --json"))
    .action(({ json }: JsonOption) =>
      withReadyDatabase(async (db) => showStatus(new Output(json), await readQueueState(db))),
    );
  program
    .command("queue:cleanup")
    .summary("remove old operations")
    .description(
      "Removes bulks that finished more than PORTICO_OPERATION_DAYS days ago, with their operations, and idempotency keys " +
        "older than a day. Never removes open operations. The server does the same once a day.",
    )
    .option("--days <n>", "days to keep, instead of PORTICO_OPERATION_DAYS", wholeNumber(1))
    .addOption(jsonOption())
    .addHelpText("after", examples("bin/portico queue:cleanup --days 30"))
    .action(({ json, days }: JsonOption & { readonly days?: number }) => cleanUp(new Output(json), days));
}

function addStartCommand(program: Command): void {
  program
    .command("queue:consumers:start")
    .summary("run queued operations in a separate process")
    .description(
      "Runs the operations of asynchronous and bulk calls until SIGTERM or Ctrl-C; then it finishes the operations that it " +
        "has started and exits. Requires DATABASE_URL. Any number of consumers can run on any number of machines: operations " +
        "on the same entity keep their order.",
    )
    .argument("<name>", "name of the consumer: async.operations.all")
    .option(
      "--concurrency <n>",
      "batches to run at the same time; default: PORTICO_CONSUMER_CONCURRENCY",
      wholeNumber(1),
    )
    .option("--max-messages <n>", "exit after this many operations", wholeNumber(1))
    .option("--single-thread", "do not start while another consumer with this option is running", false)
    .addOption(jsonOption())
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
  if (!consumers.includes(name))
    throw new Error(`The consumer ${name} does not exist. Consumers: ${consumers.join(", ")}.`);
  const config = readConfig();
  const signals = ["SIGTERM", "SIGINT"] as const;
  const stopRequested = Promise.race(signals.map((signal) => once(process, signal)));
  // Loaded here so that the other commands start faster.
  const [{ createLog }, { startConsumer }] = await Promise.all([
    import("../../platform/process/log.js"),
    import("../../consumer.js"),
  ]);
  const output = new Output(options.json);
  const concurrency = options.concurrency ?? config.PORTICO_CONSUMER_CONCURRENCY;
  const log = createLog(config);
  warnOfUnknownSettings(log);
  const starting = startConsumer(config, log, { ...options, concurrency });
  const consumer = await Promise.race([starting, stopRequested.then(() => undefined)]);
  if (!consumer) return stopEarly(output);
  limitHeapGrowth("running");
  output.result({ consumer: name, concurrency, pid: process.pid }, [`Consumer ${name} is running.`]);
  try {
    await Promise.race([stopRequested, consumer.ended]);
    for (const signal of signals) process.once(signal, () => process.exit(128 + constants.signals[signal]));
    exitAtDeadline(config, output);
    output.say("Stopping: running operations are finished first.");
  } finally {
    await consumer.stop();
  }
  output.say("Stopped.");
}

function showStatus(output: Output, state: QueueState): void {
  const { open, postponed, oldestSeconds, consumers: seen, perSecond } = state;
  const lines = table([
    ["Open operations", String(open)],
    ["  waiting for a retry", String(postponed)],
    ["Oldest due operation", oldestSeconds === null ? "-" : `${Math.round(oldestSeconds)} s`],
    ["Consumers", String(seen)],
    ["Operations per second", perSecond.toFixed(1)],
  ]);
  const advice =
    open > 0 && seen === 0
      ? ["No consumer is running. To start one: bin/portico queue:consumers:start async.operations.all"]
      : [];
  output.result(state, [...lines, ...advice]);
}

function cleanUp(output: Output, days: number | undefined): Promise<void> {
  return withReadyDatabase(async (db, config) => {
    const removed = await removeOld(db, { days: days ?? config.PORTICO_OPERATION_DAYS });
    const { bulks, operations, idempotencyKeys } = removed;
    output.result(removed, [
      `Removed ${pluralize(bulks, "bulk")} with ${pluralize(operations, "operation")}, and ${pluralize(idempotencyKeys, "idempotency key")}.`,
    ]);
  });
}
