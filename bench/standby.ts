import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import pg from "pg";
import { type Cluster, startCluster } from "../test/support/postgres-cluster.js";
import { addProducts } from "./catalogue.js";
import { startProcess } from "./server-process.js";
import { adminToken, median } from "./timing.js";

const usage = `npm run bench:standby -- [--rounds N] [--calls N]

Makes a primary and a standby of its own on this machine, and sends the same mix of reads to a process without and one with
DATABASE_READ_URL, in turns. Prints the processor time of both servers for each call. Needs the programs of PostgreSQL, and Linux.`;

const { values: options } = parseArgs({
  options: {
    rounds: { type: "string", default: "5" },
    calls: { type: "string", default: "1000" },
    help: { type: "boolean", default: false },
  },
});

const portico = join(dirname(fileURLToPath(import.meta.url)), "../bin/portico");
const password = "correct-horse-battery-1";
/** Calls at the same time. */
const clients = 4;

interface Target {
  readonly url: string;
  readonly token: string;
  readonly skus: readonly string[];
}

const page =
  "searchCriteria[filter_groups][0][filters][0][field]=price&searchCriteria[filter_groups][0][filters][0][value]=50";

/** Sends the call with a number: seven of ten read a product, the others a page, orders and GraphQL. */
function call({ url, token, skus }: Target, number: number): Promise<Response> {
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
  const sku = skus[(number * 37) % skus.length] ?? "";
  const kind = number % 10;
  if (kind < 7) return fetch(`${url}/rest/V1/products/${sku}`, { headers });
  if (kind === 7)
    return fetch(
      `${url}/rest/V1/products?${page}&searchCriteria[filter_groups][0][filters][0][condition_type]=gt&searchCriteria[pageSize]=20`,
      { headers },
    );
  if (kind === 8) return fetch(`${url}/rest/V1/orders?searchCriteria[pageSize]=20`, { headers });
  const body = JSON.stringify({ query: `{ product(sku: "${sku}") { sku name price } }` });
  return fetch(`${url}/graphql`, { method: "POST", headers, body });
}

/** Sends calls, and returns the processor milliseconds of both servers and the milliseconds of the client for each. */
async function measure({ primary, standby }: Cluster, target: Target, calls: number) {
  const before = [primary.processorSeconds(), standby.processorSeconds()];
  const started = performance.now();
  let next = 0;
  const send = async () => {
    while (next < calls) {
      const answer = await call(target, next++);
      await answer.arrayBuffer();
      if (answer.status !== 200) throw new Error(`A read was answered with ${answer.status}.`);
    }
  };
  await Promise.all(Array.from({ length: clients }, send));
  const each = (seconds: number) => (1000 * seconds) / calls;
  return {
    primary: each(primary.processorSeconds() - (before[0] ?? 0)),
    standby: each(standby.processorSeconds() - (before[1] ?? 0)),
    duration: (clients * (performance.now() - started)) / calls,
  };
}

async function main(rounds: number, calls: number): Promise<void> {
  await using cluster = await startCluster();
  const settings = {
    DATABASE_URL: cluster.url,
    PORTICO_ADMIN_PASSWORD: password,
    PORTICO_CONSUMER: "off",
    PORT: "0",
    LOG_LEVEL: "warn",
  };
  await using without = await startProcess([portico, "serve", "--json"], settings);
  const skus = await fill(cluster);
  const reading = { ...settings, DATABASE_READ_URL: cluster.standby.url };
  await using using = await startProcess([portico, "serve", "--json"], reading);
  const token = await adminToken(without.url, password);
  const targets = { without: { url: without.url, token, skus }, with: { url: using.url, token, skus } };
  type Measured = Awaited<ReturnType<typeof measure>>;
  const found: Record<keyof typeof targets, Measured[]> = { without: [], with: [] };
  for (let round = 0; round <= rounds; round += 1) {
    for (const name of ["without", "with"] as const) {
      const measured = await measure(cluster, targets[name], calls);
      // The first round warms up.
      if (round > 0) found[name].push(measured);
    }
  }
  const middle = (name: keyof typeof targets, part: keyof Measured) =>
    median(found[name].map((measured) => measured[part]));
  for (const name of ["without", "with"] as const) {
    const parts = (["primary", "standby", "duration"] as const).map(
      (part) => `${part} ${middle(name, part).toFixed(2)} ms`,
    );
    console.log(`${name} DATABASE_READ_URL: ${parts.join(", ")} a call`);
  }
  const share = 1 - middle("with", "primary") / middle("without", "primary");
  console.log(`The primary has ${Math.round(100 * share)} % less to do.`);
}

async function fill({ primary }: Cluster): Promise<string[]> {
  const client = new pg.Client(primary.url);
  await client.connect();
  try {
    return await addProducts(client);
  } finally {
    await client.end();
  }
}

if (options.help) console.log(usage);
else await main(Number(options.rounds), Number(options.calls));
