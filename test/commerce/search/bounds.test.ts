import { beforeAll, expect, it } from "vitest";
import { useApp } from "../../support/app.js";
import { search } from "../../support/client.js";
import { simple } from "../catalog/support.js";

const { app } = useApp({ PORTICO_SEARCH_SECONDS: "1" });
beforeAll(async () => {
  const admin = await app.asAdmin();
  await admin.post("/V1/products", { product: simple("curtain", { name: "Burgundy velvet", visibility: 4 }) });
  await admin.post("/V1/products", { product: simple("rug", { name: "Ox", visibility: 4 }) });
});

const searchFor = (text: string) =>
  app.asGuest().get(`/V1/search?${search([["search_term", text]], { requestName: "quick_search_container" })}`);

it("searches the eight longest of many words", async () => {
  const shorts = ["ab", "cd", "ef", "gh", "ij", "kl", "mn"];
  expect((await searchFor([...shorts, "ox", "burgundy"].join(" "))).body.total_count).toBe(1);
  expect((await searchFor([...shorts.slice(1), "ox", "burgundy"].join(" "))).body.total_count).toBe(2);
});

it.skipIf(process.env["PORTICO_TEST_ENGINE"] !== "postgresql")("ends a search that takes too long", async () => {
  await app.db.transaction(async (tx) => {
    await tx.execute("lock table product in access exclusive mode");
    const { status, headers } = await searchFor("velvet");
    expect([status, headers.get("Retry-After")]).toEqual([503, expect.any(String)]);
  });
  expect((await searchFor("velvet")).body.total_count).toBe(1);
});
