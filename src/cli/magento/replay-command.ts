import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { type Command, Option } from "commander";
import type { Difference } from "../../extras/magento-import/compare.js";
import type { RecordedRequest, ReplayedRequest } from "../../extras/magento-import/replay.js";
import { jsonOption, examples, type JsonOption } from "../options.js";
import { pluralize, Output } from "../output.js";

interface Options extends JsonOption {
  readonly against: string;
  readonly token?: string;
  readonly ignore: readonly string[];
  readonly writes: boolean;
}

/** Adds a value to an option that can be repeated. */
const collect = (value: string, before: readonly string[]): readonly string[] => [...before, ...value.split(",")];

export function addReplayCommand(program: Command): void {
  program
    .command("compat:replay")
    .summary("send recorded requests again and compare the responses")
    .description(
      "Reads a file with one JSON object per line: method and path, and optionally headers, body, status and answer. Sends " +
        "the requests in order and prints each field of status and answer that differs. Fails if anything differs. Sends " +
        "writes only with --writes.",
    )
    .argument("<file>", "the recorded requests, as JSON lines")
    .requiredOption("--against <url>", "address of the server")
    .addOption(new Option("--token <token>", "access token that replaces the recorded one").env("REPLAY_TOKEN"))
    .option("--ignore <fields>", "fields to leave out, such as updated_at or items[*].id; can be repeated", collect, [])
    .option("--writes", "send requests that change data too", false)
    .addOption(jsonOption())
    .addHelpText(
      "after",
      examples(
        "bin/portico compat:replay access.jsonl --against http://127.0.0.1:8080 --token TOKEN",
        "bin/portico compat:replay access.jsonl --against http://127.0.0.1:8080 --token TOKEN --ignore updated_at,created_at",
      ),
    )
    .action((file: string, options: Options) => replay(file, options));
}

async function replay(file: string, { against, token, ignore, writes, json }: Options): Promise<void> {
  const output = new Output(json);
  const { Replay } = await import("../../extras/magento-import/replay.js");
  const replaying = new Replay({ url: against.replace(/\/+$/, ""), token, ignored: ignore, withWrites: writes });
  const found: ReplayedRequest[] = [];
  let line = 0;
  for await (const text of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    line += 1;
    if (text.trim() === "") continue;
    const replayed = await replaying.send(parseRecorded(text, line));
    found.push(replayed);
    for (const printed of linesOf(replayed, line)) output.say(printed);
  }
  const sent = found.filter(({ isSent }) => isSent);
  const different = found.filter(({ differences }) => differences.length > 0);
  const skipped = found.length - sent.length;
  output.result({ sent: sent.length, skipped, different: different.length, requests: different }, [
    `${pluralize(sent.length, "request")} sent, ${skipped} skipped, ${different.length} with differences.`,
  ]);
  if (different.length > 0) process.exitCode = 1;
}

/** Reads a line. Throws if it is not a recorded request. */
function parseRecorded(text: string, line: number): RecordedRequest {
  try {
    const request = JSON.parse(text) as RecordedRequest;
    if (typeof request.method === "string" && typeof request.path === "string") return request;
  } catch {
    // The error below covers every line that cannot be read.
  }
  throw new Error(`Line ${line} is not a recorded request. Expected a JSON object with method and path.`);
}

function linesOf({ request, differences, isSent }: ReplayedRequest, line: number): string[] {
  if (!isSent) return [`line ${line}: ${request} skipped: it changes data`];
  return differences.map(
    ({ field, expected, actual }) => `line ${line}: ${request}: ${formatDifference(field, expected, actual)}`,
  );
}

const formatDifference = (field: Difference["field"], expected: unknown, actual: unknown) =>
  `${field} is ${formatValue(actual)} instead of ${formatValue(expected)}`;

const formatValue = (value: unknown) => (value === undefined ? "absent" : JSON.stringify(value).slice(0, 200));
