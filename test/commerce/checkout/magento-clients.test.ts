// cspell:ignore Guestcarts
import { createRequire } from "node:module";
import type magentoApiRest from "magento-api-rest";
import type magentoClient from "magento-client";
import { beforeAll, expect, it } from "vitest";
import { createAdmin } from "../../../src/api/auth/admins/admins.js";
import { useApp } from "../../support/app.js";
import { integration } from "../../support/oauth.js";
import { address, createProductsInStock } from "./support.js";

// Both are loaded unchanged, as their users load them.
const require = createRequire(import.meta.url);
const magento = require("magento-client") as typeof magentoClient;
const { default: RestApi } = require("magento-api-rest") as typeof magentoApiRest;

const { app } = useApp();

beforeAll(async () => {
  await createProductsInStock(app, { "client-mug": {}, "client-cup": { price: 4 } });
});

/** Casts a body that omits fields which the generated types require and the service does not. */
const sent = <Body>(value: object) => value as Body;

/** The order of both clients: two mugs at 10 and three cups at 4, and flat rate shipping of 5 each. */
const ordered = { subtotal: 32, shipping: 25, grandTotal: 57 };
const lines = [
  { sku: "client-mug", qty: 2 },
  { sku: "client-cup", qty: 3 },
];
const email = "ada@example.com";

it("lets magento-client check out as a guest, and read the order as an administrator", async () => {
  const refuse = async (response: Response) => {
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  };
  const configured = (accessToken?: string) =>
    new magento.Configuration({
      basePath: `${app.url}/rest/default`,
      ...(accessToken === undefined ? {} : { accessToken }),
      // The client's own errors do not contain the answer of the service.
      middleware: [{ post: ({ response }) => refuse(response) }],
    });
  const guest = configured();
  const cartId = await new magento.QuoteGuestCartManagementV1Api(guest).postV1Guestcarts();
  const items = new magento.QuoteGuestCartItemRepositoryV1Api(guest);
  for (const line of lines) {
    const cartItem = { ...line, quoteId: cartId };
    await items.postV1GuestcartsCartIdItems({ cartId, postV1CartsQuoteIdItemsRequest: sent({ cartItem }) });
  }
  const home = { ...address, regionId: 12, countryId: "US", email };
  const rates = new magento.QuoteGuestShipmentEstimationV1Api(guest);
  const estimated = await rates.postV1GuestcartsCartIdEstimateshippingmethods({
    cartId,
    postV1CartsCartIdEstimateshippingmethodsRequest: sent({ address: home }),
  });
  expect(estimated).toMatchObject([{ carrierCode: "flatrate", methodCode: "flatrate", amount: ordered.shipping }]);
  const shipping = new magento.CheckoutGuestShippingInformationManagementV1Api(guest);
  const details = await shipping.postV1GuestcartsCartIdShippinginformation({
    cartId,
    postV1GuestcartsCartIdShippinginformationRequest: sent({
      addressInformation: {
        shippingAddress: home,
        shippingCarrierCode: "flatrate",
        shippingMethodCode: "flatrate",
      },
    }),
  });
  expect(details.paymentMethods.map(({ code }) => code)).toContain("checkmo");
  expect(details.totals).toMatchObject({ grandTotal: ordered.grandTotal });
  const payment = new magento.CheckoutGuestPaymentInformationManagementV1Api(guest);
  const id = await payment.postV1GuestcartsCartIdPaymentinformation({
    cartId,
    postV1GuestcartsCartIdPaymentinformationRequest: {
      email,
      billingAddress: sent(home),
      paymentMethod: sent({ method: "checkmo" }),
    },
  });

  const account = { username: "checkout-client", password: "correct-horse-1" };
  await createAdmin(app.db, { ...account, email: "client@example.com", firstname: "A", lastname: "B" });
  const tokens = new magento.IntegrationAdminTokenServiceV1Api(guest);
  const token = await tokens.postV1IntegrationAdminToken({ postV1IntegrationAdminTokenRequest: account });
  const orders = new magento.SalesOrderRepositoryV1Api(configured(token));
  const order = await orders.getV1OrdersId({ id: Number(id) });
  expect(order).toMatchObject({
    state: "new",
    customerEmail: email,
    customerIsGuest: 1,
    subtotal: ordered.subtotal,
    shippingAmount: ordered.shipping,
    grandTotal: ordered.grandTotal,
    billingAddress: { city: "Los Angeles", regionCode: "CA" },
    payment: { method: "checkmo" },
  });
  expect(order.items.map(({ sku, qtyOrdered }) => ({ sku, qty: qtyOrdered }))).toEqual(lines);
  const found = await orders.getV1Orders({
    searchCriteriaFilterGroups0Filters0Field: "increment_id",
    searchCriteriaFilterGroups0Filters0Value: order.incrementId ?? "",
  });
  expect(found.items.map(({ entityId }) => entityId)).toEqual([order.entityId]);
  await expect(items.getV1GuestcartsCartIdItems({ cartId })).rejects.toThrow(/^404 /);
});

it("lets magento-api-rest check out for a guest, and read the order", async () => {
  const { credentials } = await integration(app);
  const api = new RestApi({
    url: app.url,
    consumerKey: credentials.consumer_key,
    consumerSecret: credentials.consumer_secret,
    accessToken: credentials.access_token,
    tokenSecret: credentials.access_token_secret,
    sha: 256,
  });
  const dataOf = async (call: Promise<unknown>) => ((await call) as { readonly data: unknown }).data;
  const cart = `guest-carts/${String(await dataOf(api.post("guest-carts", {})))}`;
  for (const cartItem of lines) {
    const quote_id = cart.split("/")[1];
    expect(await dataOf(api.post(`${cart}/items`, { cartItem: { ...cartItem, quote_id } }))).toMatchObject(cartItem);
  }
  const rates = await dataOf(api.post(`${cart}/estimate-shipping-methods`, { address }));
  expect(rates).toMatchObject([{ carrier_code: "flatrate", amount: ordered.shipping, available: true }]);
  const carrier = { shipping_carrier_code: "flatrate", shipping_method_code: "flatrate" };
  const addressInformation = { shipping_address: address, billing_address: address, ...carrier };
  const details = await dataOf(api.post(`${cart}/shipping-information`, { addressInformation }));
  expect(details).toMatchObject({ totals: { grand_total: ordered.grandTotal } });
  const paid = { email, billingAddress: address, paymentMethod: { method: "checkmo" } };
  const id = await dataOf(api.post(`${cart}/payment-information`, paid));
  const order = (await dataOf(api.get(`orders/${String(id)}`))) as { entity_id: number; increment_id: string };
  expect(order).toMatchObject({ state: "new", customer_email: email, grand_total: ordered.grandTotal });
  const listed = await dataOf(api.get("orders", { increment_id: order.increment_id, $perPage: 5 }));
  expect(listed).toMatchObject({ total_count: 1, items: [{ entity_id: order.entity_id }] });
  const again = api.post(`${cart}/payment-information`, paid);
  await expect(again).rejects.toMatchObject({ response: { status: 404 } });
});
