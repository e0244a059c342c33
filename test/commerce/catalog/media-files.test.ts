import { beforeAll, describe, expect, it } from "vitest";
import { entryOf, gif, sentGif } from "../../platform/media/images.js";
import { useApp } from "../../support/app.js";
import { createWithMedia, pixel, simple } from "./support.js";

const { app, admin } = useApp({ PORTICO_IMAGE_LIMIT: "4096", PORTICO_IMAGE_SIDE: "500" });

const all = { store: "all" };
const create = (sku: string, ...entries: object[]) => createWithMedia(admin, sku, entries);
const served = async (file: string) => (await app.asGuest().request(`/media/catalog/product${file}`)).status;

describe("the name of an image", () => {
  /** Creates a product with an image whose bytes are unique, and returns the path of the image. */
  const named = async (sku: string, name: string) =>
    (await create(sku, entryOf(name, { content: sentGif(name, sku) })))[0]?.file;

  it.each([
    ["plain.gif", "/p/l/plain.gif"],
    ["no-extension", "/n/o/no-extension.gif"],
    ["My Photo é.GIF", "/m/y/My_Photo_.GIF"],
    ["x.php", "/x/_/x_php.gif"],
    ["z.gif", "/z/_/z.gif"],
    [".hidden.gif", "/_/h/_hidden.gif"],
    ["éé.gif", "/f/i/file.gif"],
  ])("is normalized: %s becomes %s", async (name, path) => {
    expect(await named(`name ${name}`, name)).toBe(path);
  });

  it("gets a number if it is taken or was ever used, ignoring case", async () => {
    expect(await named("unique 1", "unique.gif")).toBe("/u/n/unique.gif");
    expect(await named("unique 2", "Unique.gif")).toBe("/u/n/Unique_1.gif");
    expect(await named("unique 3", "unique_2.gif")).toBe("/u/n/unique_2.gif");
    expect(await named("unique 4", "unique.gif")).toBe("/u/n/unique_3.gif");
    await admin.delete("/V1/products/unique%204");
    expect(await named("unique 5", "unique.gif")).toBe("/u/n/unique_4.gif");
  });

  it("is used once, however many concurrent calls request it", async () => {
    const files = await Promise.all(Array.from({ length: 6 }, (_, at) => named(`race ${at}`, "race.gif")));
    expect(new Set(files).size).toBe(6);
    for (const file of files) expect(await served(file ?? "")).toBe(200);
  });
});

describe("the same bytes under the same name", () => {
  const image = (label: string) => entryOf("again.gif", { label, content: sentGif("again.gif", "again") });
  const isSharedBy = async () => (await app.db.query("select 1 from media_file where base = '/a/g/again'")).length;

  it("keep the entry and its path, so that a repeated export changes nothing", async () => {
    const [first] = await create("exported", image("One"), entryOf("other.gif"));
    const media_gallery_entries = [{ ...image("Two"), types: ["image"] }];
    const { body } = await admin.put("/V1/products/exported", { product: { media_gallery_entries } }, all);
    expect(body.media_gallery_entries).toMatchObject([
      { id: first?.id, file: "/a/g/again.gif", label: "Two" },
      { file: "/o/t/other.gif" },
    ]);
  });

  it("are stored once for all products, as long as one of them shows the image", async () => {
    const [entry] = await create("second", image("Shared"));
    expect(entry?.file).toBe("/a/g/again.gif");
    expect(await isSharedBy()).toBe(1);
    await admin.delete("/V1/products/exported");
    expect(await served("/a/g/again.gif")).toBe(200);
    await admin.delete("/V1/products/second");
    expect(await served("/a/g/again.gif")).toBe(404);
  });

  it("get their path back after the image was removed, with its bytes", async () => {
    await app.media.removeDue();
    const [entry] = await create("third", image("Back"));
    expect(entry?.file).toBe("/a/g/again.gif");
    expect(await isSharedBy()).toBe(1);
    const { text } = await app.asGuest().request("/media/catalog/product/a/g/again.gif");
    expect(text).toContain("again");
    const broken = simple("third", { media_gallery_entries: [image("Broken")], status: "no status" });
    await admin.delete("/V1/products/third");
    await app.media.removeDue();
    expect((await admin.post("/V1/products", { product: broken }, all)).status).toBe(400);
    expect(await served("/a/g/again.gif")).toBe(404);
  });
});

describe("the media routes", () => {
  const refused = async (content: unknown) => {
    const { status, body } = await admin.post("/V1/products/refusing/media", { entry: entryOf("x.gif", { content }) });
    expect(status).toBe(400);
    return body;
  };
  beforeAll(() => create("refusing"));

  it.each([
    ["no value", undefined, "The image content is invalid. Verify the content and try again."],
    [
      "no Base64",
      { ...pixel, base64_encoded_data: "not_base64" },
      "The image content must be valid base64 encoded data.",
    ],
    [
      "no image",
      { ...pixel, base64_encoded_data: Buffer.from("not an image").toString("base64") },
      "The image content must be valid base64 encoded data.",
    ],
    [
      "bytes that only begin like an image",
      { ...pixel, base64_encoded_data: Buffer.from("GIF89a").toString("base64"), type: "image/gif" },
      "The image content must be valid base64 encoded data.",
    ],
    [
      "markup",
      {
        ...pixel,
        base64_encoded_data: Buffer.from("<svg width='1' height='1'/>").toString("base64"),
        type: "image/svg+xml",
      },
      "The image content must be valid base64 encoded data.",
    ],
    ["a wrong MIME type", { ...pixel, type: "image/jpeg" }, "The image MIME type is not valid or not supported."],
    ["a path as the name", { ...pixel, name: 'test/\\{}|:"<>' }, "Provided image name contains forbidden characters."],
    ["no name", { ...pixel, name: "" }, "Provided image name contains forbidden characters."],
  ])("reject %s as the content of an image", async (_what, content, message) => {
    expect(await refused(content)).toEqual({ message });
  });

  it("reject a truncated image, whatever follows it in memory", async () => {
    const cut = Buffer.from(pixel.base64_encoded_data, "base64").subarray(0, 20).toString("base64");
    for (let times = 0; times < 20; times += 1) {
      expect(await refused({ ...pixel, base64_encoded_data: cut })).toEqual({
        message: "The image content must be valid base64 encoded data.",
      });
    }
  });

  it("reject images with too many bytes or pixels, and long names", async () => {
    const heavy = Buffer.concat([gif(), Buffer.alloc(4096)]).toString("base64");
    expect(await refused({ ...sentGif("x.gif"), base64_encoded_data: heavy })).toEqual({
      message: "The image is larger than %limit bytes.",
      parameters: { limit: 4096 },
    });
    expect(await refused(sentGif("x.gif", "wide", [501, 1]))).toEqual({
      message: "The image is wider or higher than %side pixels.",
      parameters: { side: 500 },
    });
    expect(await refused(sentGif(`${"x".repeat(252)}.gif`, "long"))).toEqual({
      message: "Filename is too long; must be %1 characters or less",
      parameters: [255],
    });
  });

  it("shorten a name that file systems would reject with a number", async () => {
    const name = `${"long".repeat(62)}.gif`;
    const files = (await create("long", entryOf(name, { content: sentGif(name, "one") }))).concat(
      await create("longer", entryOf(name, { content: sentGif(name, "two") })),
    );
    expect(files.map(({ file }) => file.length)).toEqual([245, 247]);
    for (const { file } of files) expect(await served(file)).toBe(200);
  });
});
