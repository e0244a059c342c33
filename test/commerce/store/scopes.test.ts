import { beforeEach, describe, expect, it } from "vitest";
import { StoreScopes } from "../../../src/commerce/store/scopes.sql.js";
import { useApp } from "../../support/app.js";

const { app } = useApp();
let clock: number;
let reads: number;
let scopes: StoreScopes;

beforeEach(async () => {
  await app.db.execute(`delete from store where id > 1`);
  clock = 1000;
  reads = 0;
  const query: typeof app.db.query = (text, values) => {
    reads += 1;
    return app.db.query(text, values);
  };
  scopes = new StoreScopes({ query }, () => clock);
});

const addStore = (id: number, code: string, isActive = 1) =>
  app.db.execute(
    `insert into store (id, code, name, website_id, store_group_id, is_active) values ($1::int, $2::text, $2::text, 1, 1, $3::int)`,
    [id, code, isActive],
  );

describe("a store code", () => {
  it("defaults to the default store view", async () => {
    await addStore(5, "another");
    expect(await scopes.resolve(undefined)).toEqual({ storeId: 1, websiteId: 1, code: "default", given: "none" });
  });

  it("can be `default`, like any other code of a store view", async () => {
    expect(await scopes.resolve("default")).toEqual({ storeId: 1, websiteId: 1, code: "default", given: "code" });
  });

  it("means the global values if it is `all`", async () => {
    expect(await scopes.resolve("all")).toEqual({ storeId: 0, websiteId: 0, code: "admin", given: "all" });
  });

  it.each(["Default", "DEFAULT", "default ", "", "admin", "base", "V1", "constructor", "__proto__"])(
    "is unknown if it is %j",
    async (code) => {
      expect(await scopes.resolve(code)).toBeUndefined();
    },
  );

  it("finds an inactive store view", async () => {
    await addStore(6, "hidden", 0);
    expect(await scopes.resolve("hidden")).toMatchObject({ storeId: 6, given: "code" });
  });

  it("finds the default store view of the default website, whatever its id", async () => {
    await addStore(6, "first");
    await app.db.execute(`update store_group set default_store_id = 6 where id = 1`);
    expect(await scopes.resolve(undefined)).toMatchObject({ storeId: 6, code: "first", given: "none" });
    await app.db.execute(`update store_group set default_store_id = 1 where id = 1`);
  });
});

describe("the cache of store views", () => {
  it("is read once for many concurrent calls", async () => {
    await Promise.all(Array.from({ length: 20 }, () => scopes.resolve("default")));
    clock += 1999;
    await scopes.resolve(undefined);
    expect(reads).toBe(1);
  });

  it("expires after two seconds", async () => {
    await scopes.resolve("default");
    await app.db.execute(`update store set website_id = 0 where id = 1`);
    clock += 2000;
    expect(await scopes.resolve("default")).toMatchObject({ websiteId: 1 });
    clock += 1;
    expect(await scopes.resolve("default")).toMatchObject({ websiteId: 0 });
    expect(reads).toBe(2);
    await app.db.execute(`update store set website_id = 1 where id = 1`);
  });

  it("is read again immediately for an unknown code", async () => {
    await scopes.resolve("default");
    await addStore(9, "new");
    clock += 1;
    expect(await scopes.resolve("new")).toMatchObject({ storeId: 9, given: "code" });
    expect(reads).toBe(2);
  });

  it("is read again after a failure of the database", async () => {
    let fails = true;
    const broken = new StoreScopes(
      {
        query: (text, values) => (fails ? Promise.reject(new Error("connection lost")) : app.db.query(text, values)),
      },
      () => clock,
    );
    await expect(broken.resolve("default")).rejects.toThrow("connection lost");
    fails = false;
    expect(await broken.resolve("default")).toMatchObject({ storeId: 1 });
  });
});

describe("the store segment of a path", () => {
  it("cannot be processed if no store view has the code", async () => {
    const admin = await app.asAdmin();
    const reply = await admin.get("/V1/store/storeViews", { store: "nowhere" });
    expect([reply.status, reply.body]).toEqual([400, { message: "Specified request cannot be processed." }]);
    expect((await admin.get("/V1/store/storeViews", { store: "all" })).status).toBe(200);
  });

  it("finds a store view that was just added", async () => {
    const admin = await app.asAdmin();
    expect((await admin.get("/V1/store/storeViews", { store: "spring" })).status).toBe(400);
    await addStore(11, "spring");
    expect((await admin.get("/V1/store/storeViews", { store: "spring" })).status).toBe(200);
  });
});
