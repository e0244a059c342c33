import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type pg from "pg";
import type { Target } from "../bench/measure.js";
import { request } from "../bench/timing.js";

/** What the drills that kill consumers have in common: price updates that identify themselves, consumers, and the verdict. */
export const portico = join(dirname(fileURLToPath(import.meta.url)), "../bin/portico");

const bulkSize = 500;
/** Greater than the initial prices of all products. */
const minNewPrice = 1000;

/** Records every price change in the database itself, to detect prices that are set twice. */
export async function recordEffects(client: pg.Client): Promise<void> {
  await client.query("create table effect (seq bigserial primary key, product_id int, price numeric)");
  await client.query(
    `create function note() returns trigger language plpgsql as
     $$ begin insert into effect (product_id, price) values (new.product_id, new.price); return null; end $$`,
  );
  await client.query(
    "create trigger note after insert or update on product_price for each row execute function note()",
  );
}

/** Operations of a drill: so many, from a number on. */
interface Part {
  readonly count: number;
  readonly from?: number;
}

/**
 * Every operation sets a different price, so that each effect identifies its operation. It differs from the initial
 * prices, because setting the same price would write nothing.
 */
export async function submit(target: Target, skus: readonly string[], { count, from: first = 0 }: Part): Promise<void> {
  const end = first + count;
  for (let from = first; from < end; from += bulkSize) {
    const elements = Array.from({ length: Math.min(bulkSize, end - from) }, (_, at) => ({
      sku: skus[Math.floor(Math.random() * skus.length)],
      product: { price: minNewPrice + (from + at + 1) / 100 },
    }));
    await acceptOnce(target, JSON.stringify(elements));
  }
}

/** Submits a bulk until it is accepted. The key ensures that a bulk is not accepted twice if its answer was lost. */
async function acceptOnce(target: Target, body: string): Promise<void> {
  const headers = { ...target.headers, "Idempotency-Key": `"${randomUUID()}"` };
  for (;;) {
    try {
      await request({ ...target, headers }, "PUT", "/rest/async/bulk/V1/products/bySku", body);
      return;
    } catch (error) {
      // 503: the database is unavailable. Any other error is a fault.
      if (!(error instanceof Error && error.message.includes("answered 503"))) throw error;
      await pause(500);
    }
  }
}

/** Consumer processes, which are killed and replaced. */
export class Consumers {
  killed = 0;
  private readonly running = new Set<ChildProcess>();

  constructor(private readonly settings: Readonly<Record<string, string>>) {}

  start(): void {
    const child = spawn(process.execPath, [portico, "queue:consumers:start", "async.operations.all"], {
      env: { PATH: process.env["PATH"], ...this.settings },
      stdio: ["ignore", "ignore", "inherit"],
    });
    this.running.add(child);
    child.once("exit", () => this.running.delete(child));
  }

  replaceOne(): void {
    const [victim] = [...this.running].sort(() => Math.random() - 0.5);
    if (!victim) return;
    victim.kill("SIGKILL");
    this.killed += 1;
    this.start();
  }

  async end(): Promise<void> {
    for (const child of [...this.running]) {
      child.kill("SIGTERM");
      await once(child, "exit");
    }
  }
}

/** Returns the number of operations that have not ended. */
export async function openOperations(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ n: string }>("select count(*) as n from bulk_operation where status in (2, 4)");
  return Number(rows[0]?.n);
}

/** What is wrong with the effects of all operations; all 0 if nothing is. */
export interface FaultCounts {
  readonly lost: number;
  readonly twice: number;
  readonly failed: number;
  readonly outOfOrder: number;
}

/** Compares the recorded effects of a number of operations with what they should have done. */
export async function countFaults(client: pg.Client, count: number): Promise<FaultCounts> {
  const { rows } = await client.query<Record<keyof FaultCounts, string>>(
    `select $1::int - count(distinct price) as lost, count(*) - count(distinct price) as twice,
       (select count(*) from bulk_operation where status <> 1) as failed,
       (select count(*) from (
          select price < max(price) over (partition by product_id order by seq rows between unbounded preceding and 1 preceding) as late
          from effect) e where late) as "outOfOrder"
     from effect`,
    [count],
  );
  const numbers = Object.entries(rows[0] ?? {}).map(([name, value]) => [name, Number(value)]);
  return Object.fromEntries(numbers) as FaultCounts;
}
