import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answerOf, type DataFolder, openFolder, portico } from "./portico.js";

let folder: DataFolder;
beforeAll(async () => {
  folder = await openFolder();
}, 120_000);
afterAll(() => folder[Symbol.asyncDispose]());

const run = async (...args: readonly string[]) => {
  const { code, stdout, stderr } = await portico(folder, args);
  return [code, stdout, stderr];
};

describe("the commands of websites, stores and store views", () => {
  it("create, list, change and delete them", async () => {
    expect(await run("store:website:create", "--code", "eu", "--name", "Europe")).toEqual([
      ...[0, "Created website eu (id 2).\n", ""],
    ]);
    await answerOf(folder, ["store:group:create", "--code", "eu_store", "--name", "EU", "--website", "eu"]);
    const french = await answerOf(folder, [
      ...["store:view:create", "--code", "fr", "--name", "French", "--group", "eu_store", "--sort-order", "5"],
    ]);
    expect(french).toEqual({ id: 2, code: "fr", name: "French", website_id: 2, store_group_id: 2, is_active: 1 });
    const changed = await answerOf(folder, ["store:view:update", "fr", "--name", "Français", "--disable"]);
    expect(changed).toMatchObject({ name: "Français", is_active: 0 });
    const { stdout } = await portico(folder, ["store:list"]);
    expect(stdout).toMatch(/^store view +2 +fr +Français +store 2, disabled$/m);
    await answerOf(folder, ["store:group:update", "eu_store", "--default-view", "fr", "--root-category", "2"]);
    await answerOf(folder, ["store:website:update", "eu", "--name", "European Union", "--sort-order", "1"]);

    expect((await run("store:website:delete", "eu")).slice(0, 3)).toEqual([
      ...[1, "", "The website with id 2 cannot be deleted because of store views (1), stores (1).\n"],
    ]);
    expect((await run("store:view:delete", "fr"))[1]).toBe("Deleted store view fr (id 2).\n");
    expect((await run("store:group:delete", "eu_store"))[1]).toBe("Deleted store eu_store (id 2).\n");
    expect((await run("store:website:delete", "eu"))[1]).toBe("Deleted website eu (id 2).\n");
    expect((await run("store:view:delete", "fr"))[2]).toContain("bin/portico store:list");
  });
});

describe("the commands of currency rates and settings", () => {
  it("set, list and delete rates", async () => {
    expect((await run("currency:rates:set", "usd", "gbp", "0.79"))[1]).toBe("Rate was saved.\n");
    expect((await run("currency:rates:list"))[1]).toMatch(/^USD +GBP +0\.79$/m);
    expect((await run("currency:rates:set", "USD", "GBP", "0"))[0]).toBe(1);
    expect((await run("currency:rates:delete", "USD", "GBP"))[1]).toBe("Rate was deleted.\n");
    expect((await run("currency:rates:delete", "USD", "GBP"))[0]).toBe(1);
  });

  it("remove a setting from a scope", async () => {
    await answerOf(folder, ["config:set", "carriers/flatrate/price", "7", "--scope=stores", "--scope-code=default"]);
    const scope = ["--scope=stores", "--scope-code=default"];
    expect((await run("config:get", "carriers/flatrate/price", ...scope))[1]).toBe("7\n");
    expect((await run("config:unset", "carriers/flatrate/price", ...scope))[1]).toBe("Value was removed.\n");
    expect((await run("config:get", "carriers/flatrate/price", ...scope))[1]).toBe("5.00\n");
  });
});

describe("the commands of roles and administrators", () => {
  it("create, list, change and delete them", async () => {
    const resources = ["--resources", "Magento_Catalog::products"];
    expect((await run("admin:role:create", "--name", "Buyers", ...resources))[1]).toMatch(/^Created role Buyers/);
    const names = ["--admin-firstname", "Jane", "--admin-lastname", "Doe", "--admin-role", "Buyers"];
    const account = ["--admin-user", "jane", "--admin-password", "horse7battery", "--admin-email", "jane@example.com"];
    await answerOf(folder, ["admin:user:create", ...account, ...names]);
    expect((await run("admin:user:list"))[1]).toMatch(/^\d+ +jane +jane@example\.com +Buyers$/m);
    expect((await run("admin:role:delete", "Buyers"))[2]).toContain("These administrators have it: jane.");
    const changed = await answerOf(folder, [
      "admin:user:update",
      "JANE",
      "--disable",
      "--admin-password",
      "horse8battery",
    ]);
    expect(changed).toMatchObject({ username: "jane", is_active: false });
    expect((await run("admin:user:update", "jane", "--enable", "--disable"))[0]).toBe(1);
    expect((await run("admin:user:update", "jane", "--admin-role", "Nobody"))[2]).toContain("admin:role:list");
  });
});
