import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openMediaStore } from "../../../src/platform/media/open-media-store.js";
import { useApp } from "../../support/app.js";
import { eventually } from "../../support/bulk.js";
import { simple } from "./support.js";

/** The embedded database has one connection, so nothing can run during a save. */
const isEmbedded = process.env["PORTICO_TEST_ENGINE"] === "embedded";

const { app, admin } = useApp();

const sent = (name: string, text: string) => ({ file_data: Buffer.from(text).toString("base64"), name });
const fileLink = (text: string, more: object = {}) => ({
  title: "Link",
  price: 1,
  link_type: "file",
  link_file_content: sent("book.pdf", text),
  ...more,
});
const downloadable = (sku: string, links: object[], samples: object[] = []) =>
  simple(sku, {
    type_id: "downloadable",
    extension_attributes: { downloadable_product_links: links, downloadable_product_samples: samples },
  });

/** Returns the contents of all private files in the storage, after pending removals. */
async function readPrivateFiles(): Promise<string[]> {
  await app.media.removeDue();
  const texts: string[] = [];
  for await (const { key } of openMediaStore(app.config).list("private")) texts.push(await textOf(key));
  return texts.sort();
}
const textOf = (key: string) => readFile(join(app.config.PORTICO_MEDIA_DIR ?? "", key), "utf8");

async function keyOf(sku: string, path: string): Promise<string> {
  const [row] = await app.db.query<{ storage_key: string }>(
    `select f.storage_key from downloadable_file f join product p on p.id = f.product_id where p.sku = $1 and f.path = $2`,
    [sku, path],
  );
  return row?.storage_key ?? "";
}

describe("the files of downloadable products", () => {
  it("are stored under names that nobody can guess, and are not served", async () => {
    const { status, body } = await admin.post("/V1/products", {
      product: downloadable("kept", [
        fileLink("whole", { sample_type: "file", sample_file_content: sent("book.pdf", "part") }),
      ]),
    });
    expect(status).toBe(200);
    expect(body.extension_attributes.downloadable_product_links).toMatchObject([
      { link_file: "/b/o/book.pdf", sample_file: "/b/o/book_1.pdf" },
    ]);
    const key = await keyOf("kept", "/b/o/book.pdf");
    expect(key).toMatch(/^private\/[0-9a-f]{2}\/[0-9a-f-]{36}$/);
    expect([await textOf(key), await textOf(await keyOf("kept", "/b/o/book_1.pdf"))]).toEqual(["whole", "part"]);
    for (const path of [key, `catalog/product/../../${key}`, "catalog/product/b/o/book.pdf"]) {
      expect((await app.asGuest().request(`/media/${path}`)).status).toBe(404);
    }
  });

  it("can have the same names in different products", async () => {
    const { body } = await admin.post("/V1/products", { product: downloadable("namesake", [fileLink("another")]) });
    expect(body.extension_attributes.downloadable_product_links).toMatchObject([{ link_file: "/b/o/book.pdf" }]);
    expect(await textOf(await keyOf("namesake", "/b/o/book.pdf"))).toBe("another");
    const stolen = await admin.post("/V1/products/namesake/downloadable-links", {
      link: { title: "x", price: 0, link_type: "file", link_file: "/b/o/book_1.pdf" },
    });
    expect([stolen.status, stolen.body.message]).toEqual([400, "Link file not found. Please try again."]);
  });

  it("are removed when they are replaced, with their link, and with their product", async () => {
    const before = await readPrivateFiles();
    const { body } = await admin.post("/V1/products", {
      product: downloadable("going", [fileLink("first"), fileLink("second")]),
    });
    const [one, two] = body.extension_attributes.downloadable_product_links as { id: number }[];
    expect(await readPrivateFiles()).toEqual([...before, "first", "second"].sort());
    await admin.put(`/V1/products/going/downloadable-links/${one?.id}`, { link: fileLink("third") });
    expect(await readPrivateFiles()).toEqual([...before, "second", "third"].sort());
    await admin.delete(`/V1/products/downloadable-links/${two?.id}`);
    expect(await readPrivateFiles()).toEqual([...before, "third"].sort());
    await admin.delete("/V1/products/going");
    expect(await readPrivateFiles()).toEqual(before);
    await eventually(() => app.db.query("select 1 from private_file where removed_at is not null")).toEqual([]);
  });

  it("are removed after a failed save", async () => {
    const before = await readPrivateFiles();
    const failing = downloadable("failing", [fileLink("lost")], [{ title: "Sample", sample_type: "nothing" }]);
    expect((await admin.post("/V1/products", { product: failing })).status).toBe(400);
    expect(await readPrivateFiles()).toEqual(before);
    const { body } = await admin.get("/V1/products/kept");
    const links = body.extension_attributes.downloadable_product_links as object[];
    const replaced = { downloadable_product_links: [{ ...links[0], ...fileLink("instead") }] };
    const samples = { downloadable_product_samples: [{ title: "Sample", sample_type: "nothing" }] };
    const put = await admin.put("/V1/products/kept", {
      product: { extension_attributes: { ...replaced, ...samples } },
    });
    expect(put.status).toBe(400);
    expect(await readPrivateFiles()).toEqual(before);
    expect((await admin.get("/V1/products/kept")).body.extension_attributes.downloadable_product_links).toEqual(links);
  });

  it("are kept by a failed deletion", async () => {
    const before = await readPrivateFiles();
    const refused = app.db.transaction(async (tx) => {
      await tx.execute("delete from product where sku = 'kept'");
      app.media.scheduleRemoval(tx);
      throw new Error("too late");
    });
    await expect(refused).rejects.toThrow("too late");
    expect(await readPrivateFiles()).toEqual(before);
    expect(await textOf(await keyOf("kept", "/b/o/book.pdf"))).toBe("whole");
  });

  it("are swept if no row refers to them, except recent ones and those of products", async () => {
    const before = await readPrivateFiles();
    const store = openMediaStore(app.config);
    const orphan = "private/ab/abcdefab-0000-4000-8000-000000000000";
    await store.write({ key: orphan, mediaType: "text/plain", content: Buffer.from("orphan") });
    expect((await app.media.sweep({ olderThan: 24 })).paths).toEqual([]);
    expect((await app.media.sweep({ olderThan: -1, dryRun: true })).paths).toEqual([orphan]);
    expect(await readPrivateFiles()).toEqual([...before, "orphan"].sort());
    expect((await app.media.sweep({ olderThan: -1 })).paths).toEqual([orphan]);
    expect(await readPrivateFiles()).toEqual(before);
  });

  it.skipIf(isEmbedded)("are kept if a sweep runs during the save that has just written them", async () => {
    const before = await readPrivateFiles();
    const sweep = await app.db.transaction(async (tx) => {
      await app.media.files.save(tx, [Buffer.from("open")]);
      const sweeping = app.media.sweep({ olderThan: -1 });
      await eventually(() => waiting()).toBe(1);
      return { sweeping };
    });
    expect((await sweep.sweeping).paths).toEqual([]);
    expect(await readPrivateFiles()).toEqual([...before, "open"].sort());
  });
});

/** Returns the number of statements that wait for a row lock. */
async function waiting(): Promise<number> {
  const [row] = await app.db.query<{ waiting: number }>(
    "select count(*) as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return row?.waiting ?? 0;
}
