import { beforeAll, describe, expect, it } from "vitest";
import { useApp } from "../../support/app.js";
import type { Client } from "../../support/client.js";

const { app, admin } = useApp({ PORTICO_EDITION: "commerce" });
let searches: string[];
let customer: Client;

beforeAll(async () => {
  const { body } = await admin.get("/schema?services=all");
  searches = searchesIn(body.paths);
  const person = { email: "ada@example.com", firstname: "Ada", lastname: "Byron" };
  await admin.post("/V1/customers", { customer: person, password: "Correct-horse-1" });
  customer = await app.asCustomer(person.email);
});

interface Described {
  readonly get?: { readonly parameters?: readonly { readonly name?: string }[] };
}

/** Returns the paths of all searches without path parameters, without `/V1`. */
const searchesIn = (paths: Readonly<Record<string, Described>>): string[] =>
  Object.entries(paths)
    .filter(([path]) => !path.includes("{"))
    .filter(([, { get }]) => get?.parameters?.some(({ name }) => name?.startsWith("searchCriteria[filter")))
    .map(([path]) => path);

const filter = (field: string, condition: string) => {
  const first = "searchCriteria[filterGroups][0][filters][0]";
  return `${first}[field]=${field}&${first}[value]=1&${first}[conditionType]=${condition}`;
};

/** Every object of JavaScript has these properties. */
const inherited = ["constructor", "__proto__", "toString"];

describe("a search whose caller leaves out total_count", () => {
  it("finds the same, and counts nothing", async () => {
    const [found, counted]: [string[], string[]] = [[], []];
    for (const path of searches) {
      const url = `${path}?searchCriteria[pageSize]=1&fields=`;
      const [all, only] = [await admin.get(`${url}items,total_count`), await admin.get(`${url}items`)];
      // Some answer another object, or none to an administrator.
      if (all.status !== 200 || all.body?.items === undefined) continue;
      found.push(path);
      expect([path, only.status, only.body]).toEqual([path, 200, { items: all.body.items }]);
      // No rows show the total of a page beyond the last one.
      const beyond = `${path}?searchCriteria[pageSize]=1&searchCriteria[currentPage]=1000&fields=items`;
      const statements = await app.statementsOf(() => admin.get(beyond));
      if (statements.some((sql) => /select count\(\*\)(?:::int)?(?: as total)? from/.test(sql))) counted.push(path);
    }
    expect(counted).toEqual([]);
    expect(found.length).toBeGreaterThan(40);
  });
});

describe("a search with names that every object has", () => {
  it.each(inherited)("rejects %s as a field in every search, and in a sort order or ignores it there", async (name) => {
    expect(searches.length).toBeGreaterThan(40);
    const failures: string[] = [];
    const check = async (url: string, statuses: readonly number[]) => {
      const client = url.startsWith("/V1/customers/me/") ? customer : admin;
      const { status, body } = await client.get(url);
      if (!statuses.includes(status)) failures.push(`${url}: ${status} ${JSON.stringify(body).slice(0, 200)}`);
    };
    for (const path of searches) {
      await check(`${path}?${filter(name, "eq")}`, [400]);
      await check(`${path}?searchCriteria[sortOrders][0][field]=${name}`, [200, 400]);
    }
    expect(failures).toEqual([]);
  });

  it.each([...inherited, "foo", "EQ", "", "moreq"])("reads the condition %j as eq, as Magento does", async (name) => {
    for (const field of ["sku", "name", "price", "category_id"]) {
      const [equal, other] = await Promise.all(
        ["eq", name].map((condition) => admin.get(`/V1/products?${filter(field, condition)}&fields=items,total_count`)),
      );
      expect([field, other?.status, other?.body.total_count]).toEqual([field, 200, equal?.body.total_count]);
    }
  });

  it("rejects the conditions of Magento that Portico does not have", async () => {
    for (const name of ["regexp", "ntoa", "is"]) {
      const { status, body } = await admin.get(`/V1/products?${filter("sku", name)}`);
      expect([status, body.message]).toEqual([400, 'The "%1" condition type is not supported.']);
    }
  });
});
