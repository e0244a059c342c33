import { describe, expect, it } from "vitest";
import { useApp } from "../../support/app.js";
import { attributesOf, simple } from "./support.js";

const { app, admin } = useApp();

const create = async (sku: string, more: Readonly<Record<string, unknown>> = {}) => {
  const { status, body } = await admin.post("/V1/products", { product: simple(sku, more) });
  expect(status).toBe(200);
  return body.id as number;
};

/** Returns the rows in the tables of product types' parts. */
const partsOf = async (id: number) => {
  const tables = [
    "bundle_option",
    "configurable_option",
    "downloadable_link",
    "downloadable_sample",
    "downloadable_file",
  ];
  const counts = tables.map((table) => `(select count(*) from ${table} where product_id = $1::int)`);
  const links = "(select count(*) from configurable_link where parent_id = $1::int)";
  const [row] = await app.db.query<{ total: number }>(`select ${[...counts, links].join(" + ")} as total`, [id]);
  return row?.total;
};

/** Changes the type of the product to simple, and back. */
async function thereAndBack(sku: string, typeId: string) {
  const id = (await admin.get(`/V1/products/${sku}`)).body.id as number;
  expect(await partsOf(id)).toBeGreaterThan(0);
  const { status, body } = await admin.put(`/V1/products/${sku}`, { product: { type_id: "simple", price: 5 } });
  expect([status, body.type_id, attributesOf(body)["has_options"], attributesOf(body)["required_options"]]).toEqual([
    200,
    "simple",
    "0",
    "0",
  ]);
  expect(await partsOf(id)).toBe(0);
  const { body: again } = await admin.put(`/V1/products/${sku}`, { product: { type_id: typeId } });
  return again.extension_attributes as Readonly<Record<string, unknown>>;
}

describe("a product that changes its type", () => {
  it("loses the options of a bundle", async () => {
    await create("bundled");
    const option = { title: "Which", type: "select", required: true, product_links: [{ sku: "bundled", qty: 1 }] };
    await create("bundle", {
      type_id: "bundle",
      custom_attributes: Object.entries({ price_type: "1", price_view: "0" }).map(([attribute_code, value]) => ({
        attribute_code,
        value,
      })),
      extension_attributes: { bundle_product_options: [option] },
    });
    expect((await thereAndBack("bundle", "bundle"))["bundle_product_options"] ?? []).toEqual([]);
  });

  it("loses options and variations of a configurable product, whose attribute can then be deleted", async () => {
    const { body: attribute } = await admin.post("/V1/products/attributes", {
      attribute: {
        attribute_code: "cut",
        frontend_input: "select",
        default_frontend_label: "Cut",
        options: [{ label: "Slim" }],
      },
    });
    const { value } = attribute.options[1];
    const variation = await create("trousers-slim", { custom_attributes: [{ attribute_code: "cut", value }] });
    const option = {
      attribute_id: String(attribute.attribute_id),
      label: "Cut",
      values: [{ value_index: Number(value) }],
    };
    await create("trousers", {
      type_id: "configurable",
      extension_attributes: { configurable_product_options: [option], configurable_product_links: [variation] },
    });
    expect(await thereAndBack("trousers", "configurable")).toMatchObject({
      configurable_product_options: [],
      configurable_product_links: [],
    });
    expect((await admin.delete("/V1/products/attributes/cut")).body).toBe(true);
  });

  it("loses links, samples and files of a downloadable product, which empty lists do not remove", async () => {
    const link_file_content = { file_data: Buffer.from("track").toString("base64"), name: "track.mp3" };
    await create("album", {
      type_id: "downloadable",
      extension_attributes: {
        downloadable_product_links: [{ title: "Track", link_type: "file", link_file_content }],
        downloadable_product_samples: [{ title: "Start", sample_type: "url", sample_url: "https://example.com/start" }],
      },
    });
    const empty = { downloadable_product_links: [], downloadable_product_samples: [] };
    const kept = await admin.put("/V1/products/album", { product: { extension_attributes: empty } });
    expect(kept.body.extension_attributes).toMatchObject({
      downloadable_product_links: [{ title: "Track" }],
      downloadable_product_samples: [{ title: "Start" }],
    });
    expect(await thereAndBack("album", "downloadable")).toMatchObject({
      downloadable_product_links: [],
      downloadable_product_samples: [],
    });
  });
});
