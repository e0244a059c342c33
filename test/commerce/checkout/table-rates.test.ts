import { beforeAll, describe, expect, it } from "vitest";
import { exportTableRates, importTableRates } from "../../../src/commerce/checkout/published.js";
import { useApp } from "../../support/app.js";
import { answered, guestWith, set, createProductsInStock } from "./support.js";

const { app } = useApp();

const base = { website: "base" };
const titles = "Country,Region/State,Zip/Postal Code,Weight (and above),Shipping Price";
const file = (...lines: readonly string[]) => `${[titles, ...lines].join("\n")}\n`;

beforeAll(async () => {
  await createProductsInStock(app, { cup: {}, file: { type_id: "virtual", weight: null } });
  await set(app, { "carriers/tablerate/active": "1", "carriers/flatrate/active": "0" });
});

/** Returns the price of table rates for an address, or the error. */
async function priceOf(lines: readonly (readonly [string, number])[], address: object): Promise<unknown> {
  const { client, cart } = await guestWith(app, ...lines);
  const { body } = await client.post(`${cart}/estimate-shipping-methods`, { address });
  const [rate] = body as { method_code: string | null; amount: number; error_message: string }[];
  return rate?.method_code === "bestway" ? rate.amount : rate?.error_message;
}

const unavailable = "This shipping method is not available. To use this shipping method, please contact us.";

describe("table rates", () => {
  it("charge by the most exact destination, then by the highest weight", async () => {
    const rows = [
      "*,*,*,0,20",
      "USA,*,*,0,15",
      "US,*,*,4,14",
      "US,CA,*,0,12",
      "US,CA,90210,0,9",
      "US,CA,90210,10,8.5",
      "US,*,99999-1234,0,7",
    ];
    expect(await importTableRates(app.db, base, file(...rows))).toBe(7);
    const california = { country_id: "US", region_id: 12 };
    expect(await priceOf([["cup", 1]], { country_id: "DE" })).toBe(20);
    expect(await priceOf([["cup", 1]], { country_id: "US" })).toBe(15);
    expect(await priceOf([["cup", 2]], { country_id: "US" })).toBe(14);
    expect(await priceOf([["cup", 2]], california)).toBe(12);
    expect(await priceOf([["cup", 1]], { ...california, postcode: "90210" })).toBe(9);
    expect(await priceOf([["cup", 5]], { ...california, postcode: "90210-5555" })).toBe(8.5);
    expect(await priceOf([["cup", 1]], { country_id: "US", postcode: "99999-1234" })).toBe(7);
    expect(await priceOf([["cup", 1]], { country_id: "US", postcode: "99999" })).toBe(15);
  });

  it("show that they cannot deliver if no row matches", async () => {
    await importTableRates(app.db, base, file("US,*,*,3,5"));
    expect(await priceOf([["cup", 1]], { country_id: "US" })).toBe(unavailable);
    expect(await priceOf([["cup", 2]], { country_id: "DE" })).toBe(unavailable);
    expect(await priceOf([["cup", 2]], { country_id: "US" })).toBe(5);
  });

  it("can depend on the number of items or the value, with a handling fee", async () => {
    const condition = "package_qty";
    await importTableRates(app.db, { ...base, condition }, file("*,*,*,0,5", "*,*,*,3,4"));
    await importTableRates(
      app.db,
      { ...base, condition: "package_value_with_discount" },
      file("*,*,*,0,5", "*,*,*,15,0"),
    );
    await set(app, { "carriers/tablerate/condition_name": condition, "carriers/tablerate/handling_fee": "1" });
    expect(await priceOf([["cup", 2]], { country_id: "US" })).toBe(6);
    expect(await priceOf([["cup", 3]], { country_id: "US" })).toBe(5);
    await set(app, { "carriers/tablerate/condition_name": "package_value_with_discount" });
    const mixed = [
      ["cup", 1],
      ["file", 1],
    ] as const;
    expect(await priceOf([["cup", 1]], { country_id: "US" })).toBe(6);
    expect(await priceOf(mixed, { country_id: "US" })).toBe(1);
    await set(app, { "carriers/tablerate/include_virtual_price": "0" });
    expect(await priceOf(mixed, { country_id: "US" })).toBe(6);
    await set(app, { "carriers/tablerate/condition_name": "package_weight", "carriers/tablerate/handling_fee": "" });
  });

  it("are exported in a form that can be imported again", async () => {
    const lines = ["*,*,*,0.0000,20.0000", "US,*,*,4.5000,14.0000", "US,CA,SW1 2A,0.0000,9.5000"];
    await importTableRates(app.db, base, file(...lines));
    const text = await exportTableRates(app.db, base);
    expect(text.split("\n").sort()).toEqual([...lines, titles, ""].sort());
    expect(await importTableRates(app.db, base, text.replaceAll("\n", "\r\n"))).toBe(3);
    expect(await exportTableRates(app.db, base)).toBe(text);
  });

  it("are imported completely or not at all, and every invalid line is reported", async () => {
    await importTableRates(app.db, base, file("US,*,*,0,5"));
    const lines = [
      "XX,*,*,0,1",
      "US,ZZ,*,0,1",
      "US,*,12345678901,0,1",
      "US,*,*,heavy,1",
      "US,*,*,0,-1",
      "US,*,*",
      'US,"*,*,0,1',
    ];
    const wrong = importTableRates(app.db, base, file("US,*,*,0,7", ...lines, "US,,,0.0,8"));
    await expect(wrong).rejects.toThrow(
      [
        "The file was not imported.",
        'Please correct Country "XX" in the Row #3.',
        'Please correct Region/State "ZZ" in the Row #4.',
        'Please correct Zip/Postal Code "12345678901" in the Row #5.',
        'Please correct Weight (and above) "heavy" in the Row #6.',
        'Please correct Shipping Price "-1" in the Row #7.',
        "Please correct Table Rates format in the Row #8.",
        "Please correct Table Rates format in the Row #9.",
        "Duplicate Row #10 (duplicates row #2).",
      ].join(" "),
    );
    expect(await priceOf([["cup", 1]], { country_id: "US" })).toBe(5);
    await expect(importTableRates(app.db, base, "nothing")).rejects.toThrow(
      "The Table Rates File Format is incorrect.",
    );
    await expect(importTableRates(app.db, { website: "moon" }, titles)).rejects.toThrow(
      'No website has the code "moon".',
    );
    await expect(importTableRates(app.db, { ...base, condition: "mood" }, titles)).rejects.toThrow(
      '"mood" is not a table rate condition.',
    );
  });

  it("determine the shipping price of a cart that uses them", async () => {
    await importTableRates(app.db, base, file("US,*,*,0,4.25"));
    const { client, cart } = await guestWith(app, ["cup", 1]);
    const shipping_address = { country_id: "US", postcode: "10001" };
    const method = { shipping_carrier_code: "tablerate", shipping_method_code: "bestway" };
    const saved = await client.post(`${cart}/shipping-information`, {
      addressInformation: { shipping_address, ...method },
    });
    expect(answered(saved)).toMatchObject([200, { totals: { shipping_amount: 4.25, grand_total: 14.25 } }]);
  });
});
