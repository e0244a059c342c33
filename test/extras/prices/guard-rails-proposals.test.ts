import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { useApp } from "../../support/app.js";
import { waitForBulk } from "../../support/bulk.js";
import { Client, search } from "../../support/client.js";
import { addProducts, storedPrices, storedTierPrices } from "../../commerce/pricing/support.js";

const { app } = useApp({ PORTICO_CONSUMER: "on" });
let proposer: Client;
let approver: Client;

beforeAll(async () => {
  [proposer, approver] = [await app.asAdmin(), await app.asAdmin()];
});

afterEach(async () => {
  await app.db.models.priceGuardRail.deleteMany();
  await proposer.post("/V1/products/base-prices", { prices: [] });
});

const base = (client: Client, rows: readonly (readonly [sku: string, price: number])[]) =>
  client.post("/V1/products/base-prices", { prices: rows.map(([sku, price]) => ({ sku, store_id: 0, price })) });

/** Adds products with a price of 10, and holds calls that more than double a price. */
async function holding(...skus: string[]): Promise<void> {
  await addProducts(
    app.db,
    skus.map((sku) => ({ sku })),
  );
  await base(
    proposer,
    skus.map((sku) => [sku, 10]),
  );
  for (const kind of ["base", "tier"]) {
    await proposer.post("/V1/price-guard-rails", { guardRail: { kind, max_rise_percent: 100, action: "hold" } });
  }
}

const priceOf = async (sku: string) => ((await storedPrices(app, sku)) as { price: string }[])[0]?.price;
const proposed = expect.stringMatching(/^admin-/) as string;
const heldMessage =
  "The price is not changed: the call waits for approval as price proposal %proposalId. Row ID: SKU = %SKU, Store ID: %storeId.";

