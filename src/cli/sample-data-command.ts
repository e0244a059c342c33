import { SingleBar } from "cli-progress";
import type { Command } from "commander";
import { deploySampleData, type OnProducts } from "../sampledata/deploy-sample-data.js";
import { withPreparedDatabase } from "./database-commands.js";
import { asJson, examples, type JsonOption, wholeNumber } from "./options.js";
import { counted, Output } from "./output.js";

interface Options extends JsonOption {
  readonly products: number;
}

export function addSampleDataCommand(program: Command): void {
  program
    .command("sampledata:deploy")
    .summary("fill the catalogue with products to try things out with")
    .description(
      "Creates simple, virtual, downloadable, bundle and configurable products (SKUs sample-…), a second website `eu` with " +
        "the store views `de` and `fr`, and two customer groups. What is there already stays as it is: a second run " +
        "changes nothing, one with more products adds the rest.",
    )
    .option("--products <number>", "how many products there are to be in all", wholeNumber(1), 100)
    .addOption(asJson())
    .addHelpText("after", examples("bin/portico sampledata:deploy --products 10000"))
    .action(deploy);
}

async function deploy({ products, json }: Options): Promise<void> {
  const output = new Output(json);
  await withPreparedDatabase(output, async (db) => {
    const progress = progressOf(products, output);
    const created = await deploySampleData(db, products, progress.onProducts).finally(progress.end);
    output.result({ products, created }, [
      created === 0
        ? `All ${products} sample products are there already; nothing was changed.`
        : `Created ${counted(created, "product")}; there are ${products} sample products now.`,
    ]);
  });
}

interface Progress {
  readonly onProducts: OnProducts;
  readonly end: () => void;
}

/** A bar where somebody watches a terminal, else a line now and then. */
function progressOf(total: number, output: Output): Progress {
  if (output.json || !process.stdout.isTTY) {
    return { onProducts: (done) => output.say(`${done} of ${total} products`), end: () => undefined };
  }
  const bar = new SingleBar({
    format: "[{bar}] {value} of {total} products",
    hideCursor: true,
    stream: process.stdout,
  });
  bar.start(total, 0);
  return { onProducts: (done) => bar.update(done), end: () => bar.stop() };
}
