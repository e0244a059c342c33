import { beforeAll, expect, it } from "vitest";
import { addProducts, storedPrices } from "../../commerce/pricing/support.js";
import { useApp } from "../../support/app.js";
import { waitForBulk } from "../../support/bulk.js";
import { type Client, search } from "../../support/client.js";

const { app } = useApp({ PORTICO_CONSUMER: "on" });
let proposer: Client;
let approver: Client;

const priceOf = async (sku: string) => ((await storedPrices(app, sku)) as { price: string }[])[0]?.price;
const base = (sku: string, price: number) => ({ prices: [{ sku, store_id: 0, price }] });

beforeAll(async () => {
  [proposer, approver] = [await app.asAdmin(), await app.asAdmin()];
  const skus = ["g1", "g2", "g3", "single"];
  await addProducts(
    app.db,
    skus.map((sku) => ({ sku })),
  );
  for (const sku of skus) await proposer.post("/V1/products/base-prices", base(sku, 10));
  await proposer.post("/V1/price-guard-rails", { guardRail: { kind: "base", max_rise_percent: 10, action: "hold" } });
});

/** Holds the calls of a bulk and returns its group. */
async function heldBulk(price: number) {
  const calls = ["g1", "g2", "g3"].map((sku) => base(sku, price));
  const { bulk_id: uuid } = await waitForBulk(
    approver,
    await proposer.post("/async/bulk/V1/products/base-prices", calls),
  );
  const found = await approver.get(`/V1/price-proposal-groups?${search([["bulk_uuid", uuid]], { pageSize: 5 })}`);
  expect(found.body.total_count).toBe(1);
  return found.body.items[0] as { id: number; bulk_uuid: string };
}

const rowsOf = async (id: number, filters: readonly [string, string][] = []) =>
  (await approver.get(`/V1/price-proposal-groups/${id}/rows?${search(filters, { pageSize: 2 })}`)).body;

it("lists the held calls of a bulk as one proposal, and its prices row by row", async () => {
  const group = await heldBulk(50);
  expect(group).toMatchObject({
    ...{ state: "open", call: "POST /V1/products/base-prices", proposal_count: 3, open_count: 3, row_count: 3 },
    ...{ user_name: expect.stringMatching(/^admin-/) as string, decided_at: null, comment: null, failed_count: 0 },
  });
  const { items, total_count: total } = await rowsOf(group.id);
  expect([total, items.length]).toEqual([3, 2]);
  expect(items[0]).toMatchObject({
    ...{ proposal_id: group.id, state: "open", failure: null },
    change: { sku: "g1", kind: "base", old: { price: 10 }, new: { price: 50 } },
  });
  expect((await rowsOf(group.id, [["sku", "g3"]])).items).toMatchObject([{ change: { sku: "g3" } }]);

  const own = await proposer.post(`/V1/price-proposal-groups/${group.id}/approve`, {});
  expect(own.status).toBe(401);
  const some = await approver.post(`/V1/price-proposal-groups/${group.id}/reject`, { ids: [group.id], comment: "No" });
  expect(some).toMatchObject({ status: 200, body: { decided: 1, failed: [] } });
  const rest = await approver.post(`/V1/price-proposal-groups/${group.id}/approve`, { comment: "Fine" });
  expect(rest).toMatchObject({ status: 200, body: { decided: 2, failed: [] } });
  expect(await Promise.all(["g1", "g2", "g3"].map(priceOf))).toEqual(["10.000000", "50.000000", "50.000000"]);
  const decided = await approver.get(`/V1/price-proposal-groups?${search([["id", String(group.id)]])}`);
  expect(decided.body.items).toMatchObject([
    { state: "mixed", open_count: 0, comment: "Fine", decided_by_name: expect.stringMatching(/^admin-/) as string },
  ]);
});

it("approves the other calls of a group if one of them fails now", async () => {
  const group = await heldBulk(900);
  expect((await approver.delete("/V1/products/g2")).status).toBe(200);
  const reason = "Invalid attribute SKU = g2.";
  const { body } = await approver.post(`/V1/price-proposal-groups/${group.id}/approve`, {});
  expect(body).toMatchObject({ decided: 2, failed: [{ message: expect.stringContaining(reason) as string }] });
  expect(await Promise.all(["g1", "g3"].map(priceOf))).toEqual(["900.000000", "900.000000"]);
  expect((await rowsOf(group.id, [["state", "open"]])).items).toMatchObject([{ failure: reason }]);
  const found = await approver.get(`/V1/price-proposal-groups?${search([["id", String(group.id)]])}`);
  expect(found.body.items).toMatchObject([{ state: "open", open_count: 1, failed_count: 1 }]);
});

it("lists a held synchronous call as a group of its own, and refuses others' proposals and unknown groups", async () => {
  const held = await proposer.post("/V1/products/base-prices", base("single", 90));
  const id = held.body[0].extension_attributes.proposal_id as number;
  const found = await approver.get(`/V1/price-proposal-groups?${search([["id", String(id)]])}`);
  expect(found.body.items).toMatchObject([{ id, bulk_uuid: null, proposal_count: 1 }]);
  const other = await approver.post(`/V1/price-proposal-groups/${id}/approve`, { ids: [id - 1] });
  expect([other.status, other.body.message]).toEqual([400, "The price proposal %id is not an open one of this group."]);
  for (const decision of ["approve", "reject"]) {
    expect((await approver.post(`/V1/price-proposal-groups/999999/${decision}`, {})).status).toBe(404);
  }
  const clerk = await app.asAdmin(["Magento_Catalog::catalog"]);
  expect((await clerk.get("/V1/price-proposal-groups?searchCriteria")).status).toBe(401);
  expect((await clerk.get(`/V1/price-proposal-groups/${id}/rows?searchCriteria`)).status).toBe(401);
  expect((await approver.get(`/V1/price-proposal-groups/${id}/rows?${search([["nothing", "1"]])}`)).status).toBe(400);
  expect(await approver.post(`/V1/price-proposal-groups/${id}/reject`, {})).toMatchObject({ body: { decided: 1 } });
});
