import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { FakeProvider } from "../extras/extensions/fake-provider.js";
import { address } from "../commerce/checkout/support.js";
import { dataFolder, type ServerProcess, serve, signIn } from "./portico.js";

const psp = join(import.meta.dirname, "../extras/extensions/fixtures/psp/index.mjs");

/** Calls a route of a server and returns its answer. */
const callerOf =
  ({ rest }: ServerProcess, token?: string) =>
  async <Answer>(method: string, path: string, body?: object): Promise<Answer> => {
    const response = await fetch(`${rest}${path}`, {
      method,
      headers: { "Content-Type": "application/json", ...(token ? { Authorization: `Bearer ${token}` } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Answer;
  };

it("a server that is killed between authorization and order charges nothing, and its provider releases the money", async () => {
  await using provider = await FakeProvider.start();
  await using folder = await dataFolder("prepared");
  const settings = { PORTICO_EXTENSIONS: psp, PSP_URL: provider.url, PORTICO_EMBEDDED_DURABILITY: "full" };
  await using first = await serve(folder, settings);
  const { username, generatedPassword = "" } = first.firstAdmin ?? { username: "" };
  const token = String(await signIn(first.rest, username, generatedPassword));
  const admin = callerOf(first, token);
  await admin("PUT", "store/settings", {
    settings: [
      { path: "payment/card/active", value: "1", scope: "default" },
      { path: "psp/webhooks/secret", value: provider.secret, scope: "default" },
    ],
  });
  const stock = { stock_item: { qty: 10, is_in_stock: true }, website_ids: [1] };
  const product = { sku: "cup", name: "Cup", price: 10, type_id: "simple", attribute_set_id: 4, weight: 1 };
  await admin("POST", "products", { product: { ...product, extension_attributes: stock } });
  const shopper = callerOf(first);
  const cart = await shopper<string>("POST", "guest-carts");
  await shopper("POST", `guest-carts/${cart}/items`, { cartItem: { sku: "cup", qty: 1, quote_id: cart } });
  const shipping = { shipping_carrier_code: "flatrate", shipping_method_code: "flatrate" };
  await shopper("POST", `guest-carts/${cart}/shipping-information`, {
    addressInformation: { shipping_address: address, billing_address: address, ...shipping },
  });
  provider.behaviour = "moves the money and hangs";
  const payment = { email: "ada@example.com", billingAddress: address, paymentMethod: { method: "card" } };
  const placing = shopper("POST", `guest-carts/${cart}/payment-information`, payment).catch(() => "lost");
  const authorized = await vi.waitFor(() => {
    const [call] = provider.calls;
    if (!call) throw new Error("nothing is authorized yet");
    return call;
  }, 30_000);
  first.signal("SIGKILL");
  await first.ended;
  expect(await placing).toBe("lost");
  const { reference, amount } = authorized.payment;
  expect(provider.gateway.of(reference)).toEqual([amount, "0"]);

  await using second = await serve(folder, settings);
  const orders = await callerOf(second, token)<{ total_count: number }>("GET", "orders?searchCriteria[pageSize]=1");
  expect(orders.total_count).toBe(0);
  const event = { id: "evt-1", type: "authorized", transaction: authorized.transaction, ...authorized.payment };
  expect((await provider.notify(second.rest, event)).status).toBe(200);
  expect(provider.gateway.of(reference)).toEqual(["0", "0"]);
  expect((await provider.notify(second.rest, event)).status).toBe(200);
  expect(provider.calls.filter(({ step }) => step === "void")).toHaveLength(1);
});
