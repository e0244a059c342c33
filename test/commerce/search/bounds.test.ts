import { beforeAll, expect, it } from "vitest";
import { useApp } from "../../support/app.js";
import { search } from "../../support/client.js";
import { readsFromStandby } from "../../support/standby-runs.js";
import { simple } from "../catalog/support.js";

const { app } = useApp({ PORTICO_SEARCH_SECONDS: "1", PORTICO_SEARCH_MATCHES: "3" });
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

// A lock on the primary does not stop a search on a standby.
it.skipIf(process.env["PORTICO_TEST_ENGINE"] !== "postgresql" || readsFromStandby)(
  "ends a search that takes too long",
  async () => {
    await app.db.transaction(async (tx) => {
      await tx.execute("lock table product in access exclusive mode");
      const { status, headers } = await searchFor("velvet");
      expect([status, headers.get("Retry-After")]).toEqual([503, expect.any(String)]);
    });
    expect((await searchFor("velvet")).body.total_count).toBe(1);
  },
);

it("finds at most the configured number of products, the most relevant of those that match all conditions", async () => {
  const admin = await app.asAdmin();
  const described = [{ attribute_code: "description", value: "Made of corduroy" }];
  const save = (sku: string, product: object) =>
    admin.post("/V1/products", { product: simple(sku, { visibility: 4, ...product }) });
  for (const sku of ["b-1", "b-2", "b-3", "b-4"]) await save(sku, { name: sku, custom_attributes: described });
  await save("b-5", { name: "Corduroy" });
  await save("b-6", { name: "Corduroy", status: 2 });
  const { body } = await searchFor("corduroy");
  expect(body.total_count).toBe(3);
  const scores = body.items.map((item: { custom_attributes: { value: string }[] }) => item.custom_attributes[0]?.value);
  expect(scores).toEqual(["6", "1", "1"]);
});
