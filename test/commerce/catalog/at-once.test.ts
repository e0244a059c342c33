import { beforeAll, describe, expect, it } from "vitest";
import { useApp } from "../../support/app.js";
import { type Client } from "../../support/client.js";
import { simple } from "./support.js";

const { app, admin } = useApp();
const skus = Array.from({ length: 40 }, (_, number) => `at-once-${number}`);

beforeAll(async () => {
  for (const sku of skus) await admin.post("/V1/products", { product: simple(sku) });
});

const priceOf = async (sku: string) => (await admin.get(`/V1/products/${sku}?fields=price`)).body as { price: number };

describe("concurrent calls", () => {
  it("read different products with different parts, and an unknown product", async () => {
    const calls = skus.flatMap((sku) => [
      admin.get(`/V1/products/${sku.toUpperCase()}`),
      admin.get(`/V1/products/${sku}?fields=sku,price`),
      admin.get(`/all/V1/products/${sku}?fields=name`),
      admin.get(`/V1/products/no-${sku}`),
    ]);
    const answers = await Promise.all(calls);
    skus.forEach((sku, place) => {
      const [whole, some, name, none] = answers.slice(4 * place, 4 * place + 4);
      expect(whole).toMatchObject({ status: 200, body: { sku, name: `Product ${sku}`, product_links: [] } });
      expect(some).toMatchObject({ status: 200, body: { sku, price: 10.5 } });
      expect(Object.keys(some?.body as object)).toEqual(["sku", "price"]);
      expect(name?.body).toEqual({ name: `Product ${sku}` });
      expect(none?.status).toBe(404);
    });
  });

  it("read the products of one GraphQL document with one statement", async () => {
    const fields = skus.slice(0, 10).map((sku, place) => `p${place}: product(sku: "${sku}") { sku name }`);
    let answer: Awaited<ReturnType<Client["graphql"]>> | undefined;
    const sent = await app.statementsOf(async () => {
      answer = await admin.graphql(`{ ${fields.join(" ")} }`);
    });
    expect(answer?.body).toMatchObject({ data: { p0: { sku: skus[0] }, p9: { sku: skus[9] } } });
    expect(sent.filter((text) => text.includes("product"))).toHaveLength(1);
  });

  it("set different prices and return them, even if others are rejected", async () => {
    const put = (sku: string, price: number) => admin.put(`/V1/products/${sku}`, { product: { price } });
    const answers = await Promise.all([
      ...skus.map((sku, place) => put(sku, 20 + place)),
      put("no-such-product", 5),
      put(skus[0] ?? "", -1),
    ]);
    skus.forEach((sku, place) => {
      expect(answers[place]).toMatchObject({ status: 200, body: { sku, price: 20 + place } });
    });
    expect(answers.slice(-2).map(({ status }) => status)).toEqual([400, 400]);
    const kept = await Promise.all(skus.map(priceOf));
    expect(kept).toEqual(skus.map((_, place) => ({ price: 20 + place })));
  });

  it("return their own prices if they set the price of the same product, and one of the prices is stored", async () => {
    const prices = Array.from({ length: 20 }, (_, place) => 100 + place);
    const answers = await Promise.all(
      prices.map((price) => admin.put(`/V1/products/${skus[1]}`, { product: { price } })),
    );
    expect(answers.map(({ body }) => (body as { price: number }).price)).toEqual(prices);
    expect(prices).toContain((await priceOf(skus[1] ?? "")).price);
  });

  it("save their prices even if the database rejects one of them", async () => {
    await app.db.execute(`create function refuse() returns trigger language plpgsql as $$
      begin if new.price = 666 then raise exception 'refused'; end if; return new; end $$`);
    await app.db.execute(
      "create trigger refuse before insert or update on product_price for each row execute function refuse()",
    );
    const answers = await Promise.all(
      skus.map((sku, place) => admin.put(`/V1/products/${sku}`, { product: { price: place === 7 ? 666 : 50 } })),
    );
    expect(answers.map(({ status }) => status)).toEqual(skus.map((_, place) => (place === 7 ? 500 : 200)));
    const kept = await Promise.all(skus.map(priceOf));
    expect(kept.map(({ price }) => price)).toEqual(skus.map((_, place) => (place === 7 ? 27 : 50)));
  });

  it("receive a long text completely, wherever its chunks end", async () => {
    const description = `${"a".repeat(65_530)}${"😀ä".repeat(60_000)}`;
    for (const before of ["", "b", "bc", "bcd"]) {
      const attributes = [{ attribute_code: "description", value: before + description }];
      await admin.put(`/V1/products/${skus[2]}`, { product: { custom_attributes: attributes } });
      const { body } = await admin.get(`/V1/products/${skus[2]}?fields=custom_attributes`);
      expect(body).toMatchObject({ custom_attributes: expect.arrayContaining(attributes) });
    }
  });
});
