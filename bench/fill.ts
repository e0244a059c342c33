import { parseArgs } from "node:util";
import pg from "pg";
import { fill, fillings, type Filling } from "./filling.js";

const usage = `npm run bench:fill -- --scale 0.01

Fills the database of DATABASE_URL, which must have the sample products (bin/portico sampledata:deploy), with what a shop of years has:
prices in store views, customers, orders, changes of prices, events and operations. The scale 1 is ${fillings
  .map(({ name, count }) => `${count.toLocaleString("en-US")} ${name}`)
  .join(", ")}. 0.01 is the default. Each run adds that many. Only for databases that nothing else uses.

  --scale N     share of these numbers
  --only NAME   one of them: ${fillings.map(({ name }) => `"${name}"`).join(", ")}`;

const options = {
  scale: { type: "string", default: "0.01" },
  only: { type: "string" },
  help: { type: "boolean" },
} as const;

async function main(): Promise<void> {
  const { values } = parseArgs({ options });
  if (values.help) return console.log(usage);
  const url = process.env["DATABASE_URL"];
  const scale = Number(values.scale);
  if (url === undefined || !(scale > 0)) throw new Error(`Set DATABASE_URL, and a scale above 0.\n\n${usage}`);
  const wanted = fillings.filter(({ name }) => values.only === undefined || name === values.only);
  if (wanted.length === 0) throw new Error(`There is nothing called ${values.only}.\n\n${usage}`);
  const client = new pg.Client(url);
  await client.connect();
  try {
    for (const filling of wanted) await run(client, filling, scale);
    await client.query("vacuum analyze");
  } finally {
    await client.end();
  }
}

async function run(client: pg.Client, filling: Filling, scale: number): Promise<void> {
  const started = performance.now();
  const added = await fill((text, values) => client.query(text, values), filling, Math.round(filling.count * scale));
  const seconds = (performance.now() - started) / 1000;
  console.log(`${added.toLocaleString("en-US")} ${filling.name} in ${seconds.toFixed(1)} s`);
}

await main();
