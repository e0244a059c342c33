import { expect, it } from "vitest";
import { startApp } from "../../support/app.js";
import { search } from "../../support/client.js";

it("returns a shelf by its code, ignoring case, and finds shelves by their room", async () => {
  await using app = await startApp();
  await app.db.models.shelf.createMany({
    data: [
      { code: "A-1", code_key: "a-1", room: 40 },
      { code: "B-1", code_key: "b-1", room: 90 },
    ],
  });
  const admin = await app.asAdmin(["Magento_Catalog::catalog_inventory"]);
  const shelf = { id: 1, code: "A-1", room: 40 };
  expect((await admin.get("/V1/shelves/a-1")).body).toEqual(shelf);
  expect((await admin.get(`/V1/shelves?${search([["room", "50", "lt"]])}`)).body).toMatchObject({ items: [shelf] });
  expect((await admin.get("/V1/shelves/c-1")).status).toBe(404);
  expect((await app.asGuest().get("/V1/shelves/a-1")).status).toBe(401);
});
