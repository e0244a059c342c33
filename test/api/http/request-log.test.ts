import { expect, test } from "vitest";
import { startApp, type TestApp } from "../../support/app.js";
import { waitForBulk } from "../../support/bulk.js";

const linesOf = ({ logs }: TestApp, msg: string) => logs.filter((line) => line["msg"] === msg);

test("a setting logs only requests that fail or are slow", async () => {
  await using app = await startApp({ PORTICO_LOG_REQUESTS: "0" });
  const admin = await app.asAdmin();
  await admin.get("/V1/store/storeViews");
  await admin.graphql("{ __typename }");
  await admin.get("/V1/products/unknown");
  await expect.poll(() => linesOf(app, "request").length).toBeGreaterThan(0);
  const fast = linesOf(app, "request").filter(({ ms }) => Number(ms) < 1000);
  expect(fast.map(({ status }) => status)).toEqual([404]);
});

test("a finished bulk is never logged with a negative duration", async () => {
  await using app = await startApp({ PORTICO_CONSUMER: "on" });
  const admin = await app.asAdmin();
  const elements = [{ sku: "unknown", product: { price: 1 } }];
  // The time of acceptance is stored in whole seconds, and rounded up in half of all cases.
  for (let round = 0; round < 12; round += 1) {
    await waitForBulk(admin, await admin.put("/async/bulk/V1/products/bySku", elements));
    await new Promise((resolve) => setTimeout(resolve, 90));
  }
  await expect.poll(() => linesOf(app, "bulk finished").length).toBe(12);
  expect(linesOf(app, "bulk finished").filter(({ seconds }) => Number(seconds) < 0)).toEqual([]);
});
