import { randomUUID } from "node:crypto";
import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { TestApp } from "../support/app.js";
import type { Client } from "../support/client.js";
import { overflowingElements, saveScreenshot } from "./chromium.js";

export const basePrice = (sku: string, price: number) => ({ sku, store_id: 0, price });

/** Takes a screenshot at the width of a phone. */
export async function keepPhone(page: Page, name: string): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  await saveScreenshot(page, name);
  expect(await overflowingElements(page)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 900 });
}

/** Fills in the sign-in form. */
export async function signInAs(page: Page, { username, password }: { username: string; password: string }) {
  await page.getByLabel("User name").fill(username);
  await page.getByLabel("Password").fill(password);
  await page.keyboard.press("Enter");
}

export const chooser = "Choose a file with prices, or drop it here";
export const columns = "kind,sku,store_id,website_id,customer_group,quantity,price,price_type";
export const priceFile = (sku: string) => `${columns}
base,${sku},0,,,,12.50,
special,${sku},0,,,,9,
tier,${sku},,0,ALL GROUPS,10,8.10,fixed
base,gone,0,,,,5,
`;

export const file = (name: string, buffer: Buffer) => ({ name, mimeType: "text/plain", buffer });

export const choosePacked = (page: Page, text: string) =>
  page.getByLabel(chooser).setInputFiles([file("list.csv.gz", gzipSync(text))]);

export async function dropFile(page: Page, text: string): Promise<void> {
  const dataTransfer = await page.evaluateHandle(
    `(() => {
      const dropped = new DataTransfer();
      dropped.items.add(new File([${JSON.stringify(text)}], "list.csv"));
      return dropped;
    })()`,
  );
  await page.dispatchEvent("label.drop", "drop", { dataTransfer });
}

/** Makes operations on a product wait behind one that is not due. Returns a function that releases them. */
export async function blockProduct({ db }: TestApp, sku: string): Promise<() => Promise<void>> {
  const uuid = randomUUID();
  await db.execute(
    `insert into bulk (uuid, route, topic, user_type, user_id, operation_count, request_id, finished_at)
     values ($1::uuid, 'PUT /V1/products/:sku', 'none', 2, 1, 1, 'none', now())`,
    [uuid],
  );
  await db.execute(
    `insert into bulk_queue (bulk_uuid, operation_id, ordering_key, turn, due_at)
     values ($1::uuid, 0, $2::text, 0, now() + interval '1 hour')`,
    [uuid, `product:${sku}`],
  );
  return async () => {
    await db.execute("delete from bulk_queue where bulk_uuid = $1::uuid", [uuid]);
    await db.execute("delete from bulk where uuid = $1::uuid", [uuid]);
  };
}

/** Changes each price of a product. */
export async function changePrices(admin: Client, sku: string): Promise<void> {
  const dates = { price_from: "2099-01-01 00:00:00", price_to: "2099-02-01 00:00:00" };
  const tier = { website_id: 0, customer_group: "ALL GROUPS", quantity: 5, price_type: "fixed" };
  const calls: readonly (readonly [string, object])[] = [
    ["/V1/products/cost", { prices: [{ sku, store_id: 0, cost: 4 }] }],
    ["/V1/products/base-prices", { prices: [{ sku, store_id: 0, price: 12.5 }] }],
    ["/V1/products/special-price", { prices: [{ sku, store_id: 0, price: 9, ...dates }] }],
    ["/V1/products/tier-prices", { prices: [{ sku, ...tier, price: 8 }] }],
  ];
  for (const [path, body] of calls) expect((await admin.post(path, body)).status).toBe(200);
}
