import { setRates } from "../../src/commerce/directory/rate-rules.js";
import type { TestApp } from "../support/app.js";
import type { Domain } from "./stories.js";

const address = { country_id: "US", postcode: "1" };

/** The sources that a story links to stocks. */
const sources = [
  { source_code: "tw5xed1c_a", name: "New2 tw5xed1c", enabled: false, ...address },
  { source_code: "tw5xed1c_b", name: "B tw5xed1c", enabled: true, description: "d", ...address },
  { source_code: "tw5xed1c_d", name: "Source d tw5xed1c", enabled: true, ...address },
  { source_code: "tw5xed1c_e", name: "Source e tw5xed1c", enabled: true, country_id: "US", postcode: "12345" },
];

/** An administrator who may read customer groups alone. */
// cspell:disable-next-line
const restricted = { username: "tw5restricted", password: "Restr1cted12", email: "tw5r@example.com" };
const resources = ["Magento_Customer::group"];

/** Creates the records of other stories that the answers of a domain show. */
export async function addRecordsFromBefore(app: TestApp, domain: Domain): Promise<void> {
  if (domain === "catalog")
    await app.db.transaction((tx) => setRates(tx, [{ currency_from: "USD", currency_to: "EUR", rate: "0.9137" }]));
  if (domain !== "customers") return;
  const admin = await app.asAdmin();
  for (const source of sources) await admin.post("/V1/inventory/sources", { source });
  // Ids of source items that a story compares begin behind those of others.
  await admin.post("/V1/products", { product: { sku: "before", name: "Before", price: 1, attribute_set_id: 4 } });
  await admin.delete("/V1/products/before");
  const { body: role } = await admin.post("/V1/adminRoles", { role: { name: "tw5 restricted", resources } });
  await admin.post("/V1/adminUsers", { user: { ...restricted, firstname: "R", lastname: "R", role_id: role.id } });
}
