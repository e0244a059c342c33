import { beforeAll, describe, expect, it } from "vitest";
import { useApp } from "../../support/app.js";
import { type Client, search } from "../../support/client.js";
import { addEuAndUs, notFound } from "./support.js";

const path = "/V1/customerGroups";
const { app } = useApp();
let admin: Client;

beforeAll(async () => {
  admin = await app.asAdmin(["Magento_Customer::group"]);
  await addEuAndUs(app);
});

const create = async (code: string, more: object = {}) =>
  (await admin.post(path, { group: { code, tax_class_id: 3, ...more } })).body as { id: number; code: string };
const setDefault = (scope: string, scopeId: number, groupId: number) =>
  app.db.execute(
    `insert into config_value (scope, scope_id, path, value) values ($1, $2::int, 'customer/create_account/default_group', $3)
     on conflict (path, scope, scope_id) do update set value = excluded.value`,
    [scope, scopeId, String(groupId)],
  );

describe("the customer groups of a new installation", () => {
  it.each([
    [0, "NOT LOGGED IN"],
    [1, "General"],
    [2, "Wholesale"],
    [3, "Retailer"],
  ])("include %i as %s", async (id, code) => {
    const reply = await admin.get(`${path}/${id}`);
    expect([reply.status, reply.body]).toEqual([200, { id, code, tax_class_id: 3, tax_class_name: "Retail Customer" }]);
  });

  it("require the group resource for each of the nine routes", async () => {
    const other = await app.asAdmin(["Magento_Customer::manage"]);
    for (const client of [app.asGuest(), other]) {
      const replies = [
        await client.get(`${path}/1`),
        await client.get(`${path}/default`),
        await client.get(`${path}/default/1`),
        await client.get(`${path}/1/permissions`),
        await client.get(`${path}/search?searchCriteria`),
        await client.put(`${path}/default/2`),
        await client.put(`${path}/1`, { group: { code: "X" } }),
        await client.post(path, { group: { code: "X" } }),
        await client.delete(`${path}/3`),
      ];
      for (const reply of replies) {
        expect([reply.status, reply.body]).toEqual([
          401,
          {
            message: "The consumer isn't authorized to access %resources.",
            parameters: { resources: "Magento_Customer::group" },
          },
        ]);
      }
    }
    expect((await admin.get(`${path}/3`)).status).toBe(200);
  });

  it("answer 404 for an unknown id", async () => {
    for (const id of [9999, -1]) {
      const reply = await admin.get(`${path}/${id}`);
      expect([reply.status, reply.body]).toEqual([404, notFound("id", id)]);
    }
  });
});

