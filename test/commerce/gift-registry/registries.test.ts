import { beforeAll, expect, it } from "vitest";
import { address, answered, customerWith, guestWith, set, createProductsInStock } from "../checkout/support.js";
import { useApp } from "../../support/app.js";
import type { Client } from "../../support/client.js";

const { app, admin } = useApp({ PORTICO_EDITION: "commerce" });

beforeAll(async () => {
  await createProductsInStock(app, { shirt: {}, mug: {}, ebook: { type_id: "virtual" } });
});

it("estimates shipping to the address of a registry for buyers who may buy for it", async () => {
  const owner = await customerWith(app, "owner@example.com", ["mug", 1]);
  const other = await customerWith(app, "other@example.com", ["mug", 2]);
  const guest = await guestWith(app, ["shirt", 3]);
  const wishes = { customer_id: owner.id, website_id: 1, title: "Wedding", shipping_address: address };
  const create = (more: object = {}) => admin.post("/V1/giftRegistries", { giftRegistry: { ...wishes, ...more } });
  const { body: open } = await create();
  const { body: secret } = await create({ is_public: false, items: [{ sku: "shirt", qty: 1 }] });
  const { body: over } = await create({ is_active: false });
  const mine = ({ client }: { client: Client }, registryId: unknown) =>
    client.post("/V1/giftregistry/mine/estimate-shipping-methods", { registryId });
  const asGuest = (registryId: unknown, mask = guest.cart.split("/").at(-1) ?? "") =>
    guest.client.post(`/V1/guest-giftregistry/${mask}/estimate-shipping-methods`, { registryId });
  const flat = (amount: number) => [200, [expect.objectContaining({ carrier_code: "flatrate", amount })]];
  const none = (fieldValue: unknown) => [
    404,
    expect.objectContaining({ parameters: { fieldName: "registryId", fieldValue } }),
  ];
  expect(answered(await mine(other, open.registry_id))).toEqual(flat(10));
  expect(answered(await asGuest(open.registry_id))).toEqual(flat(15));
  expect(answered(await mine(owner, secret.registry_id))).toEqual(flat(5));
  expect(answered(await asGuest(secret.registry_id))).toEqual(flat(15));
  expect(answered(await mine(other, secret.registry_id))).toEqual(none(secret.registry_id));
  expect(answered(await asGuest(over.registry_id))).toEqual(none(over.registry_id));
  expect(answered(await asGuest(99_999))).toEqual(none(99_999));
  const virtual = await guestWith(app, ["ebook", 1]);
  expect(answered(await asGuest(open.registry_id, virtual.cart.split("/").at(-1)))).toEqual([200, []]);
  await set(app, { "magento_giftregistry/general/enabled": "0" });
  expect(answered(await mine(owner, open.registry_id))).toEqual(none(open.registry_id));
});

it("lets administrators create, read and delete gift registries", async () => {
  const { id } = await customerWith(app, "list@example.com");
  const giftRegistry = {
    customer_id: id,
    website_id: 1,
    title: "Birthday",
    shipping_address: address,
    items: [{ sku: "MUG", qty: 2 }],
  };
  const create = (more: object) => admin.post("/V1/giftRegistries", { giftRegistry: { ...giftRegistry, ...more } });
  const { body: created } = await create({});
  const path = `/V1/giftRegistries/${created.registry_id as number}`;
  const { body: read } = await admin.get(path);
  expect(read).toMatchObject({ title: "Birthday", is_public: true, items: [{ sku: "mug", qty: 2 }] });
  expect(read).toEqual(created);
  expect((await create({ customer_id: 99_999 })).status).toBe(404);
  expect((await create({ website_id: 99_999 })).status).toBe(404);
  expect((await create({ items: [{ sku: "none", qty: 1 }] })).status).toBe(404);
  expect((await create({ items: [{ sku: "mug", qty: 0 }] })).status).toBe(400);
  expect(answered(await admin.delete(path))).toEqual([200, true]);
  expect((await admin.delete(path)).status).toBe(404);
  expect((await admin.get(path)).status).toBe(404);
});
