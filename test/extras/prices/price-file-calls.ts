import { expect } from "vitest";
import type { TestApp } from "../../support/app.js";
import { eventually } from "../../support/bulk.js";
import type { Client, Reply } from "../../support/client.js";

const path = "/rest/V1/price-imports";

/** How a file is sent. */
export interface Sent {
  readonly query?: string;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The calls that send price files and read what became of them. */
export interface PriceFileCalls {
  readonly send: (file: string | Uint8Array, sent?: Sent) => Promise<Reply>;
  readonly preview: (file: string | Uint8Array, sent?: Sent) => Promise<Reply>;
  /** Waits until the import has ended, and returns its description. */
  readonly importFile: (file: string | Uint8Array, sent?: Sent) => Promise<Reply["body"]>;
  /** Returns the failed rows, or the rows with warnings, of an import. */
  readonly rows: (list: "failed-rows" | "warnings", uuid: string) => Promise<string>;
}

export function priceFileCalls(admin: Client): PriceFileCalls {
  const send: PriceFileCalls["send"] = (file, { query = "", type = "text/csv", headers = {} } = {}) =>
    admin.request(`${path}${query}`, { method: "POST", body: file, headers: { "Content-Type": type, ...headers } });
  return {
    send,
    preview: (file, sent = {}) => send(file, { ...sent, headers: { ...sent.headers, Prefer: "dry-run" } }),
    async importFile(file, sent) {
      const { status, text, body } = await send(file, sent);
      expect([status, text]).toEqual([202, text]);
      let found: Reply | undefined;
      await eventually(async () => {
        found = await admin.get(`/V1/price-imports/${body.bulk_uuid}`);
        return found.body.state as string;
      }).not.toBe("running");
      return found?.body;
    },
    rows: async (list, uuid) => (await admin.request(`${path}/${uuid}/${list}`)).text,
  };
}

/** The prices of a product in one scope, without the trailing zeros of the database. */
interface ShortPrices {
  readonly base?: number;
  readonly special?: number;
  readonly cost?: number;
  readonly from?: string;
  readonly to?: string;
}

/** Returns the stored prices of products for all store views, without those that are not set. */
export async function pricesOf({ db }: TestApp, skus: readonly string[]): Promise<Record<string, ShortPrices>> {
  const rows = await db.query<{ sku: string; prices: ShortPrices }>(
    `select sku, json_strip_nulls(json_build_object('base', price, 'special', special_price, 'cost', cost,
       'from', to_char(special_from, 'YYYY-MM-DD HH24:MI:SS'), 'to', to_char(special_to, 'YYYY-MM-DD HH24:MI:SS'))) as prices
     from product_price join product on product.id = product_id where sku = any($1) and store_id = 0`,
    [skus],
  );
  return Object.fromEntries(rows.map(({ sku, prices }) => [sku, prices]));
}

/** Deletes all prices. */
export async function forgetPrices({ db }: TestApp): Promise<void> {
  await db.execute("delete from product_price");
  await db.execute("delete from product_tier_price");
}
