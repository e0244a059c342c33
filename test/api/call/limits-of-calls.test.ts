import { describe, expect, it } from "vitest";
import { useApp } from "../../support/app.js";

const { app, admin } = useApp({ PORTICO_PAGE_LIMIT: "50", PORTICO_PAGE_SIZE: "2", PORTICO_ADDRESS_RATE: "12" });

describe("the limits of calls", () => {
  it("reject a page that is larger than the setting allows, over REST and GraphQL", async () => {
    const reply = await admin.get("/V1/customerGroups/search?searchCriteria[pageSize]=51");
    expect(reply).toMatchObject({
      status: 400,
      body: { message: "Maximum SearchCriteria pageSize is %max", parameters: { max: 50 } },
    });
    expect((await admin.get("/V1/customerGroups/search?searchCriteria[pageSize]=50")).status).toBe(200);
    const { body } = await admin.graphql("{ customerGroups(searchCriteria: { page_size: 51 }) { total_count } }");
    expect(body.errors[0].message).toBe("Maximum SearchCriteria pageSize is 50");
  });

  it("reduce a page without a requested size to the default size, and say so", async () => {
    const { body } = await admin.get("/V1/customerGroups/search?searchCriteria");
    expect(body.items).toHaveLength(2);
    expect(body.search_criteria.page_size).toBe(2);
    expect(body.total_count).toBeGreaterThan(2);
  });

  it("reject fields that are nested too deeply", async () => {
    const { status, body } = await admin.get(`/V1/store/storeViews?fields=${"a[".repeat(5000)}`);
    expect([status, body]).toEqual([
      400,
      { message: "The fields nest deeper than %limit levels.", parameters: { limit: 50 } },
    ]);
    expect((await admin.get("/V1/store/storeViews?fields=code")).status).toBe(200);
  });

  it("count pages and media against the limit of an address", async () => {
    const statuses = new Set<number>();
    for (const path of ["/", "/swagger", "/media/catalog/product/none.png", "/reference/landing.css"]) {
      for (let count = 0; count < 4; count += 1) statuses.add((await app.asGuest().request(path)).status);
    }
    expect(statuses).toContain(429);
  });
});
