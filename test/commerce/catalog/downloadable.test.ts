import { beforeAll, describe, expect, it } from "vitest";
import { useApp } from "../../support/app.js";
import { waitForBulk } from "../../support/bulk.js";
import { addStores, attributesOf, simple } from "./support.js";

const { app, admin } = useApp({ PORTICO_CONSUMER: "on", PORTICO_DOWNLOADABLE_DOMAINS: "example.com, *.example.com" });

const address = "https://static.example.com/file.zip";
const sent = (name: string, text = "a file") => ({ file_data: Buffer.from(text).toString("base64"), name });
const link = (more: object = {}) => ({
  title: "Link",
  sort_order: 1,
  is_shareable: 1,
  price: 2.5,
  number_of_downloads: 3,
  link_type: "url",
  link_url: address,
  ...more,
});
const sample = (more: object = {}) => ({
  title: "Sample",
  sort_order: 1,
  sample_type: "url",
  sample_url: address,
  ...more,
});

beforeAll(async () => {
  await addStores(app.db);
  await admin.post("/V1/products", { product: simple("plain") });
  await create("shared");
});

async function create(sku: string) {
  const { status } = await admin.post("/V1/products", { product: simple(sku, { type_id: "downloadable" }) });
  expect(status).toBe(200);
  return sku;
}
const linksOf = async (sku: string, store?: string) =>
  (await admin.get(`/V1/products/${sku}/downloadable-links`, store === undefined ? {} : { store })).body as {
    id: number;
    title: string;
    link_file?: string;
    sample_file?: string;
  }[];
const samplesOf = async (sku: string, store?: string) =>
  (await admin.get(`/V1/products/${sku}/downloadable-links/samples`, store === undefined ? {} : { store })).body as {
    id: number;
    title: string;
    sample_file?: string;
  }[];
const addLink = (sku: string, more: object = {}, rest: object = {}) =>
  admin.post(`/V1/products/${sku}/downloadable-links`, { link: link(more), ...rest });
const addSample = (sku: string, more: object = {}, rest: object = {}) =>
  admin.post(`/V1/products/${sku}/downloadable-links/samples`, { sample: sample(more), ...rest });
const messageOf = ({ status, body }: { status: number; body: { message: string } }) => [status, body.message];

const noProduct = [404, "The product that was requested doesn't exist. Verify the product and try again."];
const noLink = [404, "No downloadable link with the provided ID was found. Verify the ID and try again."];
const noSample = [404, "No downloadable sample with the provided ID was found. Verify the ID and try again."];
const onlyDownloadable = [400, "The product needs to be the downloadable type. Verify the product and try again."];

