import { beforeAll, describe, expect, it } from "vitest";
import { useApp } from "../../support/app.js";
import { createProductInStock, expectRefused, Shopper } from "./cart-tests.js";

const { app, admin } = useApp();

interface Choice {
  readonly option_id: number;
  readonly option_type_id: number;
}
interface Product {
  readonly options: readonly { readonly option_id: number; readonly values?: readonly Choice[] }[];
  readonly extension_attributes: { readonly downloadable_product_links: readonly { readonly id: number }[] };
}

const product = async (sku: string) => (await admin.get(`/V1/products/${sku}`)).body as Product;
const message = (text: string) => ({ message: text });
/** Adds, and expects the call to be refused. */
const refused = (sku: string, option: object | undefined, expected: object) =>
  expectRefused(app, { sku, option }, expected);
const missingOptions = message(
  "The product's required option(s) weren't entered. Make sure the options are entered and try again.",
);

describe("a product with custom options", () => {
  let ids: readonly number[];
  let colours: readonly number[];
  const chosen = (...values: readonly (readonly [index: number, value: string | number])[]) => ({
    custom_options: values.map(([index, value]) => ({ option_id: String(ids[index]), option_value: String(value) })),
  });

  beforeAll(async () => {
    const fixed = { price_type: "fixed" };
    await createProductInStock(admin, "engraved", {
      price: 10,
      options: [
        {
          title: "Text",
          type: "field",
          is_require: true,
          price: 2,
          ...fixed,
          sku: "txt",
          max_characters: 5,
          sort_order: 1,
        },
        {
          title: "Colour",
          type: "checkbox",
          is_require: false,
          sort_order: 2,
          values: [
            { title: "Red", price: 1, ...fixed, sku: "r", sort_order: 1 },
            { title: "Gold", price: 50, price_type: "percent", sku: "g", sort_order: 2 },
          ],
        },
        { title: "Day", type: "date", is_require: false, price: 0, ...fixed, sort_order: 3 },
        { title: "Picture", type: "file", is_require: false, price: 0, ...fixed, file_extension: "png", sort_order: 4 },
      ],
    });
    const { options } = await product("engraved");
    ids = options.map(({ option_id }) => option_id);
    colours = (options[1]?.values ?? []).map(({ option_type_id }) => option_type_id);
  });

  it("includes their prices, and shows their SKUs and labels", async () => {
    const guest = await Shopper.withCart(app);
    const { status, body } = await guest.add("engraved", 1, chosen([1, `${colours[1]}, ${colours[0]}`], [0, "Ann"]));
    expect([status, body]).toMatchObject([
      200,
      {
        sku: "engraved-txt-g-r",
        price: 18,
        product_option: { extension_attributes: chosen([0, "Ann"], [1, [...colours].reverse().join(",")]) },
      },
    ]);
    const { items } = (await guest.totals()).body as { readonly items: readonly { readonly options: string }[] };
    expect(JSON.parse(items[0]?.options ?? "")).toEqual([
      { label: "Text", value: "Ann" },
      { label: "Colour", value: "Gold, Red" },
    ]);
  });

  it("is one line for the same choices in any order, and another line for other choices", async () => {
    const guest = await Shopper.withCart(app);
    await guest.add("engraved", 1, chosen([0, "Ann"], [1, colours.join(",")]));
    await guest.add("engraved", 2, chosen([1, colours.join(",")], [0, "Ann"]));
    await guest.add("engraved", 4, chosen([0, "Bob"]));
    expect((await guest.quantities()).map(([, qty]) => qty)).toEqual([3, 4]);
  });

  it("is replaced at the end by an update with other choices, and changed by one with the same or with those of another", async () => {
    const guest = await Shopper.withCart(app);
    const ann = (await guest.add("engraved", 1, chosen([0, "Ann"]))).body as { item_id: number };
    const bob = (await guest.add("engraved", 2, chosen([0, "Bob"]))).body as { item_id: number };
    const eve = await guest.change(ann.item_id, 3, chosen([0, "Eve"], [1, colours[0] ?? 0]));
    expect([eve.status, eve.body]).toMatchObject([200, { qty: 3, price: 13, sku: "engraved-txt-r" }]);
    const { item_id } = eve.body as { item_id: number };
    expect(item_id).not.toBe(ann.item_id);
    expect((await guest.quantities()).map(([, qty]) => qty)).toEqual([2, 3]);
    const same = await guest.change(item_id, 4, chosen([0, "Eve"], [1, colours[0] ?? 0]));
    expect(same.body).toMatchObject({ item_id, qty: 4 });
    const joined = await guest.change(item_id, 3, chosen([0, "Bob"]));
    expect(joined.body).toMatchObject({ item_id: bob.item_id, qty: 5 });
    expect((await guest.quantities()).map(([, qty]) => qty)).toEqual([5]);
  });

  it("needs the required options and valid values", async () => {
    const unknown = { custom_options: [{ option_id: "999999", option_value: "x" }] };
    await refused("engraved", undefined, missingOptions);
    await refused("engraved", chosen([0, "  "]), missingOptions);
    const notAvailable = message("Some of the selected item options are not currently available.");
    await refused("engraved", chosen([0, "Ann"], [1, "999999"]), notAvailable);
    await refused("engraved", chosen([0, "Ann"], [2, "never"]), missingOptions);
    // An unknown option is ignored, so the required one is still missing.
    await refused("engraved", unknown, missingOptions);
    await refused("engraved", chosen([0, "Antonia"]), message("The text is too long. Shorten the text and try again."));
    await refused("engraved", chosen([0, "Ann"], [3, "x"]), message("Options with files are not supported."));
  });
});