describe("guard-rails that hold calls", () => {
  it("store the whole call as a proposal, which another user approves", async () => {
    await holding("h1", "h2");
    const { status, body } = await base(proposer, [
      ["h1", 1000],
      ["h2", 11],
      ["h3", 5],
    ]);
    const id = body[1]?.extension_attributes?.proposal_id as number;
    expect([status, body]).toEqual([
      200,
      [
        { message: "Invalid attribute %fieldName = %fieldValue.", parameters: ["SKU", "h3"] },
        ...["h1", "h2"].map((sku) => ({
          message: heldMessage,
          parameters: [String(id), sku, "0"],
          extension_attributes: { code: "PRICE_HELD", proposal_id: id },
        })),
      ],
    ]);
    expect([await priceOf("h1"), await priceOf("h2")]).toEqual(["10.000000", "10.000000"]);
    const { body: proposal } = await approver.get(`/V1/price-proposals/${id}`);
    expect(proposal).toMatchObject({
      ...{ id, state: "open", call: "POST /V1/products/base-prices", row_count: 2, user_type: 2, failure: null },
      user_name: proposed,
      reasons: [{ parameters: ["1000", "100", "10", "h1", "0"], extension_attributes: { code: "PRICE_RISE" } }],
      changes: [
        { sku: "h1", kind: "base", store_id: 0, website_id: 0, old: { price: 10 }, new: { price: 1000 } },
        { sku: "h2", kind: "base", old: { price: 10 }, new: { price: 11 } },
      ],
    });
    const approved = await approver.post(`/V1/price-proposals/${id}/approve`, { comment: " Agreed by phone " });
    expect([approved.status, approved.body]).toMatchObject([200, { state: "approved", comment: "Agreed by phone" }]);
    expect([await priceOf("h1"), await priceOf("h2")]).toEqual(["1000.000000", "11.000000"]);
    const noted = await app.db.models.auditEvent.findFirst({ where: { event: "price proposal approved" } });
    expect(noted).toMatchObject({ name: String(id), by_user_id: approved.body.decided_by_id });
  });

  it("let another user with the permission decide once", async () => {
    await holding("once");
    const held = await base(proposer, [["once", 50]]);
    const id = held.body[0].extension_attributes.proposal_id as number;
    const own = await proposer.post(`/V1/price-proposals/${id}/approve`);
    expect([own.status, own.body.message]).toEqual([
      401,
      "The price proposal %id is your own. Another user must decide on it.",
    ]);
    expect((await proposer.post(`/V1/price-proposals/${id}/reject`, {})).status).toBe(401);
    const clerk = await app.asAdmin(["Magento_Catalog::catalog"]);
    expect((await clerk.post(`/V1/price-proposals/${id}/approve`)).status).toBe(401);
    const third = await app.asAdmin(["Portico_Prices::approve"]);
    const decisions = await Promise.all([
      approver.post(`/V1/price-proposals/${id}/approve`, {}),
      third.post(`/V1/price-proposals/${id}/approve`, {}),
    ]);
    expect(decisions.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(decisions.find(({ status }) => status === 400)?.body).toEqual({
      message: "The price proposal %id is already %state.",
      parameters: { id, state: "approved" },
    });
    expect((await approver.post(`/V1/price-proposals/${id}/reject`, {})).status).toBe(400);
    expect((await approver.post("/V1/price-proposals/999999/approve", {})).status).toBe(404);
    expect((await approver.get("/V1/price-proposals/999999")).status).toBe(404);
    expect((await clerk.get("/V1/price-proposals?searchCriteria")).status).toBe(401);
    expect(await priceOf("once")).toBe("50.000000");
  });

  it("never run a rejected call, and list proposals by state", async () => {
    await holding("rejected");
    const held = await base(proposer, [["rejected", 50]]);
    const id = held.body[0].extension_attributes.proposal_id as number;
    const rejected = await approver.post(`/V1/price-proposals/${id}/reject`, { comment: "Typing error" });
    expect(rejected.body).toMatchObject({ state: "rejected", comment: "Typing error" });
    const list = await approver.get(`/V1/price-proposals?${search([["state", "rejected"]])}`);
    expect(list.body).toMatchObject({
      items: [{ id, user_name: proposed, changes: null, reasons: null }],
      total_count: 1,
    });
    expect((await approver.post(`/V1/price-proposals/${id}/reject`, { comment: "x".repeat(1001) })).status).toBe(400);
    expect(await priceOf("rejected")).toBe("10.000000");
  });

  it("keep a proposal open with the reason if its call fails now", async () => {
    await holding("gone", "stays");
    const held = await base(proposer, [
      ["gone", 50],
      ["stays", 50],
    ]);
    const id = held.body[0].extension_attributes.proposal_id as number;
    expect((await proposer.delete("/V1/products/gone")).status).toBe(200);
    const failed = await approver.post(`/V1/price-proposals/${id}/approve`, {});
    const reason = "Invalid attribute SKU = gone.";
    expect([failed.status, failed.body.parameters]).toEqual([400, { id, reason }]);
    expect((await approver.get(`/V1/price-proposals/${id}`)).body).toMatchObject({ state: "open", failure: reason });
    expect(await priceOf("stays")).toBe("10.000000");
  });

  it("check the rights that the proposer has at the time of the approval", async () => {
    const clerk = await app.asAdmin(["Magento_Catalog::catalog"]);
    const role = await app.db.models.adminRole.findFirst({ orderBy: { id: "desc" } });
    await holding("demoted");
    const held = await base(clerk, [["demoted", 50]]);
    const id = held.body[0].extension_attributes.proposal_id as number;
    await app.db.models.adminRole.updateMany({ where: { id: role?.id ?? 0 }, data: { resources: [] } });
    const failed = await approver.post(`/V1/price-proposals/${id}/approve`, {});
    expect([failed.status, failed.body.parameters.reason]).toEqual([
      400,
      "The consumer isn't authorized to access Magento_Catalog::catalog.",
    ]);
    expect(await priceOf("demoted")).toBe("10.000000");
  });

  it("reject a save of a single product, and store its proposal", async () => {
    await holding("single");
    const product = { sku: "single", price: 99, name: "Renamed" };
    for (const headers of [{}, { "Idempotency-Key": "held-1" }]) {
      const held = await proposer.put("/V1/products/single", { product }, { headers });
      const id = held.body.parameters?.proposalId as string;
      expect([held.status, held.body]).toMatchObject([
        400,
        { message: heldMessage, parameters: { code: "PRICE_HELD" } },
      ]);
      expect((await approver.get(`/V1/price-proposals/${id}`)).body).toMatchObject({
        ...{ state: "open", call: "PUT /V1/products/:sku" },
        changes: [{ new: { price: 99 } }],
      });
    }
    const query = `mutation { saveProduct(product: { sku: "single", price: 99, name: "Renamed" }) { sku }
      user_errors { message } }`;
    for (const headers of [{}, { "Idempotency-Key": "held-2" }]) {
      const { body } = await proposer.request("/graphql", {
        method: "POST",
        headers: { "Content-Type": "application/json", ...headers },
        body: JSON.stringify({ query }),
      });
      const id = /proposal (\d+)\./.exec(body.data.user_errors[0].message)?.[1];
      expect(body.data.saveProduct).toBeNull();
      expect((await approver.get(`/V1/price-proposals/${id}`)).body.state).toBe("open");
    }
    expect((await proposer.get("/V1/products/single")).body.name).not.toBe("Renamed");
    const alone = await proposer.put("/V1/products/single", { product: { sku: "single", price: 77 } });
    expect((await approver.post(`/V1/price-proposals/${alone.body.parameters.proposalId}/approve`, {})).status).toBe(
      200,
    );
    expect(await priceOf("single")).toBe("77.000000");
    const tier = await proposer.post("/V1/products/single/group-prices/all/tiers/3/price/500");
    expect((await approver.post(`/V1/price-proposals/${tier.body.parameters.proposalId}/approve`, {})).status).toBe(
      200,
    );
    expect(await storedTierPrices(app, "single")).toMatchObject([{ value: "500.000000" }]);
  });

  it("store no proposal if another row is rejected", async () => {
    await holding("mixed", "other");
    await proposer.post("/V1/price-guard-rails", { guardRail: { kind: "cost", ceiling: 5 } });
    const product = { sku: "mixed", price: 99, custom_attributes: [{ attribute_code: "cost", value: "6" }] };
    const refused = await proposer.put("/V1/products/mixed", { product });
    expect([refused.status, refused.body.parameters.code]).toEqual([400, "PRICE_ABOVE_CEILING"]);
    expect(await app.db.models.priceProposal.count({ where: { changes: { contains: "mixed" } } })).toBe(0);
  });

  it("store proposals of queued operations, and name them in their results", async () => {
    await holding("q1", "q2", "q3");
    const prices = (sku: string, price: number) => ({ prices: [{ sku, store_id: 0, price }] });
    const bulk = await waitForBulk(
      proposer,
      await proposer.post("/async/bulk/V1/products/base-prices", [prices("q1", 99), prices("q2", 12)]),
    );
    const [held, written] = bulk.operations_list;
    const { proposal_id: id } = (
      JSON.parse(held?.result_serialized_data ?? "[]") as Record<string, { proposal_id: number }>[]
    )[0]?.["extension_attributes"] ?? { proposal_id: 0 };
    expect([held?.status, written?.status]).toEqual([1, 1]);
    expect((await approver.get(`/V1/price-proposals/${id}`)).body).toMatchObject({
      ...{ bulk_uuid: bulk.bulk_id, operation_id: 0, call: "POST /V1/products/base-prices" },
    });
    expect([await priceOf("q1"), await priceOf("q2")]).toEqual(["10.000000", "12.000000"]);
    const saves = ["q1", "q2", "q3"].map((sku) => ({ sku, product: { sku, price: sku === "q3" ? 11 : 55 } }));
    const saved = await waitForBulk(proposer, await proposer.put("/async/bulk/V1/products/bySku", saves));
    expect(saved.operations_list.map(({ status }) => status)).toEqual([3, 3, 1]);
    const [first] = saved.operations_list;
    const named = /as price proposal (\d+)\. Row ID: SKU = q1/.exec(first?.result_message ?? "")?.[1];
    const open = await approver.get(`/V1/price-proposals?${search([["bulk_uuid", saved.bulk_id]])}`);
    expect(open.body.total_count).toBe(2);
    expect((await approver.post(`/V1/price-proposals/${named}/approve`, {})).status).toBe(200);
    expect([await priceOf("q1"), await priceOf("q3")]).toEqual(["55.000000", "11.000000"]);
  });

  it("let users approve proposals over GraphQL too", async () => {
    await holding("graph");
    const held = await proposer.graphql(
      `mutation { updateBasePrices(prices: [{ sku: "graph", store_id: 0, price: 31 }]) {
        message extension_attributes { code proposal_id } } }`,
    );
    const { proposal_id: id } = held.body.data.updateBasePrices[0].extension_attributes as { proposal_id: number };
    const approved = await approver.graphql(
      `mutation ($id: Int!) { approvePriceProposal(id: $id, comment: "Yes") { state changes { new { price } } } }`,
      { id },
    );
    expect(approved.body.data.approvePriceProposal).toEqual({ state: "APPROVED", changes: [{ new: { price: 31 } }] });
    expect(await priceOf("graph")).toBe("31.000000");
  });

  it("are not answered by an integration of the proposer, nor by the creator of the proposing integration", async () => {
    await holding("h-own");
    const resources = ["Magento_Backend::all"];
    const { body: created } = await proposer.post("/V1/integrations", { integration: { name: "Own", resources } });
    const integration = new Client(app.url, created.access_token as string);
    const propose = async (by: Client) => {
      const { body } = await base(by, [["h-own", 1000]]);
      return body[0]?.extension_attributes?.proposal_id as number;
    };
    const approve = (by: Client, id: number) => by.post(`/V1/price-proposals/${id}/approve`, {});
    const own = await propose(proposer);
    expect((await approve(integration, own)).status).toBe(401);
    expect((await approve(proposer, await propose(integration))).status).toBe(401);
    expect(await priceOf("h-own")).toBe("10.000000");
    expect((await approve(approver, own)).status).toBe(200);
  });
});