describe("the links of a downloadable product", () => {
  it("are added, listed in order, and shown by the product", async () => {
    await create("listed");
    const { status, body: second } = await addLink("LISTED", { sort_order: 2, title: "Second" });
    expect([status, typeof second]).toEqual([200, "number"]);
    const { body: first } = await addLink("listed", { sample_type: "url", sample_url: address });
    const links = await linksOf("listed");
    expect(links).toEqual([
      { id: first, ...link({ sample_type: "url", sample_url: address }) },
      { id: second, ...link({ sort_order: 2, title: "Second" }), sample_type: null },
    ]);
    const { body } = await admin.get("/V1/products/listed");
    expect(body.extension_attributes.downloadable_product_links).toEqual(links);
    // As in Magento's web API, only custom options count.
    expect(attributesOf(body)).toMatchObject({ has_options: "0", required_options: "0" });
  });

  it("have files of their own, with safe and unique names", async () => {
    await create("filed");
    await addLink("filed", {
      link_type: "file",
      link_file_content: sent("My Bück.pdf"),
      sample_type: "file",
      sample_file_content: sent("My Bück.pdf", "less"),
    });
    expect(await linksOf("filed")).toMatchObject([
      { link_type: "file", link_file: "/m/y/My_B_ck.pdf", sample_type: "file", sample_file: "/m/y/My_B_ck_1.pdf" },
    ]);
  });

  it.each([
    [{ link_type: "invalid" }, "The link type is invalid. Verify and try again."],
    [{ link_type: undefined }, "The link type is invalid. Verify and try again."],
    [{ sample_type: "invalid" }, "The link sample type is invalid. Verify and try again."],
    [{ link_url: "http://example<.>com/" }, "Link URL must have valid format."],
    [{ link_url: undefined }, "Link URL must have valid format."],
    [{ link_url: "https://elsewhere.test/a" }, "Link URL's domain is not in list of downloadable_domains in env.php."],
    [{ link_url: "http://127.0.0.1/a" }, "Link URL's domain is not in list of downloadable_domains in env.php."],
    [{ link_url: "http://[::1]/a" }, "Link URL's domain is not in list of downloadable_domains in env.php."],
    [
      { link_url: "https://static.example.com@elsewhere.test/" },
      "Link URL's domain is not in list of downloadable_domains in env.php.",
    ],
    [{ link_url: "https://notexample.com/" }, "Link URL's domain is not in list of downloadable_domains in env.php."],
    [{ sample_type: "url", sample_url: "http://example<.>com/" }, "Sample URL must have valid format."],
    [
      { sample_type: "url", sample_url: "https://elsewhere.test/" },
      "Sample URL's domain is not in list of downloadable_domains in env.php.",
    ],
    [{ price: -1.5 }, "Link price must have numeric positive value."],
    [{ number_of_downloads: -1 }, "Number of downloads must be a positive integer."],
    [{ sort_order: -1 }, "Sort order must be a positive integer."],
    [{ is_shareable: 3 }, 'Invalid value of "%value" provided for the %fieldName field.'],
    [{ title: "" }, "The link title is empty. Enter the link title and try again."],
    [{ title: undefined }, "The link title is empty. Enter the link title and try again."],
    [{ link_type: "file", link_file: "/o/t/other.txt" }, "Link file not found. Please try again."],
    [{ sample_type: "file" }, "Link sample file not found. Please try again."],
    [
      { link_type: "file", link_file_content: { file_data: "not_a_base64_encoded_content", name: "image.jpg" } },
      "Provided content must be valid base64 encoded data.",
    ],
    [
      { link_type: "file", link_file_content: sent("name/with|forbidden{characters") },
      "Provided file name contains forbidden characters.",
    ],
  ])("are not added with %j", async (wrong, message) => {
    expect(messageOf(await addLink("shared", wrong))).toEqual([400, message]);
    expect(await linksOf("shared")).toEqual([]);
  });

  it("return an error for an unknown SKU, and do not exist for other product types", async () => {
    expect(messageOf(await addLink("nobody"))).toEqual(noProduct);
    expect(messageOf(await addLink("plain"))).toEqual(onlyDownloadable);
    expect(messageOf(await admin.get("/V1/products/nobody/downloadable-links"))).toEqual(noProduct);
    expect(await linksOf("plain")).toEqual([]);
  });

  it("are changed by their id within their product; absent fields are kept", async () => {
    await create("changed");
    await create("changed-other");
    const { body: id } = await addLink("changed");
    const put = (at: number, more: object, sku = "changed") =>
      admin.put(`/V1/products/${sku}/downloadable-links/${at}`, { link: more });
    const reply = await put(id, { title: "Other", price: 7, link_type: "url", is_shareable: 0 });
    expect([reply.status, reply.body]).toEqual([200, id]);
    expect(await linksOf("changed")).toEqual([
      { id, ...link({ title: "Other", price: 7, is_shareable: 0 }), sample_type: null },
    ]);
    expect(messageOf(await put(999999, { title: "Lost" }))).toEqual(noLink);
    expect(messageOf(await put(id, { title: "Stolen" }, "changed-other"))).toEqual([
      400,
      "The downloadable link isn't related to the product. Verify the link and try again.",
    ]);
    expect(messageOf(await put(id, { title: "" }))).toEqual([
      400,
      "The link title is empty. Enter the link title and try again.",
    ]);
    expect((await put(id, { price: -1 })).status).toBe(400);
    expect(await linksOf("changed")).toMatchObject([{ title: "Other", price: 7 }]);
  });

  it("have titles by store view unless the content is marked as global", async () => {
    await create("titles");
    const { body: id } = await addLink("titles");
    const put = (title: string, isGlobalScopeContent: boolean | undefined) =>
      admin.put(
        `/V1/products/titles/downloadable-links/${id}`,
        { link: { title }, isGlobalScopeContent },
        { store: "german" },
      );
    await put("Datei", false);
    await put("File", undefined);
    expect([(await linksOf("titles", "german"))[0]?.title, (await linksOf("titles"))[0]?.title]).toEqual([
      "Datei",
      "File",
    ]);
    await put("", false);
    expect((await linksOf("titles", "german"))[0]?.title).toBe("File");
  });

  it("are deleted once", async () => {
    await create("deleted");
    const { body: id } = await addLink("deleted");
    const remove = () => admin.delete(`/V1/products/downloadable-links/${id}`);
    expect((await remove()).body).toBe(true);
    expect(await linksOf("deleted")).toEqual([]);
    expect(messageOf(await remove())).toEqual(noLink);
  });
});

