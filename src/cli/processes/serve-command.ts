import { once } from "node:events";
import { constants } from "node:os";
import type { Command } from "commander";
import { type Config, readConfig } from "../../config.js";
import { limitHeapGrowth } from "../../platform/process/heap.js";
import type { RunningServer } from "../../server.js";
import { firstPriceLine } from "../prices/first-price.js";
import { jsonOption, examples, type JsonOption } from "../options.js";
import { Output } from "../output.js";
import { exitAtDeadline, stopEarly, warnOfUnknownSettings } from "./processes.js";

export function addServeCommand(program: Command): void {
  program
    .command("serve")
    .summary("run the API")
    .description(
      "Opens the database, migrates it and answers requests until SIGTERM or Ctrl-C; then it finishes the requests in flight " +
        "and exits. The first start creates an administrator.",
    )
    .addOption(jsonOption())
    .addHelpText(
      "after",
      examples(
        "bin/portico serve",
        "PORT=9000 bin/portico serve",
        "DATABASE_URL=postgresql://postgres@127.0.0.1/portico bin/portico serve 2> portico.log",
      ),
    )
    .action(async ({ json }: JsonOption) => serve(new Output(json)));
}

async function serve(output: Output): Promise<void> {
  const config = readConfig();
  const stopRequested = stopSignal();
  // Loaded here so that the other commands start faster.
  const [{ createLog }, { startServer }] = await Promise.all([
    import("../../platform/process/log.js"),
    import("../../server.js"),
  ]);
  const log = createLog(config);
  warnOfUnknownSettings(log);
  const server = await Promise.race([startServer(config, log, output.say), stopRequested]);
  if (!server) return stopEarly(output);
  limitHeapGrowth("running");
  const addresses = addressesOf(config, server);
  output.result(
    { ...addresses, pid: process.pid, firstAdmin: server.firstAdmin ?? null },
    welcomeLines(config, server, addresses),
  );
  await stopRequested;
  output.say("Stopping: requests in flight are finished first. Press Ctrl-C again to stop immediately.");
  exitAtDeadline(config, output);
  await server.stop();
  output.say("Stopped.");
}

/** Resolves at the first SIGTERM or SIGINT. A second one ends the process immediately. */
async function stopSignal(): Promise<void> {
  const signals = ["SIGTERM", "SIGINT"] as const;
  await Promise.race(signals.map((signal) => once(process, signal)));
  for (const signal of signals) process.once(signal, () => process.exit(128 + constants.signals[signal]));
}

interface Addresses {
  readonly start: string;
  readonly rest: string;
  readonly graphql: string;
  readonly reference: string;
  /** Null if the console is turned off. */
  readonly console: string | null;
}

/** Returns the addresses to open. For a server that listens on every interface, these are local addresses. */
function addressesOf(config: Config, { address }: RunningServer): Addresses {
  const reached = address.replace("//0.0.0.0:", "//127.0.0.1:").replace("//[::]:", "//[::1]:");
  const base = (config.PORTICO_BASE_URL ?? reached).replace(/\/$/, "");
  return {
    start: `${base}/`,
    rest: `${base}/rest/V1/`,
    graphql: `${base}/graphql`,
    reference: `${base}/swagger`,
    console: config.PORTICO_CONSOLE ? `${base}/console` : null,
  };
}

function welcomeLines(
  config: Config,
  { firstAdmin }: RunningServer,
  { start, rest, graphql, reference, console: consolePage }: Addresses,
): string[] {
  const username = firstAdmin?.username ?? config.PORTICO_ADMIN_USER;
  const password = firstAdmin?.generatedPassword;
  return [
    "",
    "Portico is ready.",
    `  Start here ${start}`,
    `  REST       ${rest}`,
    `  GraphQL    ${graphql}`,
    `  Reference  ${reference}`,
    ...(consolePage === null ? [] : [`  Console    ${consolePage}`]),
    "",
    ...(firstAdmin ? [`Created administrator ${username}.`] : []),
    ...(password === undefined ? [] : [`Password: ${password} (shown only once: write it down)`]),
    password === undefined
      ? "Set a price: paste this line into a shell where PORTICO_ADMIN_PASSWORD is the administrator's password."
      : "Set a price: paste this line into another shell.",
    "",
    firstPriceLine(rest, { username, password }),
    "",
  ];
}
