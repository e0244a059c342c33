import type { Command } from "commander";
import {
  createCompensations,
  type Compensation,
  findInconsistencies,
  parseCompensation,
  rawCompensation,
  signedQuantity,
} from "../../commerce/inventory/published.js";
import { openOrders } from "../../commerce/sales/published.js";
import { withReadyDatabase } from "../database/database-commands.js";
import { jsonOption, examples, type JsonOption, wholeNumber } from "../options.js";
import { Output } from "../output.js";

interface ListOptions extends JsonOption {
  readonly bunchSize: number;
  readonly completeOrders: boolean;
  readonly incompleteOrders: boolean;
  readonly raw: boolean;
}

interface CreateOptions extends JsonOption {
  readonly raw: boolean;
}

export function addReservationCommands(program: Command): void {
  program
    .command("inventory:reservation:list-inconsistencies")
    .summary("list reservations that do not agree with their orders")
    .description(
      "Lists the quantities to add to the reservations of orders so that they agree with the items still to be shipped or, " +
        "for items that are not shipped, invoiced. For an order number without an order, lists quantities released beyond " +
        "those reserved. Fails if it finds any.",
    )
    .option("-c, --complete-orders", "only orders that are complete, closed or canceled", false)
    .option("-i, --incomplete-orders", "only other orders", false)
    .option("-b, --bunch-size <orders>", "number of orders per statement", wholeNumber(1), 50)
    .option("-r, --raw", "print lines for create-compensations", false)
    .addOption(jsonOption())
    .addHelpText("after", examples("bin/portico inventory:reservation:list-inconsistencies --raw"))
    .action(({ json, ...options }: ListOptions) => list(new Output(json), options));
  program
    .command("inventory:reservation:create-compensations")
    .summary("append reservations that compensate for inconsistencies")
    .description(
      "Appends a reservation for each argument or each line of standard input: order number, SKU, quantity to add and stock " +
        "id. Appends all or none.",
    )
    .argument("[compensations...]", "ORDER_INCREMENT_ID:SKU:QUANTITY:STOCK-ID")
    .option("-r, --raw", "print the created lines as they were given", false)
    .addOption(jsonOption())
    .addHelpText(
      "after",
      examples(
        "bin/portico inventory:reservation:create-compensations 000000001:24-MB01:-2:1",
        "bin/portico inventory:reservation:list-inconsistencies -r | bin/portico inventory:reservation:create-compensations",
      ),
    )
    .action((given: string[], { json, raw }: CreateOptions) => create(new Output(json), given, raw));
}

function list(output: Output, { raw, ...options }: Omit<ListOptions, "json">): Promise<void> {
  const { bunchSize, completeOrders, incompleteOrders } = options;
  const isOne = completeOrders !== incompleteOrders;
  const only = isOne ? (completeOrders ? "complete" : "incomplete") : undefined;
  return withReadyDatabase(async (db) => {
    const found: Compensation[] = [];
    for await (const one of findInconsistencies(db, openOrders, { bunchSize, only })) found.push(one);
    const none = raw ? [] : ["No order inconsistencies were found"];
    const lines = raw ? found.map(rawCompensation) : byOrder(found);
    output.result({ inconsistencies: found }, found.length === 0 ? none : lines);
    if (found.length > 0) process.exitCode = 1;
  });
}

const byOrder = (found: readonly Compensation[]): string[] =>
  found.flatMap(({ order, sku, quantity, stockId }, index) => [
    ...(found[index - 1]?.order === order ? [] : [`Order ${order}:`]),
    `  - Product ${sku} should be compensated by ${signedQuantity(quantity)} for stock ${stockId}`,
  ]);

async function create(output: Output, given: readonly string[], raw: boolean): Promise<void> {
  const lines = given.length > 0 ? given : await readStandardInput();
  if (lines.length === 0) throw new Error("A list of compensations needs to be defined as argument or STDIN.");
  const compensations = lines.map((line) => {
    const compensation = parseCompensation(line);
    if (!compensation)
      throw new Error(`"${line}" is not a compensation. The format is ORDER_INCREMENT_ID:SKU:QUANTITY:STOCK-ID.`);
    return compensation;
  });
  await withReadyDatabase((db) => createCompensations(db, compensations));
  output.result(
    { created: compensations },
    raw
      ? compensations.map(rawCompensation)
      : [
          "Following reservations were created:",
          ...compensations.map(
            ({ sku, quantity, stockId }) =>
              `  - Product ${sku} was compensated by ${signedQuantity(quantity)} for stock ${stockId}`,
          ),
        ],
  );
}

/** Returns the lines of standard input, without empty ones; none if it is a terminal. */
async function readStandardInput(): Promise<string[]> {
  if (process.stdin.isTTY) return [];
  let text = "";
  for await (const part of process.stdin) text += String(part);
  return text.split("\n").flatMap((line) => (line.trim() === "" ? [] : [line.trim()]));
}