describe("the samples of a downloadable product", () => {
  it("are added, listed and changed", async () => {
    await create("sampled");
    const { body: id } = await addSample("sampled");
    expect(await samplesOf("sampled")).toEqual([{ id, ...sample() }]);
    const { body: file } = await addSample("sampled", {
      sort_order: 0,
      sample_type: "file",
      sample_file_content: sent("taste.mp3"),
    });
    const put = (at: number, body: object, store = "all") =>
      admin.put(`/V1/products/sampled/downloadable-links/samples/${at}`, body, { store });
    expect((await put(file, { sample: { title: "Taste", sample_type: "file" } })).body).toBe(file);
    expect(await samplesOf("sampled")).toMatchObject([
      { id: file, title: "Taste", sample_type: "file", sample_file: "/t/a/taste.mp3" },
      { id },
    ]);
    await put(id, { sample: { title: "Kostprobe" }, isGlobalScopeContent: false }, "german");
    expect([(await samplesOf("sampled", "german"))[1]?.title, (await samplesOf("sampled"))[1]?.title]).toEqual([
      "Kostprobe",
      "Sample",
    ]);
    expect((await admin.get("/V1/products/sampled")).body.extension_attributes.downloadable_product_samples).toEqual(
      await samplesOf("sampled"),
    );
  });

  it.each([
    [{ sample_type: "invalid" }, "The sample type is invalid. Verify the sample type and try again."],
    [{ sample_url: "http://example<.>com/" }, "Sample URL must have valid format."],
    [
      { sample_url: "https://elsewhere.test/" },
      "Sample URL's domain is not in list of downloadable_domains in env.php.",
    ],
    [{ sample_type: "file" }, "Sample file not found. Please try again."],
    [{ sort_order: -1 }, "Sort order must be a positive integer."],
    [{ title: "" }, "The sample title is empty. Enter the title and try again."],
    [
      { sample_type: "file", sample_file_content: { file_data: "_", name: "a.txt" } },
      "Provided content must be valid base64 encoded data.",
    ],
  ])("are not added with %j", async (wrong, message) => {
    expect(messageOf(await addSample("shared", wrong))).toEqual([400, message]);
    expect(await samplesOf("shared")).toEqual([]);
  });

  it("return the same errors as links, and are deleted once", async () => {
    await create("samples-1");
    await create("samples-2");
    const { body: id } = await addSample("samples-1");
    const put = (sku: string, at: number) =>
      admin.put(`/V1/products/${sku}/downloadable-links/samples/${at}`, { sample: { title: "x" } });
    expect(messageOf(await addSample("plain"))).toEqual(onlyDownloadable);
    expect(messageOf(await addSample("nobody"))).toEqual(noProduct);
    expect(messageOf(await admin.get("/V1/products/nobody/downloadable-links/samples"))).toEqual(noProduct);
    expect(messageOf(await put("samples-1", 999999))).toEqual(noSample);
    expect(messageOf(await put("samples-2", id))).toEqual([
      400,
      "The downloadable sample isn't related to the product. Verify the link and try again.",
    ]);
    const remove = () => admin.delete(`/V1/products/downloadable-links/samples/${id}`);
    expect((await remove()).body).toBe(true);
    expect(messageOf(await remove())).toEqual(noSample);
  });
});

describe("the routes of downloadable products", () => {
  it("require the downloadable resource", async () => {
    const other = await app.asAdmin(["Magento_Catalog::products"]);
    const replies = [
      await other.get("/V1/products/shared/downloadable-links"),
      await other.get("/V1/products/shared/downloadable-links/samples"),
      await other.post("/V1/products/shared/downloadable-links", { link: link() }),
      await other.delete("/V1/products/downloadable-links/1"),
    ];
    for (const { status, body } of replies) {
      expect([status, body.parameters]).toEqual([401, { resources: "Magento_Downloadable::downloadable" }]);
    }
    const own = await app.asAdmin(["Magento_Downloadable::downloadable"]);
    expect((await own.get("/V1/products/shared/downloadable-links")).status).toBe(200);
  });

  it("can be called in bulk", async () => {
    await create("queued");
    const { body: id } = await addLink("queued");
    const detail = await waitForBulk(
      admin,
      await admin.delete("/async/bulk/V1/products/downloadable-links/byId", [{ id }, { id: 999999 }]),
    );
    expect(detail.operations_list.map(({ status }) => status)).toEqual([1, 3]);
    expect(await linksOf("queued")).toEqual([]);
  });

  it("are available in GraphQL", async () => {
    await create("graph");
    const { body } = await admin.graphql(
      `mutation ($link: DownloadableLinkInput!) { saveDownloadableLink(sku: "graph", link: $link) }`,
      { link: link({ link_type: "URL" }) },
    );
    const read = await admin.graphql(`{ downloadableLinks(sku: "graph") { id title } }`);
    expect(read.body.data.downloadableLinks).toEqual([{ id: body.data.saveDownloadableLink, title: "Link" }]);
  });

  it("write with a constant number of statements", async () => {
    await create("counted");
    const put = async (count: number) => {
      const downloadable_product_links = Array.from({ length: count }, (_, index) => link({ sort_order: index }));
      const save = () =>
        admin.put("/V1/products/counted", { product: { extension_attributes: { downloadable_product_links } } });
      const statements = await app.statementsOf(async () => expect((await save()).status).toBe(200));
      return statements.filter((text) => /downloadable_/.test(text)).length;
    };
    await put(1);
    expect(await put(12)).toBe(await put(2));
    expect(await linksOf("counted")).toHaveLength(2);
  });
});