describe("a downloadable product", () => {
  let links: readonly number[];
  const chosen = (...indexes: readonly number[]) => ({
    downloadable_option: { downloadable_links: indexes.map((index) => links[index] ?? 0) },
  });
  const addAlbum = (sku: string, isSeparate: boolean) =>
    createProductInStock(admin, sku, {
      type_id: "downloadable",
      price: 5,
      custom_attributes: [{ attribute_code: "links_purchased_separately", value: isSeparate ? "1" : "0" }],
      extension_attributes: {
        downloadable_product_links: [1, 2].map((price) => ({
          title: `Song ${price}`,
          sort_order: price,
          is_shareable: 0,
          price,
          number_of_downloads: 0,
          link_type: "url",
          link_url: `https://example.com/${price}`,
        })),
      },
    });
  const linksOf = async (sku: string) =>
    (await product(sku)).extension_attributes.downloadable_product_links.map(({ id }) => id);

  it("costs its price plus the prices of the chosen links, and is not shipped", async () => {
    await addAlbum("album", true);
    links = await linksOf("album");
    const guest = await Shopper.withCart(app);
    const { status, body } = await guest.add("album", 1, chosen(1));
    expect([status, body]).toMatchObject([200, { price: 7, product_option: { extension_attributes: chosen(1) } }]);
    const { body: totals } = await guest.totals();
    expect(JSON.parse(totals.items[0].options)).toEqual([{ label: "Links", value: "Song 2" }]);
    expect((await app.db.models.cart.findUnique({ where: { id: guest.cartId } }))?.is_virtual).toBe(true);
    await refused("album", undefined, message("Please specify product link(s)."));
    await refused("album", chosen(0, 9), message("Please specify product link(s)."));
  });

  it("includes all links if they are not sold separately", async () => {
    await addAlbum("complete", false);
    links = await linksOf("complete");
    const guest = await Shopper.withCart(app);
    const { body } = await guest.add("complete", 1);
    expect(body).toMatchObject({ price: 5, product_option: { extension_attributes: chosen(0, 1) } });
  });
});