describe("saving a customer group", () => {
  it("creates it and returns the sent values", async () => {
    const { status, body } = await admin.post(path, {
      group: { id: null, code: "Create Group REST", tax_class_id: 3 },
    });
    expect([status, body]).toEqual([
      200,
      {
        id: expect.any(Number) as number,
        code: "Create Group REST",
        tax_class_id: 3,
        tax_class_name: "Retail Customer",
      },
    ]);
    expect((await admin.get(`${path}/${body.id}`)).body).toEqual(body);
  });

  it("accepts keys in camel case and ignores the name of the tax class", async () => {
    const { body } = await admin.post(path, { group: { code: "Camel", taxClassId: 3, taxClassName: "Made up" } });
    expect(body).toMatchObject({ tax_class_id: 3, tax_class_name: "Retail Customer" });
  });

  it.each([null, undefined, 0])("gives a new group tax class 3 for %j", async (taxClass) => {
    const { body } = await admin.post(path, { group: { code: `Class ${taxClass}`, tax_class_id: taxClass } });
    expect(body.tax_class_id).toBe(3);
  });

  it.each([null, undefined, "", "  "])("requires a code and rejects %j", async (code) => {
    const reply = await admin.post(path, { group: { code, tax_class_id: null } });
    expect([reply.status, reply.body]).toEqual([
      400,
      { message: '"%fieldName" is required. Enter and try again.', parameters: { fieldName: "code" } },
    ]);
  });

  it("truncates a code to 32 characters, as Magento does", async () => {
    const { body } = await admin.post(path, { group: { code: "ä".repeat(40), tax_class_id: 3 } });
    expect(body.code).toBe("ä".repeat(32));
    const again = await admin.post(path, { group: { code: "ä".repeat(33), tax_class_id: 3 } });
    expect(again.body).toEqual({ message: "Customer Group already exists." });
  });

  it("rejects a code that is taken, ignoring case", async () => {
    for (const code of ["general", "NOT logged IN"]) {
      const reply = await admin.post(path, { group: { code, tax_class_id: 3 } });
      expect([reply.status, reply.body]).toEqual([400, { message: "Customer Group already exists." }]);
    }
    const { id } = await create("Second");
    const renamed = await admin.put(`${path}/${id}`, { group: { code: "WHOLESALE", tax_class_id: 3 } });
    expect([renamed.status, renamed.body]).toEqual([400, { message: "Customer Group already exists." }]);
    expect((await admin.get(`${path}/${id}`)).body.code).toBe("Second");
  });

  it("accepts a code for only one of several concurrent calls", async () => {
    const replies = await Promise.all(
      Array.from({ length: 6 }, () => admin.post(path, { group: { code: "Race", tax_class_id: 3 } })),
    );
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, 400, 400, 400, 400, 400]);
  });

  it.each([2, 9999, -5])("rejects tax class %i, which is not for customers", async (value) => {
    const reply = await admin.post(path, { group: { code: `Tax ${value}`, tax_class_id: value } });
    expect([reply.status, reply.body]).toEqual([
      400,
      {
        message: 'Invalid value of "%value" provided for the %fieldName field.',
        parameters: { fieldName: "taxClassId", value },
      },
    ]);
  });

  it("changes the group in the path, including the case of its code", async () => {
    const { id } = await create("Before");
    const { status, body } = await admin.put(`${path}/${id}`, { group: { code: "BEFORE", tax_class_id: 3 } });
    expect([status, body]).toEqual([200, { id, code: "BEFORE", tax_class_id: 3, tax_class_name: "Retail Customer" }]);
  });

  it("rejects a change without the tax class", async () => {
    const { id } = await create("Classless");
    const { status, body } = await admin.put(`${path}/${id}`, { group: { code: "Other" } });
    expect([status, body.parameters]).toEqual([400, { fieldName: "taxClassId", value: null }]);
  });

  it("changes the group in the body if the two differ", async () => {
    const [first, second] = [await create("Url"), await create("Body")];
    await admin.put(`${path}/${first.id}`, { group: { id: second.id, code: "Changed", tax_class_id: 3 } });
    expect((await admin.get(`${path}/${first.id}`)).body.code).toBe("Url");
    expect((await admin.get(`${path}/${second.id}`)).body.code).toBe("Changed");
  });

  it("accepts 0 as an id", async () => {
    const { body } = await admin.put(`${path}/0`, { group: { code: "NOT LOGGED IN", tax_class_id: 3 } });
    expect(body).toMatchObject({ id: 0, code: "NOT LOGGED IN" });
    const posted = await admin.post(path, { group: { id: 0, code: "NOT LOGGED IN", tax_class_id: 3 } });
    expect(posted.body.id).toBe(0);
  });

  it("answers 404 for an unknown id, also with POST", async () => {
    const group = { id: 88, code: "Create Group With Id", tax_class_id: 3 };
    for (const reply of [
      await admin.post(path, { group }),
      await admin.put(`${path}/88`, { group: { code: "New" } }),
    ]) {
      expect([reply.status, reply.body]).toEqual([404, notFound("id", 88)]);
    }
  });

  it("names the missing argument", async () => {
    const reply = await admin.post(path, {});
    expect([reply.status, reply.body.parameters]).toEqual([400, { fieldName: "group" }]);
  });

  it("stores excluded websites, keeps them if absent, and clears them", async () => {
    const { id } = await create("Excluded", { extension_attributes: { exclude_website_ids: [6, 5, 5, 999, 0] } });
    const read = async () => (await admin.get(`${path}/${id}`)).body.extension_attributes;
    expect(await read()).toEqual({ exclude_website_ids: [5, 6] });
    await admin.put(`${path}/${id}`, { group: { code: "Excluded", tax_class_id: 3 } });
    expect(await read()).toEqual({ exclude_website_ids: [5, 6] });
    const { body } = await admin.put(`${path}/${id}`, {
      group: { code: "Excluded", tax_class_id: 3, extension_attributes: { exclude_website_ids: [] } },
    });
    expect(body.extension_attributes).toEqual({ exclude_website_ids: [] });
    expect(await read()).toBeUndefined();
  });

  it("answers the excluded websites that were sent", async () => {
    const created = await create("Elsewhere", { extension_attributes: { exclude_website_ids: [999] } });
    expect(created).toMatchObject({ extension_attributes: { exclude_website_ids: [999] } });
    expect((await admin.get(`${path}/${created.id}`)).body.extension_attributes).toBeUndefined();
  });

  it("cannot exclude a website for guests", async () => {
    const group = { code: "NOT LOGGED IN", extension_attributes: { exclude_website_ids: [5] } };
    expect((await admin.put(`${path}/0`, { group })).body.extension_attributes).toBeUndefined();
  });
});

