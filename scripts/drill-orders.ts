import { randomUUID } from "node:crypto";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import pg from "pg";
import { copyCart } from "../bench/carts.js";
import { addProducts } from "../bench/catalogue.js";
import { scratchDatabase } from "../bench/scratch-database.js";
import { endedOperations, countFaults, waitUntilDrained } from "./order-verdict.js";
import { Processes } from "./killed-processes.js";
import { couponCode, createTemplate, password } from "./order-template.js";

const usage = `npm run drill:orders -- [--kills N] [--minutes N] [--carts N] [--life MILLISECONDS]

Places guest orders, directly and through the queue, some carts in both ways at once, while the API and its consumer are killed
(SIGKILL) and restarted. Each is killed while it works, up to --life milliseconds after its first order. Ends after --kills kills
or --minutes minutes, whichever comes first. Then proves that each cart has one order, that reservations match the orders, that the
coupon was counted once for each order, that each order has its event and its mail, and that order numbers have no gaps. Needs PostgreSQL (DATABASE_URL) and RabbitMQ (AMQP_URL).`;

const { values: options } = parseArgs({
  options: {
    kills: { type: "string", default: "20" },
    minutes: { type: "string", default: "10" },
    carts: { type: "string", default: "200" },
    life: { type: "string", default: "2000" },
    help: { type: "boolean", default: false },
  },
});

const portico = join(dirname(fileURLToPath(import.meta.url)), "../bin/portico");
/** Shoppers who order at the same moment. */
const shoppers = 8;
/** Number of kills after which an order is given up. Many are needed, because each leaves the API little time. */
const maxKills = 100;

interface Drill {
  readonly kills: number;
  readonly minutes: number;
  /** Number of carts copied at a time. */
  readonly carts: number;
  /** Maximum milliseconds that a process works before it is killed. */
  readonly life: number;
}

async function main({ kills, minutes, carts, life }: Drill): Promise<void> {
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
    const template = await createTemplate(processes.url, await addProducts(client));
    const started = performance.now();
    const tally = { answered: 0 };
    const [answered, consumed] = [() => tally.answered, () => endedOperations(client)];
    const killing = processes.kill({ kills, maxLifetime: life, answered, consumed });
    let ordered = 0;
    try {
      while (processes.killed < kills && performance.now() - started < minutes * 60_000) {
        const masks = await copyCart(client, template, carts);
        await Promise.race([placeAll(processes, masks, tally), killing.failed]);
        ordered += masks.length;
        process.stderr.write(`${ordered} carts, ${processes.killed} of ${kills} kills\n`);
      }
      await waitUntilDrained(client);
    } finally {
      await killing.stop();
    }
    const seconds = Math.round((performance.now() - started) / 1000);
    const verdict = await countFaults(client, { template, couponCode });
    console.log(JSON.stringify({ carts: ordered, seconds, killed: processes.killed, ...verdict }, null, 2));
    process.exitCode = Object.values(verdict).every((count) => count === 0) ? 0 : 1;
  } finally {
    await processes.end();
    await client.end();
  }
}

/** Counts calls that the API answered. */
interface Tally {
  answered: number;
}

/** Places the orders of all carts: one third directly, one third through the queue, and one third by both at once. */
async function placeAll(processes: Processes, masks: readonly string[], tally: Tally): Promise<void> {
  const waiting = [...masks.entries()];
  const shop = async () => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const [number, mask] = next;
      const path = `V1/guest-carts/${mask}/order`;
      const [direct, queued] = [`/rest/${path}`, `/rest/async/${path}`];
      const ways = [[direct], [queued], [direct, queued]][number % 3] ?? [];
      await Promise.all(ways.map((way) => place(processes, way, tally)));
    }
  };
  await Promise.all(Array.from({ length: shoppers }, shop));
}

/** Final statuses: ordered, accepted, or the cart was already ordered. */
const final: ReadonlySet<number> = new Set([200, 202, 404]);

/** Repeats an order until it is answered, because the API may be down or an answer may be lost. */
async function place(processes: Processes, path: string, tally: Tally): Promise<void> {
  const body = JSON.stringify({ paymentMethod: { method: "checkmo" } });
  const giveUp = processes.killed + maxKills;
  let last = "";
  while (processes.killed < giveUp) {
    const { status, text } = await answerOf(`${processes.url}${path}`, body);
    if (status !== undefined && final.has(status)) {
      tally.answered += 1;
      return;
    }
    last = `${status ?? "no answer"} ${text}`;
    // 429 and 5xx: the API is busy or starting. Any other status is a fault.
    if (status !== undefined && status < 429) throw new Error(`${path} answered ${last}.`);
    await pause(100);
  }
  throw new Error(`${path} was not ordered after ${maxKills} kills. Last answer: ${last}.`);
}

/** Returns the answer, or the reason if there is none. */
async function answerOf(url: string, body: string): Promise<{ readonly status?: number; readonly text: string }> {
  const headers = { "Content-Type": "application/json" };
  try {
    const answer = await fetch(url, { method: "PUT", headers, body, signal: AbortSignal.timeout(30_000) });
    return { status: answer.status, text: await answer.text() };
  } catch (error) {
    return { text: String(error) };
  }
}

if (options.help) console.log(usage);
else {
  await main({
    kills: Number(options.kills),
    minutes: Number(options.minutes),
    carts: Number(options.carts),
    life: Number(options.life),
  });
}
