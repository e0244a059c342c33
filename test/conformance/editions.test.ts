import type { GraphQLObjectType } from "graphql";
import { describe, expect, it } from "vitest";
import { buildSurface } from "../../src/schema.js";
import { bulkSegments } from "../../src/api/http/address.js";
import { startApp, useApp } from "../support/app.js";
import { newGuestCart } from "../commerce/cart/support.js";
import { contractRoutes, keyOf } from "./contract.js";
import { send } from "./callers.js";

const open = buildSurface("open-source");
const commerce = buildSurface("commerce");
const routesOf = ({ operations }: typeof open) => operations.flatMap(({ routes }) => routes);
const only = routesOf(commerce).filter(({ edition }) => edition === "commerce");

const { app } = useApp({ PORTICO_GUEST_BULK: "on" });

describe("the open-source edition", () => {
  it("lacks the routes of the commerce edition, which has all 407 routes of the contract and those of the open-source edition", () => {
    const [inBoth, inCommerce] = [new Set(routesOf(open).map(keyOf)), new Set(routesOf(commerce).map(keyOf))];
    const wanted = contractRoutes.filter(({ edition }) => edition === "commerce").map(keyOf);
    expect(wanted).toHaveLength(33);
    expect(wanted.filter((key) => inBoth.has(key) || !inCommerce.has(key))).toEqual([]);
    expect([...inBoth].filter((key) => !inCommerce.has(key))).toEqual([]);
  });

  it("answers 404 for the routes of the commerce edition, in every mode and to everybody", async () => {
    const { token } = await app.asAdmin();
    const asked = only.flatMap(({ method, segments, queueable }) => {
      const path = segments.map((segment) => (segment.startsWith(":") ? "1" : segment)).join("/");
      const forms = queueable ? [path, `async/${path}`, `async/bulk/${bulkSegments(segments).join("/")}`] : [path];
      return forms.flatMap((form) => [token, undefined].map((caller) => ({ method, form, caller })));
    });
    const answers = await Promise.all(
      asked.map(async ({ method, form, caller }) => {
        const body = method === "GET" ? {} : { body: "{}" };
        const answer = await send(`${app.url}/rest/default/${form}`, { method, ...body }, caller);
        return { at: `${method} ${form}`, status: answer.status };
      }),
    );
    // `GET /V1/carts/1/giftCards` and similar paths match no other route either.
    expect(answers.filter(({ status }) => status !== 404)).toEqual([]);
  });

  it("has no fields, types, modules or permissions of the commerce edition", async () => {
    const { schema } = open;
    for (const type of [
      "GiftCardAccount",
      "Return",
      "GiftWrapping",
      "RewardRate",
      "OrderGiftCard",
      "InvoiceExtension",
    ]) {
      expect(commerce.schema.getType(type)).toBeDefined();
      expect(schema.getType(type)).toBeUndefined();
    }
    const admin = await app.asAdmin();
    const { body: modules } = await admin.get("/V1/modules");
    expect(modules).not.toContain("Magento_Rma");
    const { body: permissions } = await admin.get("/V1/permissions");
    expect(JSON.stringify(permissions)).not.toContain("Magento_Rma");
    await using other = await startApp({ PORTICO_EDITION: "commerce" });
    expect((await (await other.asAdmin()).get("/V1/modules")).body).toContain("Magento_Rma");
    expect((await (await other.asAdmin()).get("/V1/permissions")).text).toContain("Magento_Rma");
  });

  it("has the same extension attributes of an order in requests as in responses", () => {
    const namesOf = (name: string) => Object.keys((open.schema.getType(name) as GraphQLObjectType).getFields());
    expect(namesOf("OrderExtension")).not.toContain("gift_cards");
    expect(namesOf("OrderExtensionInput")).toEqual(namesOf("OrderExtension"));
  });

  it("omits extension attributes of the commerce edition from responses and rejects them in requests", async () => {
    const mask = await newGuestCart(app);
    const { body: totals } = await app.asGuest().get(`/V1/guest-carts/${mask}/totals`);
    expect((totals.total_segments as { code: string }[]).map(({ code }) => code)).not.toContain("giftwrapping");
    const giftMessage = { message: "", extension_attributes: { wrapping_id: 1 } };
    const refused = await app.asGuest().post(`/V1/guest-carts/${mask}/gift-message`, { giftMessage });
    expect(refused.body).toMatchObject({ parameters: { fieldName: "WrappingId" } });
  });
});