describe("searching customer groups", () => {
  const codes = (body: { items: { code: string }[] }) => body.items.map((group) => group.code);

  it("returns all by id without filters", async () => {
    const { body } = await admin.get(`${path}/search?searchCriteria`);
    expect(codes(body).slice(0, 4)).toEqual(["NOT LOGGED IN", "General", "Wholesale", "Retailer"]);
    expect(body.total_count).toBe(body.items.length);
    expect(body.search_criteria).toEqual({ filter_groups: [] });
  });

  it("requires search criteria", async () => {
    const reply = await admin.get(`${path}/search`);
    expect([reply.status, reply.body.parameters]).toEqual([400, { fieldName: "searchCriteria" }]);
  });

  it.each([
    [
      ["id", "1,3", "in"],
      ["General", "Retailer"],
    ],
    [["customer_group_id", "1", "eq"], ["General"]],
    [["code", "wholesale", "eq"], ["Wholesale"]],
    [["customer_group_code", "%LOGGED%", "like"], ["NOT LOGGED IN"]],
    [["code", "Nobody", "eq"], []],
  ] as const)("matches %j", async (filter, expected) => {
    const { status, body } = await admin.get(`${path}/search?${search([filter])}`);
    expect([status, codes(body)]).toEqual([200, expected]);
    expect(body.total_count).toBe(expected.length);
  });

  it("matches the tax class by id and by name", async () => {
    await app.db.models.taxClass.create({
      data: { class_id: 50, class_name: "Reseller", class_name_key: "reseller", class_type: "CUSTOMER" },
    });
    await create("Resellers", { tax_class_id: 50 });
    for (const [field, value] of [
      ["tax_class_id", "50"],
      ["tax_class_name", "reseller"],
      ["class_name", "Reseller"],
    ] as const) {
      const { body } = await admin.get(`${path}/search?${search([[field, value]])}`);
      expect(codes(body)).toEqual(["Resellers"]);
      expect(body.items[0].tax_class_name).toBe("Reseller");
    }
  });

  it("sorts, pages, and counts on every page, even after the last one", async () => {
    const pageOf = async (currentPage: number) => {
      const query = search([["id", "3", "lteq"]], {
        "sortOrders][0][field": "code",
        "sortOrders][0][direction": "ASC",
        pageSize: 2,
        currentPage,
      });
      const { body } = await admin.get(`${path}/search?${query}`);
      return [codes(body), body.total_count];
    };
    expect(await pageOf(1)).toEqual([["General", "NOT LOGGED IN"], 4]);
    expect(await pageOf(2)).toEqual([["Retailer", "Wholesale"], 4]);
    expect(await pageOf(3)).toEqual([[], 4]);
  });

  it("rejects an unknown field", async () => {
    const reply = await admin.get(`${path}/search?${search([["foo", "1"]])}`);
    expect([reply.status, reply.body]).toEqual([
      400,
      { message: 'The "%1" attribute name is invalid. Reset the name and try again.', parameters: ["foo"] },
    ]);
  });

  it("shows excluded websites in the list", async () => {
    await create("Listed", { extension_attributes: { exclude_website_ids: [6] } });
    const { body } = await admin.get(`${path}/search?${search([["code", "Listed"]])}`);
    expect(body.items[0].extension_attributes).toEqual({ exclude_website_ids: [6] });
  });
});

