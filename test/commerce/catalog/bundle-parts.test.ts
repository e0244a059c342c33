import { beforeAll, describe, expect, it } from "vitest";
import { useApp } from "../../support/app.js";
import { addBundle, addParts, link, option, type Option, path } from "./bundle-products.js";
import { messageOf, noProduct, simple } from "./support.js";

const { admin } = useApp();

beforeAll(async () => {
  await addParts(admin);
});

const bundle = (sku: string) => addBundle(admin, sku);
const onlyBundles = [400, "This is implemented for bundle products only."];

describe("the products of a bundle", () => {
  const childrenOf = async (sku: string, query = "") =>
    (await admin.get(`${path}/${sku}/children${query}`)).body as Option["product_links"];

  it("are listed for all options or for one", async () => {
    const first = await bundle("children");
    const { body: id } = await admin.post(`${path}/options/add`, {
      option: option("children", { position: 2, product_links: [link("part-3")] }),
    });
    expect((await childrenOf("children")).map(({ sku }) => sku)).toEqual(["part-1", "part-2", "part-3"]);
    expect(await childrenOf("children", `?optionId=${first.option_id}`)).toEqual(first.product_links);
    expect(await childrenOf("children", `?optionId=${id}`)).toMatchObject([{ sku: "part-3", option_id: id }]);
    expect(messageOf(await admin.get(`${path}/part-1/children`))).toEqual(onlyBundles);
  });

  it("are added one by one, which returns the id of the selection", async () => {
    const { option_id: id } = await bundle("add");
    const reply = await admin.post(`${path}/add/links/${id}`, {
      linkedProduct: { sku: "PART-3", qty: 8, position: 0, is_default: 1, price_type: 2, price: 151.34 },
    });
    expect([reply.status, typeof reply.body]).toEqual([200, "number"]);
    expect((await childrenOf("add"))[0]).toMatchObject({
      id: String(reply.body),
      sku: "part-3",
      option_id: id,
      qty: 8,
      is_default: true,
      price: 151.34,
      price_type: 2,
    });
  });

  it("are not added to another product type or another bundle's option, nor twice, nor if they are composite", async () => {
    const { option_id: id } = await bundle("refuse");
    const { option_id: foreign } = await bundle("refuse-other");
    const add = (sku: string, optionId: number, linkedProduct: object) =>
      admin.post(`${path}/${sku}/links/${optionId}`, { linkedProduct }).then(messageOf);
    expect(await add("part-1", id, link("part-3"))).toEqual([400, "This is implemented for bundle products only."]);
    expect(await add("refuse", foreign, link("part-3"))).toEqual([
      400,
      'Product with specified sku: "%1" does not contain option: "%2"',
      ["refuse", foreign],
    ]);
    expect(await add("refuse", id, link("part-1"))).toEqual([
      400,
      'Child with specified sku: "%1" already assigned to product: "%2"',
      ["part-1", "refuse"],
    ]);
    expect(await add("refuse", id, link("refuse-other"))).toEqual([
      400,
      "The bundle product can't contain another composite product.",
    ]);
    expect(await add("refuse", id, link("nobody"))).toEqual(noProduct);
    expect(await childrenOf("refuse")).toHaveLength(2);
  });

  it("are added once by concurrent calls", async () => {
    const { option_id: id } = await bundle("race");
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => admin.post(`${path}/race/links/${id}`, { linkedProduct: link("part-3") })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400]);
    expect(await childrenOf("race")).toHaveLength(3);
  });

  it("are changed by the id of their selection, including product and option", async () => {
    const { product_links: links } = await bundle("save");
    const { body: second } = await admin.post(`${path}/options/add`, {
      option: option("save", { position: 2, product_links: [link("part-3")] }),
    });
    const id = links[0]?.id;
    const put = (linkedProduct: object, at = id) => admin.put(`${path}/save/links/${at}`, { linkedProduct });
    expect((await put({ sku: "part-1", qty: 2, is_default: true })).body).toBe(true);
    expect((await childrenOf("save"))[0]).toEqual({ ...links[0], qty: 2, is_default: true });
    expect((await put({ sku: "part-1", option_id: second })).body).toBe(true);
    expect(await childrenOf("save", `?optionId=${second}`)).toMatchObject([{ sku: "part-3" }, { sku: "part-1", id }]);
    expect(messageOf(await put({ sku: "part-3" }))).toEqual([
      400,
      'Child with specified sku: "%1" already assigned to product: "%2"',
      ["part-3", "save"],
    ]);
    expect(messageOf(await put({ sku: "part-1" }, "999999"))).toEqual([
      400,
      'The product link with the "%1" ID field wasn\'t found. Verify the ID and try again.',
      ["999999"],
    ]);
    expect((await put({ sku: "part-1", option_id: 999999 })).status).toBe(400);
  });

  it("are removed from one option, and answer 404 if it does not have them", async () => {
    const { option_id: id } = await bundle("remove");
    const remove = (sku: string) => admin.delete(`${path}/remove/options/${id}/children/${sku}`);
    expect((await remove("PART-1")).body).toBe(true);
    expect((await childrenOf("remove")).map(({ sku }) => sku)).toEqual(["part-2"]);
    expect(messageOf(await remove("part-1"))).toEqual([
      404,
      "The bundle product doesn't exist. Review your request and try again.",
    ]);
    expect((await admin.delete(`${path}/part-1/options/${id}/children/part-2`)).status).toBe(400);
  });

  it("are removed from the bundle when they are deleted", async () => {
    await admin.post("/V1/products", { product: simple("brief") });
    const { option_id: id } = await bundle("keep");
    await admin.post(`${path}/keep/links/${id}`, { linkedProduct: link("brief") });
    await admin.delete("/V1/products/brief");
    expect((await childrenOf("keep")).map(({ sku }) => sku)).toEqual(["part-1", "part-2"]);
  });
});
