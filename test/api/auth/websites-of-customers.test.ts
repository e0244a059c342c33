import { beforeAll, describe, expect, it } from "vitest";
import { useApp } from "../../support/app.js";
import { Client } from "../../support/client.js";
import { newPerson, password, refused, set } from "../../commerce/customer/support.js";

const { app } = useApp();

let abroad: Awaited<ReturnType<typeof newPerson>>;
beforeAll(async () => {
  await app.db.execute(
    `insert into website (id, code, name, default_group_id) values (5, 'eu', 'EU', 5);
     insert into store_group (id, website_id, code, name, default_store_id) values (5, 5, 'eu', 'EU', 5);
     insert into store (id, code, name, website_id, store_group_id) values (5, 'fr', 'French', 5, 5), (6, 'de', 'German', 5, 5)`,
  );
  abroad = await newPerson(app, { store_id: 5 });
});

const me = "/V1/customers/me";

describe("the token of a customer, if each website has its own accounts", () => {
  it("counts in every store view of the customer's website, and under `all`", async () => {
    for (const store of ["fr", "de", "all"]) {
      expect((await abroad.self.get(me, { store })).body).toMatchObject({ id: abroad.id });
    }
  });

  it("does not count in the store views of other websites, on any route", async () => {
    const calls = [
      abroad.self.get(me),
      abroad.self.get(me, { store: "default" }),
      abroad.self.post("/V1/carts/mine", {}),
      abroad.self.put("/async/V1/customers/me", { customer: { firstname: "Jane" } }),
    ];
    for (const reply of await Promise.all(calls)) {
      expect([reply.status, reply.body]).toEqual([401, refused("self")]);
    }
    const graphql = await abroad.self.graphql("{ customer { id } }");
    expect(graphql.body.errors[0].message).toMatch(/isn't authorized/);
  });

  it("does not count there as a cookie either", async () => {
    const body = { username: abroad.email, password };
    const signedIn = await app
      .asGuest()
      .post("/V1/session/customer", body, { store: "fr", headers: { "X-Requested-With": "XMLHttpRequest" } });
    const cookie = (signedIn.headers.get("Set-Cookie") ?? "").split(";")[0] ?? "";
    const guest = new Client(app.url);
    const read = async (store: string) => (await guest.get(me, { store, headers: { Cookie: cookie } })).status;
    expect([signedIn.status, await read("fr"), await read("default")]).toEqual([200, 200, 401]);
  });
});

describe("the token of a customer, if all websites share accounts", () => {
  it("counts in every store view", async () => {
    await set(app, "customer/account_share/scope", "0");
    for (const store of ["fr", "default"]) expect((await abroad.self.get(me, { store })).status).toBe(200);
    await set(app, "customer/account_share/scope", "1");
  });
});
