import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { checkAgreements } from "../../../src/commerce/checkout/agreements/required-agreements.js";
import { useApp } from "../../support/app.js";
import type { Client } from "../../support/client.js";
import { search } from "../../support/client.js";
import { set } from "./support.js";

const { app } = useApp();
let admin: Client;
let terms: number[];

const enabled = "checkout/options/enable_agreements";
const scope = { storeId: 1, websiteId: 1 };
const agreement = { content: "<p>Be kind.</p>", checkbox_text: "I agree", is_html: true, is_active: true, mode: 1 };

beforeAll(async () => {
  admin = await app.asAdmin(["Magento_Sales::sales"]);
  const create = async (data: object) => {
    const row = await app.db.models.checkoutAgreement.create({ data: { name: "Terms", ...agreement, ...data } });
    return row.agreement_id;
  };
  terms = [
    await create({ stores: { create: { store_id: 0 } }, content_height: "10em" }),
    await create({ name: "Automatic", mode: 0, stores: { create: { store_id: 1 } } }),
    await create({ name: "Inactive", is_active: false, stores: { create: { store_id: 1 } } }),
    await create({ name: "Nowhere" }),
  ];
});
beforeEach(() => set(app, { [enabled]: "1" }));

const namesOf = (body: unknown) => (body as { name: string }[]).map(({ name }) => name);

describe("agreements", () => {
  it("are listed if they are active in the store view and enabled in the settings", async () => {
    const { body } = await admin.get("/V1/carts/licence");
    expect(namesOf(body)).toEqual(["Terms", "Automatic"]);
    expect(body[0]).toEqual({ agreement_id: terms[0], name: "Terms", ...agreement, content_height: "10em" });
    expect(Object.keys(body[1] as object)).not.toContain("content_height");
    await set(app, { [enabled]: "0" });
    expect((await admin.get("/V1/carts/licence")).body).toEqual([]);
    const found = await admin.get(`/V1/carts/licence/list?${search([["is_active", "0"]])}`);
    expect(namesOf(found.body)).toEqual(["Inactive"]);
    const all = await admin.get(`/V1/carts/licence/list?${search([])}`);
    expect(namesOf(all.body)).toEqual(["Terms", "Automatic", "Inactive", "Nowhere"]);
  });

  it("are closed to callers without the permission, and cannot be searched by unknown fields", async () => {
    for (const path of ["/V1/carts/licence", `/V1/carts/licence/list?${search([])}`]) {
      expect((await app.asGuest().get(path)).status).toBe(401);
    }
    expect((await admin.get(`/V1/carts/licence/list?${search([["colour", "red"]])}`)).status).toBe(400);
  });

  it("allow an order if all required ones are ticked", async () => {
    const check = (ids: readonly (number | undefined)[]) => checkAgreements(app.db, scope, ids.map(String));
    await expect(check([])).rejects.toThrow("The order wasn't placed. First, agree to the terms and conditions");
    await expect(check([terms[1], terms[2]])).rejects.toThrow("The order wasn't placed.");
    await expect(check([terms[0]])).resolves.toBeUndefined();
    await expect(check([...terms, 999])).resolves.toBeUndefined();
    await set(app, { [enabled]: "0" });
    await expect(check([])).resolves.toBeUndefined();
  });
});
