import { execFile } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import pg from "pg";
import type { Bench, Measure } from "../measure.js";
import { scratchDatabase } from "../scratch-database.js";
import { timed } from "../timing.js";

const run = promisify(execFile);
const portico = join(dirname(fileURLToPath(import.meta.url)), "../../bin/portico");

/** The administrator in whose name the products are written. */
const administrator = [
  ...["--admin-user", "admin", "--admin-password", "correct-horse-battery-1"],
  ...["--admin-email", "admin@example.com", "--admin-firstname", "Ada", "--admin-lastname", "Byron"],
];

/** Products, and all kinds they refer to. */
const kinds = [
  ...["stores", "tax classes", "customer groups", "attributes", "attribute sets", "categories"],
  ...["sources", "stocks", "sources of stocks", "products", "product links and options", "prices", "quantities"],
];

/** Imports the catalogue of the bench from its server into an empty database, with all data that products refer to. */
export const importShop: Measure = {
  name: "import-shop",
  title: "`magento:import` of 10,000 products with prices and stock, from another Portico into an empty database",
  unit: "products/s",
  // 50,000 products in ten minutes.
  goal: { of: "ours", atLeast: 84 },
  async run({ ours, skus }: Bench) {
    await using target = await scratchDatabase();
    const token = ours.headers["authorization"]?.replace("Bearer ", "") ?? "";
    const options = [
      ...["--from", ours.url, "--token", token, "--only", kinds.join(",")],
      ...["--report", "/dev/null", "--json"],
    ];
    const env = { PATH: process.env["PATH"], HOME: process.env["HOME"], LOG_LEVEL: "warn", DATABASE_URL: target.url };
    const command = (...args: readonly string[]) => run(process.execPath, [portico, ...args], { env });
    await command("db:migrate");
    await command("admin:user:create", ...administrator);
    const ms = await timed(() => command("magento:import", ...options));
    const imported = await count(target.url);
    if (imported !== skus.length) throw new Error(`${imported} of ${skus.length} products were imported.`);
    return { ours: imported / (ms / 1000) };
  },
};

async function count(url: string): Promise<number> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count from product p join stock_item i on i.product_id = p.id and i.qty > 0
       where exists (select from product_price price where price.product_id = p.id and price.price is not null)`,
    );
    return rows[0]?.count ?? 0;
  } finally {
    await client.end();
  }
}