describe("the default customer group", () => {
  it("is General at first, and follows the narrowest scope", async () => {
    const of = async (route: string, store?: string) =>
      (await admin.get(`${path}/default${route}`, store === undefined ? {} : { store })).body.code as string;
    expect(await of("")).toBe("General");
    await setDefault("websites", 5, 2);
    await setDefault("stores", 6, 3);
    expect([await of("/1"), await of("/5"), await of("/6"), await of("/0")]).toEqual([
      "General",
      "Wholesale",
      "Retailer",
      "General",
    ]);
    expect([await of("", "eu"), await of("", "us"), await of("", "all")]).toEqual(["Wholesale", "Retailer", "General"]);
    expect(await of("?storeId=5")).toBe("Wholesale");
  });

  it("answers 404 for an unknown store view, and for one with an unknown group", async () => {
    const unknown = await admin.get(`${path}/default/777`);
    expect([unknown.status, unknown.body]).toEqual([404, notFound("storeId", 777)]);
    await setDefault("stores", 6, 4711);
    const lost = await admin.get(`${path}/default/6`);
    expect([lost.status, lost.body]).toEqual([
      404,
      {
        message: "No such entity with %fieldName = %fieldValue, %field2Name = %field2Value",
        parameters: { fieldName: "groupId", fieldValue: 4711, field2Name: "storeId", field2Value: 6 },
      },
    ]);
    await setDefault("stores", 6, 3);
  });

  it("is set for all scopes without a value of their own", async () => {
    const { id } = await create("New default");
    const reply = await admin.put(`${path}/default/${id}`);
    expect([reply.status, reply.body]).toEqual([200, id]);
    expect((await admin.get(`${path}/default`)).body.id).toBe(id);
    expect((await admin.get(`${path}/default/6`)).body.code).toBe("Retailer");
    const unknown = await admin.put(`${path}/default/9999`);
    expect([unknown.status, unknown.body]).toEqual([404, notFound("id", 9999)]);
    expect((await admin.get(`${path}/default`)).body.id).toBe(id);
    await admin.put(`${path}/default/1`);
  });
});

describe("customer groups over GraphQL", () => {
  it("are saved, read and removed as over REST", async () => {
    const saved = await admin.graphql(
      `mutation { saveCustomerGroup(group: { code: "By GraphQL", tax_class_id: 3, extension_attributes: { exclude_website_ids: [5] } })
        { id code extension_attributes { exclude_website_ids } } }`,
    );
    const group = saved.body.data.saveCustomerGroup;
    expect(group).toMatchObject({ code: "By GraphQL", extension_attributes: { exclude_website_ids: [5] } });
    const read = await admin.graphql(
      `query ($id: Int!) { customerGroup(id: $id) { code } isCustomerGroupReadonly(id: $id) }`,
      {
        id: group.id,
      },
    );
    expect(read.body.data).toEqual({ customerGroup: { code: "By GraphQL" }, isCustomerGroupReadonly: false });
    const removed = await admin.graphql(`mutation { deleteCustomerGroup(id: ${group.id}) }`);
    expect(removed.body.data).toEqual({ deleteCustomerGroup: true });
    const guest = await app.asGuest().graphql(`{ customerGroup(id: 1) { code } }`);
    expect(guest.body.errors[0].extensions.code).toBe("NOT_AUTHORIZED");
  });
});
