import { beforeAll, expect, it } from "vitest";
import { newCard, ship } from "../balance/support.js";
import { answered, guestWith, refused, set, type Shopper, createProductsInStock } from "../checkout/support.js";
import { useApp } from "../../support/app.js";

const { app, admin } = useApp({ PORTICO_EDITION: "commerce" });
let paper: number;

beforeAll(async () => {
  const unwrapped = { custom_attributes: [{ attribute_code: "gift_wrapping_available", value: "0" }] };
  await admin.post("/V1/products/attributes", {
    attribute: {
      attribute_code: "gift_wrapping_available",
      frontend_input: "text",
      default_frontend_label: "Wrapping",
    },
  });
  await createProductsInStock(app, { shirt: {}, mug: {}, bare: unwrapped, file: { type_id: "virtual" } });
  const { body } = await admin.post("/V1/gift-wrappings", { data: { design: "Paper", base_price: 2 } });
  paper = body.wrapping_id as number;
  const { body: wrappingClass } = await admin.post("/V1/taxClasses", {
    taxClass: { class_name: "Wrapping", class_type: "PRODUCT" },
  });
  const rate = { code: "Ten", rate: 10, tax_country_id: "US", tax_region_id: 0, tax_postcode: "*" };
  const { body: taxRate } = await admin.post("/V1/taxRates", { taxRate: rate });
  const rule = { code: "Wrap", priority: 0, customer_tax_class_ids: [3], tax_rate_ids: [taxRate.id] };
  await admin.post("/V1/taxRules", { rule: { ...rule, product_tax_class_ids: [Number(wrappingClass)] } });
  await set(app, {
    "tax/classes/wrapping_tax_class": String(wrappingClass),
    "sales/gift_options/printed_card_price": "1.50",
  });
});

const itemsOf = async ({ client, cart }: Shopper): Promise<number[]> =>
  ((await client.get(`${cart}/items`)).body as { item_id: number }[]).map(({ item_id }) => item_id);
const wrap = ({ client, cart }: Shopper, place: string, extension_attributes: object) =>
  client.post(`${cart}/gift-message${place}`, { giftMessage: { message: "", extension_attributes } });
const totalsOf = async ({ client, cart }: Shopper) => (await client.get(`${cart}/totals`)).body;

it("charges for the wrapping of a cart, for each unit of a wrapped line and for a printed card, with tax", async () => {
  const guest = await guestWith(app, ["shirt", 3], ["mug", 1]);
  await ship(guest, "ada@example.com");
  const [shirt = 0] = await itemsOf(guest);
  const order = { wrapping_id: paper, wrapping_allow_gift_receipt: true, wrapping_add_printed_card: true };
  expect(answered(await wrap(guest, "", order))).toEqual([200, true]);
  expect(answered(await wrap(guest, `/${shirt}`, { wrapping_id: paper }))).toEqual([200, true]);
  expect((await guest.client.get(`${guest.cart}/gift-message`)).body).toEqual({ extension_attributes: order });
  const totals = await totalsOf(guest);
  // 40 of goods, 20 of shipping, and 2 + 3 × 2 + 1.50 of wrapping with a tax of 10 %.
  expect(totals).toMatchObject({ subtotal: 40, tax_amount: 0.95, grand_total: 70.45 });
  const segments = totals.total_segments as { code: string; value: number; extension_attributes: object }[];
  expect(segments.map(({ code }) => code)).toEqual(["subtotal", "shipping", "tax", "giftwrapping", "grand_total"]);
  expect(segments.find(({ code }) => code === "giftwrapping")).toMatchObject({
    value: null,
    extension_attributes: {
      gw_order_id: String(paper),
      gw_item_ids: [String(shirt)],
      gw_price: "2.0000",
      gw_items_price: "6.0000",
      gw_card_price: "1.5000",
      gw_items_tax_amount: "0.6000",
      gw_items_price_incl_tax: "6.6000",
    },
  });
  const card = await newCard(app, 100);
  const cartPath = guest.cart.replace("/V1/guest-carts", "/V1/carts/guest-carts");
  await guest.client.post(`${cartPath}/giftCards`, { giftCardAccountData: { gift_cards: [card.code] } });
  expect((await totalsOf(guest)).grand_total).toBe(0);
  const placed = await guest.client.put(`${guest.cart}/order`, { paymentMethod: { method: "free" } });
  const { body: stored } = await admin.get(`/V1/orders/${placed.body as number}`);
  expect(stored.extension_attributes).toMatchObject({
    gw_id: String(paper),
    gw_allow_gift_receipt: "1",
    gw_card_price: "1.5000",
    gw_items_base_tax_amount: "0.6000",
    gift_cards_amount: 70.45,
  });
  expect(stored.items[0]).toMatchObject({ gw_id: paper, gw_price: 6, gw_tax_amount: 0.6 });
  expect(stored.items[1]).not.toHaveProperty("gw_id");
});

it("removes a gift wrapping on request, and from active carts once it is disabled", async () => {
  const guest = await guestWith(app, ["shirt", 1]);
  const { body: other } = await admin.post("/V1/gift-wrappings", { data: { design: "Foil", base_price: 4 } });
  const foil = { wrapping_id: other.wrapping_id as number };
  await wrap(guest, "", foil);
  expect((await totalsOf(guest)).grand_total).toBe(14.4);
  await wrap(guest, "", { wrapping_id: null });
  expect((await totalsOf(guest)).grand_total).toBe(10);
  expect((await guest.client.get(`${guest.cart}/gift-message`)).text).toBe("[]");
  await wrap(guest, "", foil);
  await admin.put(`/V1/gift-wrappings/${foil.wrapping_id}`, { data: { status: 0 } });
  const cartItem = { sku: "mug", qty: 1, quote_id: guest.cart.split("/").at(-1) };
  await guest.client.post(`${guest.cart}/items`, { cartItem });
  expect((await totalsOf(guest)).grand_total).toBe(20);
  expect(answered(await wrap(guest, "", foil))).toMatchObject([404, { parameters: { fieldName: "wrappingId" } }]);
});

it("rejects a gift wrapping that the shop or the product does not allow, and for virtual products", async () => {
  const guest = await guestWith(app, ["shirt", 1], ["bare", 1], ["file", 1]);
  const [shirt, bare, file] = await itemsOf(guest);
  const notAvailable = refused(400, "The gift wrapping isn't available.");
  expect(answered(await wrap(guest, `/${bare}`, { wrapping_id: paper }))).toEqual(notAvailable);
  expect((await wrap(guest, `/${file}`, { wrapping_id: paper })).status).toBe(400);
  expect((await wrap(guest, `/${shirt}`, { wrapping_id: 9999 })).status).toBe(404);
  await set(app, { "sales/gift_options/wrapping_allow_order": "0", "sales/gift_options/allow_printed_card": "0" });
  expect(answered(await wrap(guest, "", { wrapping_id: paper }))).toEqual(notAvailable);
  expect(answered(await wrap(guest, "", { wrapping_add_printed_card: true }))).toEqual(notAvailable);
  expect((await totalsOf(guest)).grand_total).toBe(30);
});
