import { call, type Portico } from "./client.js";
import { PorticoError } from "./errors.js";

/** A row of a price file. An amount may be text, which keeps every digit. */
export interface PriceRow {
  readonly kind: "base" | "special" | "cost" | "tier";
  readonly sku: string;
  /** `DELETE` deletes the price. If it is null or left out, the price does not change. */
  readonly price?: number | string | null;
  /** Store view of base and special prices and costs; 0, the default, for all. */
  readonly store_id?: number;
  /** Website of tier prices; 0, the default, for all. */
  readonly website_id?: number;
  /** Name of the customer group of tier prices, or `all groups`. */
  readonly customer_group?: string;
  readonly quantity?: number | string;
  /** Type of a tier price: `fixed` by default, or `discount` in percent. */
  readonly price_type?: "fixed" | "discount";
  /** Start of a special price, `YYYY-MM-DD hh:mm:ss`. */
  readonly price_from?: string;
  /** End of a special price, `YYYY-MM-DD hh:mm:ss`. */
  readonly price_to?: string;
}

/** A row that an import did not apply, with the reason. */
export interface FailedPriceRow extends PriceRow {
  readonly code: string;
  readonly message: string;
}

export interface ImportOptions {
  /**
   * `skip-failed` (the default) applies all other rows, `stop-after:N` the rows before the Nth failed row,
   * `all-or-nothing` no rows if one fails.
   */
  readonly policy?: "skip-failed" | "all-or-nothing" | `stop-after:${number}`;
  /** Repeating the import with this key within 24 hours returns the same bulk. */
  readonly idempotencyKey?: string;
}

/**
 * Streams any number of prices to the service, which applies them as a bulk. Rows are read as fast as the service
 * accepts them, and are not kept in memory. Returns the UUID of the bulk for `waitForBulk`. A broken stream is not
 * repeated: none of its rows were accepted, so call again with fresh rows.
 */
export async function importPrices(
  shop: Portico,
  rows: Iterable<PriceRow> | AsyncIterable<PriceRow>,
  { policy = "skip-failed", idempotencyKey }: ImportOptions = {},
): Promise<string> {
  const request = new Request(`${shop.address}/V1/price-imports?policy=${encodeURIComponent(policy)}`, {
    method: "POST",
    headers: {
      "Content-Type": "application/x-ndjson",
      ...(idempotencyKey === undefined ? {} : { "Idempotency-Key": idempotencyKey }),
    },
    body: ReadableStream.from(chunksOf(rows)),
    duplex: "half",
  });
  const response = await shop.sendOnce(request);
  const answer: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw new PorticoError(response.status, answer);
  return (answer as { readonly bulk_uuid: string }).bulk_uuid;
}

/** Characters per chunk: many enough to make rows cheap, and few enough for memory. */
const chunkLength = 65_536;

async function* chunksOf(rows: Iterable<PriceRow> | AsyncIterable<PriceRow>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  let text = "";
  for await (const row of rows) {
    text += `${JSON.stringify(row)}\n`;
    if (text.length < chunkLength) continue;
    yield encoder.encode(text);
    text = "";
  }
  yield encoder.encode(text);
}

interface FailedPage {
  readonly content?: string;
  readonly next?: string | null;
}

/** Reads the rows that an import did not apply, with the reason of each. */
export async function* failedPrices(shop: Portico, bulkUuid: string): AsyncGenerator<FailedPriceRow, void, undefined> {
  const path = `/V1/price-imports/${encodeURIComponent(bulkUuid)}/failed-rows`;
  let after: string | undefined;
  do {
    const page: FailedPage = await call<FailedPage>(shop, {
      path,
      headers: { Accept: "application/json" },
      ...(after === undefined ? {} : { query: { after } }),
    });
    for (const line of (page.content ?? "").split("\n")) if (line !== "") yield JSON.parse(line) as FailedPriceRow;
    after = page.next ?? undefined;
  } while (after !== undefined);
}
