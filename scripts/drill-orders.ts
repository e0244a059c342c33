import { randomUUID } from "node:crypto";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import pg from "pg";
import { copyCart, createCart } from "../bench/carts.js";
import { addProducts } from "../bench/catalogue.js";
import { scratchDatabase } from "../bench/scratch-database.js";
import { request, send } from "../bench/timing.js";
import { judge, openOperations } from "./order-verdict.js";
import { Processes } from "./killed-processes.js";

const usage = `npm run drill:orders -- [--rounds N] [--carts N] [--kill-every SECONDS]

Places orders of guests, directly and through the queue, some carts by both at once, while the API and its consumers are killed
(SIGKILL) in turn and started again. Then proves that each cart has one order, that reservations are those of the orders, that
the coupon was counted once for each order and that order numbers have no gaps. Needs PostgreSQL (DATABASE_URL) and RabbitMQ
(AMQP_URL).`;

const { values: options } = parseArgs({
  options: {
    rounds: { type: "string", default: "2" },
    carts: { type: "string", default: "100" },
    "kill-every": { type: "string", default: "2" },
    help: { type: "boolean", default: false },
  },
});

const password = "correct-horse-battery-1";
const portico = join(dirname(fileURLToPath(import.meta.url)), "../bin/portico");
/** Shoppers who order at the same moment. */
const shoppers = 8;
/** Time after which a round is given up. */
const roundSeconds = 300;
const couponCode = "DRILL";

interface Drill {
  readonly rounds: number;
  readonly carts: number;
  readonly killEvery: number;
}

async function main({ rounds, carts, killEvery }: Drill): Promise<void> {
  await using database = await scratchDatabase();
  const client = new pg.Client(database.url);
  // If a step fails, the database is dropped while connected. The error of the step is the one to report.
  client.on("error", () => undefined);
  const processes = await Processes.start(portico, {
    DATABASE_URL: database.url,
    AMQP_URL: process.env["AMQP_URL"] ?? "amqp://guest:guest@127.0.0.1:5672",
    PORTICO_QUEUE_PREFIX: `drill-${randomUUID()}.`,
    PORTICO_ADMIN_PASSWORD: password,
    LOG_LEVEL: "fatal",
  });
  try {
    await client.connect();
    const skus = await addProducts(client);
    await addCoupon(processes.url);
    const template = await createCart({ url: processes.url, headers: {} }, skus.slice(0, 3));
    const coupon = `/rest/V1/guest-carts/${template}/coupons/${couponCode}`;
    await request({ url: processes.url, headers: {} }, "PUT", coupon);
    const started = performance.now();
    for (let round = 1; round <= rounds; round += 1) {
      const masks = await copyCart(client, template, carts);
      const killing = processes.killEvery(killEvery);
      try {
        await placeAll(processes, masks);
        await drained(client);
      } finally {
        await killing.stop();
      }
      process.stderr.write(`round ${round} of ${rounds}: ${processes.killed} processes were killed\n`);
    }
    const seconds = Math.round((performance.now() - started) / 1000);
    const verdict = await judge(client, { template, couponCode });
    console.log(JSON.stringify({ carts: rounds * carts, seconds, killed: processes.killed, ...verdict }, null, 2));
    process.exitCode = Object.values(verdict).every((count) => count === 0) ? 0 : 1;
  } finally {
    await processes.end();
    await client.end();
  }
}

/** Creates a coupon without limits for all guests. */
async function addCoupon(url: string): Promise<void> {
  const credentials = JSON.stringify({ username: "admin", password });
  const token = JSON.parse(await send({ url, headers: {} }, "/rest/V1/integration/admin/token", credentials)) as string;
  const admin = { url, headers: { authorization: `Bearer ${token}` } };
  const rule = {
    name: "Drill",
    is_active: true,
    website_ids: [1],
    customer_group_ids: [0],
    coupon_type: "SPECIFIC_COUPON",
    simple_action: "by_percent",
    discount_amount: 10,
  };
  const { rule_id } = JSON.parse(await send(admin, "/rest/V1/salesRules", JSON.stringify({ rule }))) as {
    readonly rule_id: number;
  };
  const coupon = { rule_id, code: couponCode, is_primary: true };
  await send(admin, "/rest/V1/coupons", JSON.stringify({ coupon }));
}

/** Places the orders of all carts: one third directly, one third through the queue, and one third by both at once. */
async function placeAll(processes: Processes, masks: readonly string[]): Promise<void> {
  const waiting = [...masks.entries()];
  const giveUp = performance.now() + roundSeconds * 1000;
  const shop = async () => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const [number, mask] = next;
      const path = `V1/guest-carts/${mask}/order`;
      const [direct, queued] = [`/rest/${path}`, `/rest/async/${path}`];
      const ways = [[direct], [queued], [direct, queued]][number % 3] ?? [];
      await Promise.all(ways.map((way) => answered(processes, way, giveUp)));
    }
  };
  await Promise.all(Array.from({ length: shoppers }, shop));
}

/** An order, its acceptance, or a cart that was ordered before. */
const final: ReadonlySet<number> = new Set([200, 202, 404]);

/** Sends an order again until it is answered: while the API is away, or if its answer was lost. */
async function answered(processes: Processes, path: string, giveUp: number): Promise<void> {
  const body = JSON.stringify({ paymentMethod: { method: "checkmo" } });
  while (performance.now() < giveUp) {
    const status = await statusOf(`${processes.url}${path}`, body);
    if (status !== undefined && final.has(status)) return;
    // 429 and 5xx: the API is busy, or starts. Anything else is a fault.
    if (status !== undefined && status < 429) throw new Error(`${path} answered ${status}.`);
    await pause(100);
  }
  throw new Error(`${path} was not answered in ${roundSeconds} seconds.`);
}

/** Returns the status of the answer; undefined without one. */
async function statusOf(url: string, body: string): Promise<number | undefined> {
  const headers = { "Content-Type": "application/json" };
  try {
    const answer = await fetch(url, { method: "PUT", headers, body, signal: AbortSignal.timeout(30_000) });
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    return undefined;
  }
}

/** Waits until all operations have ended. */
async function drained(client: pg.Client): Promise<void> {
  const giveUp = performance.now() + roundSeconds * 1000;
  while ((await openOperations(client)) > 0) {
    if (performance.now() > giveUp) throw new Error(`Operations are open after ${roundSeconds} seconds.`);
    await pause(500);
  }
}

if (options.help) console.log(usage);
else {
  await main({
    rounds: Number(options.rounds),
    carts: Number(options.carts),
    killEvery: Number(options["kill-every"]),
  });
}
