import { SingleBar } from "cli-progress";
import type { Command } from "commander";
import { deploySampleData, type OnProducts } from "../../extras/sampledata/deploy-sample-data.js";
import { withPreparedDatabase } from "./database-commands.js";
import { jsonOption, examples, type JsonOption, wholeNumber } from "../options.js";
import { pluralize, Output } from "../output.js";

interface Options extends JsonOption {
  readonly products: number;
}

export function addSampleDataCommand(program: Command): void {
  program
    .command("sampledata:deploy")
    .summary("fill the catalog with sample products")
    .description(
      "Creates simple, virtual, downloadable, bundle and configurable products (SKUs sample-…), the websites `eu` " +
        "(store views `de` and `fr`) and `ch` (one store view), two customer groups, three warehouses that sell to them, two " +
        "cart price rules (one with the coupon SAMPLE10), table rates of `ch` and, with 17 products or more, four orders. Existing " +
        "data is kept: a second run changes nothing, and a run with more products adds the missing ones.",
    )
    .option("--products <number>", "total number of sample products", wholeNumber(1), 100)
    .addOption(jsonOption())
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
        ? `All ${products} sample products already exist. Nothing was changed.`
        : `Created ${pluralize(created, "product")}. There are ${products} sample products now.`,
    ]);
  });
}

interface Progress {
  readonly onProducts: OnProducts;
  readonly end: () => void;
}

/** Returns a progress bar in a terminal, and occasional lines elsewhere. */
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
