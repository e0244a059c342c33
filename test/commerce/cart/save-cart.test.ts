import { beforeAll, describe, expect, it } from "vitest";
import { addStores } from "../catalog/support.js";
import { address, newPerson, type Person, refused } from "../customer/support.js";
import { useApp } from "../../support/app.js";
import { createProducts, linesOf } from "./support.js";

const { app } = useApp();

beforeAll(async () => {
  await addStores(app.db);
  await createProducts(app, ["pen", "ink"]);
  const admin = await app.asAdmin();
  for (const sku of ["pen", "ink"]) {
    const sourceItems = [{ sku, source_code: "default", quantity: 100, status: 1 }];
    expect((await admin.post("/V1/inventory/source-items", { sourceItems })).status).toBe(200);
  }
});

const statusAndBody = ({ status, body }: { status: number; body: unknown }) => [status, body];

async function withCart(): Promise<Person & { readonly cart: number }> {
  const person = await newPerson(app);
  const { body } = await person.self.post("/V1/carts/mine");
  return { ...person, cart: body as number };
}
const save = ({ self, id }: Person, quote: Readonly<Record<string, unknown>> & { readonly customer?: object }) =>
  self.put("/V1/carts/mine", { quote: { ...quote, customer: { id, ...quote.customer } } });
const read = async ({ self }: Person) => (await self.get("/V1/carts/mine")).body;
const shipping = (given: object, method = "flatrate_flatrate") => ({
  extension_attributes: { shipping_assignments: [{ shipping: { address: given, method }, items: [] }] },
});

describe("saving one's own cart", () => {
  it("stores the fields sent, keeps the rest and returns nothing", async () => {
    const person = await withCart();
    const { id, cart } = person;
    const quote = {
      id: 999999,
      customer: { id, firstname: "Janet", taxvat: "DE1" },
      store_id: 1,
      customer_note: "Ring twice",
      billing_address: address,
      items: [
        { sku: "pen", qty: 2, quote_id: "x" },
        { sku: "ink", qty: 1, quote_id: "x" },
      ],
      ...shipping({ ...address, city: "Fresno" }),
    };
    expect(statusAndBody(await save(person, quote))).toEqual([200, []]);
    expect(await linesOf(app, cart)).toEqual(["pen 2", "ink 1"]);
    const body = await read(person);
    expect(body).toMatchObject({
      id: cart,
      customer_note: "Ring twice",
      items_qty: 3,
      billing_address: { city: "Los Angeles", region_code: "CA" },
    });
    expect(body.extension_attributes.shipping_assignments).toMatchObject([
      { shipping: { address: { city: "Fresno", same_as_billing: 1 }, method: "flatrate_flatrate" } },
    ]);
    expect(await app.db.models.cart.findUniqueOrThrow({ where: { id: cart } })).toMatchObject({
      customer_firstname: "Janet",
      customer_lastname: "Doe",
      customer_taxvat: "DE1",
    });
    await save(person, { billing_address: { telephone: "1" } });
    expect((await read(person)).billing_address).toMatchObject({ city: "Los Angeles", telephone: "1" });
    expect((await read(person)).customer_note).toBe("Ring twice");
  });

  it("accepts the response of a read unchanged", async () => {
    const person = await withCart();
    await save(person, { items: [{ sku: "pen", qty: 2 }], billing_address: address, ...shipping(address) });
    const before = await read(person);
    expect(before.extension_attributes.shipping_assignments[0].shipping.address.same_as_billing).toBe(1);
    expect(statusAndBody(await save(person, before))).toEqual([200, []]);
    const { updated_at: _before, ...same } = before;
    expect(await read(person)).toMatchObject(same);
  });

  it("rejects two shipping assignments, addresses of others and another owner", async () => {
    const person = await withCart();
    const [assignment] = shipping(address).extension_attributes.shipping_assignments;
    const two = { extension_attributes: { shipping_assignments: [assignment, assignment] } };
    expect(statusAndBody(await save(person, two))).toEqual([400, { message: "Only 1 shipping assignment can be set" }]);
    const invalidId = [404, { message: "Invalid quote address id %1", parameters: [999999] }];
    expect(statusAndBody(await save(person, { billing_address: { id: 999999 } }))).toEqual(invalidId);
    await save(person, { items: [{ sku: "pen", qty: 1 }] });
    expect(statusAndBody(await save(person, shipping({ id: 999999 })))).toEqual(invalidId);
    const foreign = [404, { message: "Invalid customer address id %1", parameters: [999999] }];
    expect(statusAndBody(await save(person, { billing_address: { customer_address_id: 999999 } }))).toEqual(foreign);
    expect(statusAndBody(await save(person, { customer: { id: person.id + 1 } }))).toEqual([
      400,
      { message: "Invalid state change requested" },
    ]);
    for (const quote of [{ customer_note: "x" }, { customer: { firstname: "x" } }])
      expect((await person.self.put("/V1/carts/mine", { quote })).status).toBe(400);
    expect((await app.asGuest().put("/V1/carts/mine", { quote: {} })).body).toEqual(refused("self"));
    expect((await save(await newPerson(app), { customer_note: "x" })).status).toBe(404);
  });

  it("rejects values that columns or rules do not allow, without storing anything", async () => {
    const person = await withCart();
    for (const broken of [
      { customer: { email: "nobody" } },
      { customer: { dob: "1990-99-99" } },
      { customer: { firstname: "{{x}}" } },
      { billing_address: { country_id: "XX" } },
      { store_id: 3 },
      { store_id: 0 },
    ]) {
      const { status } = await save(person, { customer_note: "lost", ...broken });
      expect([broken, status]).toEqual([broken, 400]);
    }
    await save(person, { items: [{ sku: "pen", qty: 1 }] });
    expect((await save(person, shipping(address, "x".repeat(121)))).status).toBe(400);
    expect(await read(person)).not.toHaveProperty("customer_note");
  });

  it("moves the cart to another store view of the website by field or by the store code in the path", async () => {
    const person = await withCart();
    const german = (await app.db.models.store.findUniqueOrThrow({ where: { code: "german" } })).id;
    await save(person, { store_id: german });
    expect((await read(person)).store_id).toBe(german);
    await person.self.put("/V1/carts/mine", { quote: { customer: { id: person.id } } }, { store: "default" });
    expect((await read(person)).store_id).toBe(1);
  });
});
