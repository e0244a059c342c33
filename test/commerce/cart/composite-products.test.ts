import { beforeAll, describe, expect, it } from "vitest";
import { useApp } from "../../support/app.js";
import { createProductInStock, expectRefused, Shopper } from "./cart-tests.js";

const { app, admin } = useApp();

interface Option {
  readonly option_id: number;
  readonly product_links: readonly { readonly id: string; readonly sku: string }[];
}

const message = (text: string) => ({ message: text });
/** Adds, and expects the call to be refused. */
const refused = (sku: string, option: object | undefined, expected: object) =>
  expectRefused(app, { sku, option }, expected);

describe("a configurable product", () => {
  let colour: number;
  let choices: readonly number[];
  const option = (value: number, id = colour) => ({
    configurable_item_options: [{ option_id: String(id), option_value: value }],
  });

  beforeAll(async () => {
    [colour, choices] = await addColour();
    const [red = 0, blue = 0, green = 0] = choices;
    const children = [
      await createProductInStock(admin, "shirt-red", { price: 20, ...coloured(red) }),
      await createProductInStock(admin, "shirt-blue", { price: 25, stock_item: { qty: 3 }, ...coloured(blue) }),
      await createProductInStock(admin, "shirt-green", {
        price: 25,
        stock_item: { qty: 0, is_in_stock: false },
        ...coloured(green),
      }),
    ];
    await createProductInStock(admin, "shirt", {
      type_id: "configurable",
      name: "Shirt",
      extension_attributes: {
        configurable_product_options: [
          { attribute_id: String(colour), label: "Colour", values: choices.map((value_index) => ({ value_index })) },
        ],
        configurable_product_links: children.map(({ id }) => id),
      },
    });
  });

  const coloured = (value: number) => ({ custom_attributes: [{ attribute_code: "tint", value: String(value) }] });

  async function addColour(): Promise<readonly [number, readonly number[]]> {
    const labels = ["Red", "Blue", "Green"];
    const { body } = await admin.post("/V1/products/attributes", {
      attribute: {
        attribute_code: "tint",
        frontend_input: "select",
        default_frontend_label: "Tint",
        scope: "global",
        is_required: false,
        options: labels.map((label) => ({ label })),
      },
    });
    const { attribute_id, options } = body as {
      readonly attribute_id: number;
      readonly options: readonly { readonly label: string; readonly value: string }[];
    };
    await admin.post("/V1/products/attribute-sets/attributes", {
      attributeSetId: 4,
      attributeGroupId: (await app.db.models.attributeGroup.findFirstOrThrow({ where: { attribute_set_id: 4 } })).id,
      attributeCode: "tint",
      sortOrder: 1,
    });
    return [attribute_id, labels.map((label) => Number(options.find((each) => each.label === label)?.value))];
  }

  it("shows its name with the SKU and the price of the variation, and hides the line of the variation", async () => {
    const guest = await Shopper.withCart(app);
    const { status, body } = await guest.add("shirt", 2, option(choices[0] ?? 0));
    expect([status, body]).toMatchObject([
      200,
      {
        sku: "shirt-red",
        name: "Shirt",
        price: 20,
        qty: 2,
        product_type: "configurable",
        product_option: { extension_attributes: option(choices[0] ?? 0) },
      },
    ]);
    const { body: totals } = await guest.totals();
    expect(totals).toMatchObject({ grand_total: 40, items_qty: 2, items: [{ row_total: 40, name: "Shirt" }] });
    expect(JSON.parse(totals.items[0].options)).toEqual([{ label: "Colour", value: "Red" }]);
    expect((await guest.items()).body).toHaveLength(1);
  });

  it("is one line for the same variation, and checks the stock of the variation", async () => {
    const guest = await Shopper.withCart(app);
    const blue = option(choices[1] ?? 0);
    await guest.add("shirt", 2, blue);
    expect((await guest.add("shirt", 1, blue)).body).toMatchObject({ qty: 3 });
    expect((await guest.add("shirt", 1, blue)).body).toEqual(message("The requested qty is not available"));
    expect((await guest.add("shirt-blue", 4)).body).toEqual(message("The requested qty is not available"));
    expect(await guest.quantities()).toEqual([["shirt-blue", 3]]);
  });

  it("is changed to another variation by an update", async () => {
    const guest = await Shopper.withCart(app);
    const { item_id } = (await guest.add("shirt", 1, option(choices[0] ?? 0))).body as { item_id: number };
    const changed = await guest.change(item_id, 2, option(choices[1] ?? 0));
    expect([changed.status, changed.body]).toMatchObject([200, { sku: "shirt-blue", price: 25, qty: 2 }]);
    expect(changed.body.item_id).not.toBe(item_id);
    expect(await guest.quantities()).toEqual([["shirt-blue", 2]]);
    expect(await app.db.models.cartItem.count({ where: { cart_id: guest.cartId } })).toBe(2);
  });

  it("needs choices that match a salable variation", async () => {
    const choose = message("You need to choose options for your item.");
    await refused("shirt", undefined, choose);
    await refused("shirt", option(999_999), choose);
    await refused("shirt", option(choices[0] ?? 0, 999_999), choose);
    await refused("shirt", option(choices[2] ?? 0), message("Product that you are trying to add is not available."));
    await admin.put("/V1/products/shirt-red", { product: { status: 2 } });
    await refused("shirt", option(choices[0] ?? 0), choose);
    await admin.put("/V1/products/shirt-red", { product: { status: 1 } });
  });
});

