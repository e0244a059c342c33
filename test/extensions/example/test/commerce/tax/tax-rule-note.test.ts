import { expect, it } from "vitest";
import { startApp } from "../../support/app.js";
import { search } from "../../support/client.js";

it("stores the note of a tax rule and finds the rule by it", async () => {
  await using app = await startApp();
  const admin = await app.asAdmin(["Magento_Tax::manage_tax"]);
  const rule = {
    code: "Noted",
    priority: 0,
    customer_tax_class_ids: [3],
    product_tax_class_ids: [2],
    tax_rate_ids: [1],
  };
  const { body: created } = await admin.post("/V1/taxRules", {
    rule: { ...rule, note: "Asked for by the accountant" },
  });
  expect(created).toMatchObject({ note: "Asked for by the accountant" });
  const { body: changed } = await admin.put("/V1/taxRules", { rule: { ...rule, id: created.id, priority: 1 } });
  expect(changed).toMatchObject({ priority: 1, note: "Asked for by the accountant" });
  const { body: found } = await admin.get(`/V1/taxRules/search?${search([["note", "%accountant", "like"]])}`);
  expect(found).toMatchObject({ items: [{ code: "Noted" }], total_count: 1 });
});
