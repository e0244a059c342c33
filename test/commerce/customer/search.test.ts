import { beforeAll, describe, expect, it } from "vitest";
import { useApp } from "../../support/app.js";
import { type Client, search } from "../../support/client.js";
import { address, customers, newPerson, type Person } from "./support.js";

const { app } = useApp();
let admin: Client;
let ann: Person;
let bob: Person;

beforeAll(async () => {
  admin = await app.asAdmin(["Magento_Customer::customer", "Magento_Customer::manage"]);
  await app.db.execute(
    `insert into customer_attribute (entity, code, frontend_label, frontend_input, used_in_forms)
     values ('customer', 'shoe_size', 'Shoe size', 'text', '{}'), ('customer_address', 'doorbell', 'Doorbell', 'text', '{}')`,
  );
  ann = await newPerson(app, {
    firstname: "Ann",
    lastname: "Alder",
    dob: "1980-05-01",
    custom_attributes: [{ attribute_code: "shoe_size", value: "38" }],
    addresses: [
      { ...address, default_billing: true },
      { ...address, city: "Fresno" },
    ],
  });
  bob = await newPerson(app, { firstname: "Bob", lastname: "Birch", dob: "1990-05-01", gender: 1 });
});

type Filters = Parameters<typeof search>[0];
const found = async (filters: Filters, rest: Parameters<typeof search>[1] = {}) => {
  const { status, body } = await admin.get(`${customers}/search?${search(filters, rest)}`);
  expect(status).toBe(200);
  return (body.items as { id: number }[]).map(({ id }) => id);
};

describe("searching customers", () => {
  it("returns them as reading them one by one does, including addresses", async () => {
    const { body } = await admin.get(`${customers}/search?searchCriteria`);
    expect(body).toEqual({ items: [ann.body, bob.body], search_criteria: { filter_groups: [] }, total_count: 2 });
  });

  it.each<[Filters[number], "ann" | "bob" | "both" | "none"]>([
    [["email", "PERSON%", "like"], "both"],
    [["firstname", "ann"], "ann"],
    [["name", "Bob Birch"], "bob"],
    [["dob", "1985-01-01", "gt"], "bob"],
    [["gender", "", "notnull"], "bob"],
    [["group_id", "1"], "both"],
    [["website_id", "2"], "none"],
    [["created_at", "2001-01-01 00:00:00", "gt"], "both"],
    [["billing_city", "los angeles"], "ann"],
    [["billing_postcode", "90001"], "ann"],
    [["billing_country_id", "US"], "ann"],
    [["default_shipping", "", "null"], "both"],
    [["shoe_size", "38"], "ann"],
    [["shoe_size", "", "null"], "bob"],
  ])("filters by %j and returns %s", async (filter, who) => {
    const expected = { ann: [ann.id], bob: [bob.id], both: [ann.id, bob.id], none: [] }[who];
    expect(await found([filter])).toEqual(expected);
  });

  it("finds fields in any case, and nobody by a number of another system", async () => {
    expect(await found([["FirstName", "Ann"]])).toEqual([ann.body.id]);
    expect(await found([["increment_id", "1", "notnull"]])).toEqual([]);
    const { status, body } = await admin.get(
      `${customers}/search?searchCriteria[filter_groups][0][filters][0][value]=x`,
    );
    expect([status, body.message]).toEqual([400, 'The "%1" attribute name is invalid. Reset the name and try again.']);
  });

  it("sorts and pages, and counts all pages", async () => {
    const query = `searchCriteria[sortOrders][0][field]=lastname&searchCriteria[sortOrders][0][direction]=DESC&searchCriteria[pageSize]=1`;
    const { body } = await admin.get(`${customers}/search?${query}`);
    expect([body.items.map(({ id }: { id: number }) => id), body.total_count]).toEqual([[bob.id], 2]);
    expect(await found([], { pageSize: 1, currentPage: 2 })).toEqual([bob.id]);
  });

  it("takes a constant number of statements", async () => {
    const one = await app.statementsOf(() => found([["firstname", "ann"]]));
    const all = await app.statementsOf(() => found([]));
    expect(all.length).toBe(one.length);
  });

  it.each(["password_hash", "shoe", "c.email", "code' or true --"])("rejects %j", async (field) => {
    const reply = await admin.get(`${customers}/search?${search([[field, "x"]])}`);
    expect([reply.status, reply.body]).toEqual([
      400,
      { message: 'The "%1" attribute name is invalid. Reset the name and try again.', parameters: [field] },
    ]);
  });

  it("requires the permission", async () => {
    for (const client of [app.asGuest(), ann.self]) {
      expect((await client.get(`${customers}/search?searchCriteria`)).status).toBe(401);
    }
  });
});

describe("values of user-defined attributes", () => {
  it("are stored, changed one by one, and deleted", async () => {
    const person = await newPerson(app, {
      custom_attributes: [
        { attribute_code: "shoe_size", value: "42" },
        { attribute_code: "nonsense", value: "x" },
      ],
      addresses: [{ ...address, custom_attributes: [{ attribute_code: "doorbell", value: "left" }] }],
    });
    expect(person.body.custom_attributes).toEqual([{ attribute_code: "shoe_size", value: "42" }]);
    expect(person.body.addresses[0].custom_attributes).toEqual([{ attribute_code: "doorbell", value: "left" }]);
    const put = async (customer: object) => (await admin.put(`${customers}/${person.id}`, { customer })).body;
    expect((await put({ lastname: "Roe" })).custom_attributes).toEqual(person.body.custom_attributes);
    const { addresses } = await put({ addresses: [{ id: person.body.addresses[0].id, city: "Fresno" }] });
    expect(addresses[0]).toEqual({ ...person.body.addresses[0], city: "Fresno" });
    expect(await put({ custom_attributes: [{ attribute_code: "shoe_size", value: null }] })).not.toHaveProperty(
      "custom_attributes",
    );
  });

  it("are required if the attribute is required", async () => {
    await app.db.execute(`update customer_attribute set is_required = true where code = 'shoe_size'`);
    const customer = { email: "required@example.com", firstname: "A", lastname: "B" };
    const reply = await app.asGuest().post(customers, { customer });
    expect([reply.status, reply.body]).toEqual([400, { message: '"Shoe size" is a required value.' }]);
    const validated = await admin.put(`${customers}/validate`, { customer });
    expect(validated.body.messages).toContain('"Shoe size" is a required value.');
    await app.db.execute(`update customer_attribute set is_required = false where code = 'shoe_size'`);
  });
});
