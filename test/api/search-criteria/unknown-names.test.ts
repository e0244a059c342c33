import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startApp, type TestApp } from "../../support/app.js";
import type { Client } from "../../support/client.js";

let app: TestApp;
let admin: Client;
let searches: string[];

beforeAll(async () => {
  app = await startApp({ PORTICO_EDITION: "commerce" });
  admin = await app.asAdmin();
  const { body } = await admin.get("/schema?services=all");
  searches = searchesIn(body.paths);
});
afterAll(() => app[Symbol.asyncDispose]());

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

describe("a search with names that every object has", () => {
  it.each(inherited)("rejects %s as a field, as a condition and in a sort order, in every search", async (name) => {
    expect(searches.length).toBeGreaterThan(40);
    const queries = [filter(name, "eq"), filter("updated_at", name), `searchCriteria[sortOrders][0][field]=${name}`];
    const failures: string[] = [];
    for (const path of searches) {
      for (const query of queries) {
        const { status, body } = await admin.get(`${path}?${query}`);
        if (status !== 400) failures.push(`${path}?${query}: ${status} ${JSON.stringify(body).slice(0, 200)}`);
      }
    }
    expect(failures).toEqual([]);
  });

  it.each(inherited)("rejects the condition %s for text, numbers, times and relations of products", async (name) => {
    for (const field of ["sku", "name", "price", "created_at", "category_id"]) {
      const { status, body } = await admin.get(`/V1/products?${filter(field, name)}`);
      expect([field, status, body.message]).toEqual([
        field,
        400,
        expect.stringMatching(/condition type is not supported/),
      ]);
    }
  });
});