describe("a bundle", () => {
  let bundle: readonly Option[];
  const optionsOf = async (sku: string) =>
    (await admin.get(`/V1/products/${sku}`)).body.extension_attributes.bundle_product_options as readonly Option[];
  const pick = (option: number, selections: readonly number[], option_qty?: number) => ({
    option_id: bundle[option]?.option_id ?? 0,
    option_selections: selections.map((index) => Number(bundle[option]?.product_links[index]?.id ?? 999_999)),
    ...(option_qty === undefined ? {} : { option_qty }),
  });
  const picked = (...options: readonly object[]) => ({ bundle_options: options });

  const link = (sku: string, more: object = {}) => ({ sku, qty: 1, price: 0, price_type: 0, ...more });
  const addBundle = (sku: string, price_type: "0" | "1") =>
    createProductInStock(admin, sku, {
      type_id: "bundle",
      price: 50,
      custom_attributes: [
        { attribute_code: "price_type", value: price_type },
        { attribute_code: "price_view", value: "0" },
        { attribute_code: "sku_type", value: "1" },
      ],
      extension_attributes: {
        bundle_product_options: [
          {
            title: "Base",
            required: true,
            type: "radio",
            position: 1,
            product_links: [
              link("bolt", { qty: 2, can_change_quantity: 1, price: 3 }),
              link("nut", { price: 10, price_type: 1 }),
              link("rust"),
            ],
          },
          {
            title: "More",
            required: false,
            type: "checkbox",
            position: 2,
            product_links: [link("washer"), link("rust")],
          },
        ],
      },
    });

  beforeAll(async () => {
    await createProductInStock(admin, "bolt", { price: 4, stock_item: { qty: 20 } });
    await createProductInStock(admin, "nut", { price: 1, stock_item: { qty: 20, ...step(2) } });
    await createProductInStock(admin, "washer", { price: 0.5 });
    await createProductInStock(admin, "rust", { price: 1, stock_item: { qty: 0, is_in_stock: false } });
    await addBundle("kit", "0");
    await addBundle("box", "1");
    bundle = await optionsOf("kit");
  });

  const step = (qty_increments: number) => ({
    enable_qty_increments: true,
    use_config_enable_qty_inc: false,
    use_config_qty_increments: false,
    qty_increments,
  });

  it("costs the sum of its parts in the chosen quantities", async () => {
    const guest = await Shopper.withCart(app);
    const { status, body } = await guest.add("kit", 2, picked(pick(0, [0], 3), pick(1, [0], 9)));
    expect([status, body]).toMatchObject([
      200,
      {
        sku: "kit",
        price: 12.5,
        product_option: { extension_attributes: picked(pick(0, [0], 3), pick(1, [0], 9)) },
      },
    ]);
    expect((await guest.totals()).body).toMatchObject({ grand_total: 25, items_qty: 2, items: [{ row_total: 25 }] });
  });

  it("repeats the requested quantity of an option, 1 if there was none, and keeps quantities that are fixed", async () => {
    const guest = await Shopper.withCart(app);
    await guest.add("kit", 1, picked(pick(0, [0]), pick(1, [0], 5)));
    await guest.add("kit", 1, picked(pick(0, [0]), pick(1, [0], 7)));
    const { body } = await guest.items();
    expect(body).toMatchObject([
      { qty: 2, price: 8.5, product_option: { extension_attributes: picked(pick(0, [0], 1), pick(1, [0], 5)) } },
    ]);
  });

  it("costs its fixed price, if it has one, plus the prices of the selections", async () => {
    const guest = await Shopper.withCart(app);
    bundle = await optionsOf("box");
    const { body } = await guest.add("box", 1, picked(pick(0, [0])));
    expect(body).toMatchObject({ price: 56, product_option: { extension_attributes: picked(pick(0, [0], 1)) } });
    expect((await guest.add("box", 2, picked(pick(0, [1])))).body).toMatchObject({ price: 55 });
    bundle = await optionsOf("kit");
  });

  it("shows the price of each selection, as HTML, in the options of totals", async () => {
    const guest = await Shopper.withCart(app);
    await guest.add("kit", 2, picked(pick(0, [0], 3), pick(1, [0])));
    bundle = await optionsOf("box");
    await guest.add("box", 2, picked(pick(0, [1])));
    bundle = await optionsOf("kit");
    const { items } = (await guest.totals()).body as { items: { options: string }[] };
    const shown = (text: string, price: string) => `${text} <span class="price">${price}</span>`;
    // The kit costs what its parts cost. A nut adds ten percent of the 50 that the box costs.
    expect(items.map(({ options }): unknown => JSON.parse(options))).toEqual([
      [
        { label: "Base", value: shown("3 x Product bolt", "$4.00") },
        { label: "More", value: shown("1 x Product washer", "$0.50") },
      ],
      [{ label: "Base", value: shown("1 x Product nut", "$5.00") }],
    ]);
  });

  it("needs its required options, and parts that are offered and for sale", async () => {
    await refused("kit", undefined, message("Please specify product option(s)."));
    await refused("kit", picked(pick(1, [0])), message("Please select all required options."));
    await refused("kit", picked(pick(0, [0]), pick(1, [9])), message("The options you selected are not available."));
    const ofNone = { ...pick(0, [0]), option_id: 999_999 };
    await refused("kit", picked(ofNone), message("Please select all required options."));
    await refused("kit", picked(pick(0, [0, 1])), message("The options you selected are not available."));
    await refused("kit", picked(pick(0, [2])), message("The required options you selected are not available."));
    await refused("kit", picked(pick(0, [0]), pick(1, [1])), message("The options you selected are not available."));
  });

  it("checks the stock and the steps of its parts", async () => {
    const seven = { sku: "kit", qty: 7, option: picked(pick(0, [0], 3)) };
    await expectRefused(app, seven, message("The requested qty is not available"));
    const steps = message("You can buy Product nut only in quantities of 2 at a time.");
    await expectRefused(app, { sku: "kit", qty: 3, option: picked(pick(0, [1])) }, steps);
  });

  it("is one line for the same selections, and is removed with its parts", async () => {
    const guest = await Shopper.withCart(app);
    const { item_id } = (await guest.add("kit", 1, picked(pick(0, [0]), pick(1, [0])))).body as { item_id: number };
    expect((await guest.add("kit", 1, picked(pick(1, [0]), pick(0, [0])))).body).toMatchObject({ item_id, qty: 2 });
    expect((await guest.remove(item_id)).body).toBe(true);
    expect(await app.db.models.cartItem.count({ where: { cart_id: guest.cartId } })).toBe(0);
  });
});

