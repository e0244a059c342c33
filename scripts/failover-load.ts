import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";

/** What was acknowledged, and every answer. */
export class Tally {
  readonly answers: Answer[] = [];
  /** New prices of each acknowledged bulk and price file, by the UUID of its bulk. */
  readonly bulks = new Map<string, readonly number[]>();
  readonly files = new Map<string, readonly number[]>();
  /** Masks of carts whose order was acknowledged. */
  readonly orders: string[] = [];
  /** Masks of carts that were not ordered. */
  readonly unused: string[] = [];
  private lastPrice = 1000;

  /** Returns a price that nothing has yet, above the initial prices of all products. */
  nextPrice(): number {
    this.lastPrice = Math.round(this.lastPrice * 100 + 1) / 100;
    return this.lastPrice;
  }
}

/** An answer of a process. */
export interface Answer {
  /** The address of the process. */
  readonly url: string;
  readonly isWrite: boolean;
  /** Milliseconds since the start of this process, when it was asked and answered. */
  readonly asked: number;
  readonly answered: number;
  /** Undefined if there was no answer. */
  readonly status: number | undefined;
  readonly retryAfter: string | null;
  readonly text: string;
}

/** The load on two processes of the API. */
export interface LoadOptions {
  readonly urls: readonly string[];
  readonly token: string;
  readonly skus: readonly string[];
  /** Masks of carts to order. */
  readonly carts: readonly string[];
}

interface Call {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const bulkSize = 20;
const fileRows = 200;
/** Milliseconds between two calls of a client, and before a repeated one. */
const interval = 20;
const beforeRepeating = 100;
/** Seconds without an answer after which a call is given up; the time limits of the API are lower. */
const maxSeconds = 60;

/** Clients that submit bulks and price files, place orders and read products, each call at another process. */
export class FailoverLoad {
  readonly tally = new Tally();
  private isStopped = false;
  private calls = 0;
  private readonly running: Promise<unknown>;

  constructor(private readonly options: LoadOptions) {
    const { carts } = options;
    this.tally.unused.push(...carts);
    const clients = [() => this.submitBulk(), () => this.submitBulk(), () => this.importFile(), () => this.read()];
    const shoppers = Array.from({ length: 3 }, () => () => this.order());
    this.running = Promise.all([...clients, ...shoppers].map((client) => this.repeat(client)));
    this.running.catch(() => undefined);
  }

  /** Lets each client finish what it has begun. Rejects if an answer could not be used. */
  async stop(): Promise<Tally> {
    this.isStopped = true;
    await this.running;
    return this.tally;
  }

  private async repeat(client: () => Promise<void>): Promise<void> {
    while (!this.isStopped) {
      await client();
      await pause(interval);
    }
  }

  private async submitBulk(): Promise<void> {
    const prices = Array.from({ length: bulkSize }, () => this.tally.nextPrice());
    const elements = prices.map((price) => ({ sku: this.skuAt(Math.random()), product: { price } }));
    const path = "/rest/async/bulk/V1/products/bySku";
    const { text } = await this.untilFinal({ method: "PUT", path, body: JSON.stringify(elements), headers: keyed() });
    this.tally.bulks.set(uuidOf(text), prices);
  }

  private async importFile(): Promise<void> {
    const prices = Array.from({ length: fileRows }, () => this.tally.nextPrice());
    const from = Math.random() * (1 - fileRows / this.options.skus.length);
    const rows = prices.map((price, at) => `base,${this.skuAt(from + at / this.options.skus.length)},${price}`);
    const headers = { ...keyed(), "Content-Type": "text/csv" };
    const body = ["kind,sku,price", ...rows].join("\n");
    const { text } = await this.untilFinal({ method: "POST", path: "/rest/V1/price-imports", body, headers });
    this.tally.files.set(uuidOf(text), prices);
  }

  private async order(): Promise<void> {
    const mask = this.tally.unused.pop();
    if (mask === undefined) return;
    const body = JSON.stringify({ paymentMethod: { method: "checkmo" } });
    const { status } = await this.untilFinal({ method: "PUT", path: `/rest/V1/guest-carts/${mask}/order`, body });
    // 404: it was ordered by an earlier attempt, whose answer was 503.
    if (status === 200) this.tally.orders.push(mask);
  }

  private async read(): Promise<void> {
    await this.untilFinal({ method: "GET", path: `/rest/V1/products/${this.skuAt(Math.random())}` });
  }

  private skuAt(place: number): string {
    const { skus } = this.options;
    return skus[Math.floor(place * skus.length)] ?? "";
  }

  /** Repeats a call while it is answered with 503. */
  private async untilFinal(call: Call): Promise<Answer> {
    for (;;) {
      const answer = await this.send(call);
      if (answer.status !== undefined && answer.status !== 503) return answer;
      await pause(beforeRepeating);
    }
  }

  private async send({ method, path, body, headers }: Call): Promise<Answer> {
    const { urls, token } = this.options;
    const url = urls[(this.calls += 1) % urls.length] ?? "";
    const isGuest = path.includes("guest-carts");
    const all = {
      "Content-Type": "application/json",
      ...(isGuest ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    };
    const asked = performance.now();
    const { status, retryAfter, text } = await answerOf(`${url}${path}`, { method, body: body ?? null, headers: all });
    const answer = { url, isWrite: method !== "GET", asked, answered: performance.now(), status, retryAfter, text };
    this.tally.answers.push(answer);
    return answer;
  }
}

async function answerOf(url: string, init: RequestInit): Promise<Pick<Answer, "status" | "retryAfter" | "text">> {
  try {
    const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(maxSeconds * 1000) });
    return { status: answer.status, retryAfter: answer.headers.get("Retry-After"), text: await answer.text() };
  } catch (error) {
    return { status: undefined, retryAfter: null, text: String(error) };
  }
}

/** Without the key, a bulk whose answer was lost would be accepted twice. */
const keyed = () => ({ "Idempotency-Key": `"${randomUUID()}"` });

function uuidOf(text: string): string {
  const { bulk_uuid: uuid } = JSON.parse(text) as { readonly bulk_uuid?: string };
  if (uuid === undefined) throw new Error(`A bulk was answered with ${text.slice(0, 300)}.`);
  return uuid;
}