describe("a grouped product", () => {
  let members: readonly number[];

  beforeAll(async () => {
    members = [
      (await createProductInStock(admin, "cup", { price: 3 })).id,
      (await createProductInStock(admin, "plate", { price: 7 })).id,
    ];
    await createProductInStock(admin, "crockery", { type_id: "grouped", price: 0 });
    const { status } = await admin.post("/V1/products/crockery/links", {
      items: [member("cup", 1, 2), member("plate", 2, 1)],
    });
    expect(status).toBe(200);
  });

  const member = (linked_product_sku: string, position: number, qty: number) => ({
    sku: "crockery",
    link_type: "associated",
    linked_product_sku,
    linked_product_type: "simple",
    position,
    extension_attributes: { qty },
  });
  const quantities = (...given: readonly number[]) => ({
    grouped_options: given.map((qty, index) => ({ id: members[index], qty })),
  });

  it("becomes one line for each member, apart from the lines of the same products without the group", async () => {
    const guest = await Shopper.withCart(app);
    const { status, body } = await guest.add("crockery", 1, quantities(4, 5));
    expect([status, body]).toMatchObject([200, { sku: "cup", qty: 4, price: 3, product_type: "grouped" }]);
    expect(await guest.quantities()).toEqual([
      ["cup", 4],
      ["plate", 5],
    ]);
    await guest.add("cup", 1);
    expect((await guest.quantities()).slice(2)).toEqual([["cup", 1]]);
    await guest.add("crockery", 1, quantities(1, 0));
    expect(await guest.quantities()).toContainEqual(["cup", 5]);
  });

  it("is added in default quantities without choices, and leaves out members of quantity 0", async () => {
    const [guest, other] = [await Shopper.withCart(app), await Shopper.withCart(app)];
    await guest.add("crockery", 3);
    expect(await guest.quantities()).toEqual([
      ["cup", 6],
      ["plate", 3],
    ]);
    await other.add("crockery", 1, quantities(0, 2));
    expect(await other.quantities()).toEqual([["plate", 2]]);
  });

  it("needs the id and the quantity of members", async () => {
    const incomplete = message("Please specify id and qty for grouped options.");
    await refused("crockery", { grouped_options: [{ id: members[0] }] }, incomplete);
    await refused("crockery", { grouped_options: [{ qty: 1 }] }, incomplete);
    await refused("crockery", { grouped_options: [{ id: 999_999, qty: 1 }] }, incomplete);
    await refused("crockery", quantities(0, 0), message("Please specify the quantity of product(s)."));
  });
});
