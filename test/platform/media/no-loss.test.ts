import pino from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { MediaLibrary } from "../../../src/platform/media/media-library.js";
import { imageOwner } from "../../../src/commerce/catalog/published.sql.js";
import { openMediaStore } from "../../../src/platform/media/open-media-store.js";
import { startConsumer } from "../../api/bulk/consumer-process.js";
import { attributesOf, simple } from "../../commerce/catalog/support.js";
import { startApp, type TestApp } from "../../support/app.js";
import { eventually, waitForBulk } from "../../support/bulk.js";
import type { Client } from "../../support/client.js";
import { entryOf } from "./images.js";
import { type S3Server, s3Environment, s3Settings, startS3Server } from "./s3-server.js";

const silent = pino({ level: "silent" });
const prefix = "shop/media/catalog/product";
let server: S3Server;
let app: TestApp;
let admin: Client;

beforeAll(async () => {
  for (const [name, value] of Object.entries(s3Environment)) vi.stubEnv(name, value);
  server = await startS3Server();
  app = await startApp(s3Settings(server));
  admin = await app.asAdmin();
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
  vi.unstubAllEnvs();
});
beforeEach(() => {
  server.intercept = () => undefined;
});

const create = (sku: string, ...media_gallery_entries: object[]) =>
  admin.post("/V1/products", { product: simple(sku, { media_gallery_entries }) }, { store: "all" });
const isStored = (name: string) => server.objects.has(`${prefix}/${name[0]}/${name[1]}/${name}`);
const rowsOf = (name: string) => app.db.query("select path from media_file where path like $1", [`%/${name}`]);
const statusOf = async (name: string) =>
  (await app.asGuest().request(`/media/catalog/product/${name[0]}/${name[1]}/${name}`)).status;
/** Writes an image to the storage without a row, as a crash would leave it. */
const leave = (name: string, hours: number) =>
  server.objects.set(`${prefix}/${name[0]}/${name[1]}/${name}`, {
    content: Buffer.from("left"),
    mediaType: "image/gif",
    changedAt: new Date(Date.now() - hours * 3_600_000),
  });

describe("a failed save", () => {
  it("removes its images after they were stored", async () => {
    const seen = server.seen.length;
    const { status } = await admin.post("/V1/products", {
      product: {
        ...simple("failing", { media_gallery_entries: [entryOf("fa1.gif"), entryOf("fa2.gif")] }),
        options: [{ title: "T", type: "gesture" }],
      },
    });
    expect(status).toBe(400);
    const methods = server.seen.slice(seen).map(({ method }) => method);
    expect(methods).toEqual(["PUT", "PUT", "DELETE", "DELETE"]);
    expect([isStored("fa1.gif"), isStored("fa2.gif"), await rowsOf("fa_.gif")]).toEqual([false, false, []]);
    expect((await create("after", entryOf("fa1.gif"))).body.media_gallery_entries[0].file).toBe("/f/a/fa1.gif");
  });

  it("removes all images and the product if the storage rejects one image", async () => {
    server.intercept = ({ method, key }) => (method === "PUT" && key.endsWith("re2.gif") ? 403 : undefined);
    const reply = await create("refused", entryOf("re1.gif"), entryOf("re2.gif"), entryOf("re3.gif"));
    expect([reply.status, reply.body.message]).toEqual([500, expect.stringContaining("Report ID")]);
    expect([isStored("re1.gif"), isStored("re2.gif"), isStored("re3.gif")]).toEqual([false, false, false]);
    expect((await admin.get("/V1/products/refused")).status).toBe(404);
    expect(JSON.stringify(app.logs)).not.toContain("Signature=");
  });

  it("removes its images if it fails at its commit", async () => {
    await app.db.execute("create table late (id int primary key)");
    await app.db.execute(
      `create function refuse_late() returns trigger language plpgsql as $$ begin
         if exists (select from product where id = new.product_id and sku = 'late') then raise 'too late'; end if; return null; end $$`,
    );
    await app.db.execute(
      `create constraint trigger late after insert on product_media deferrable initially deferred
       for each row execute function refuse_late()`,
    );
    expect((await create("late", entryOf("late.gif"))).status).toBe(500);
    expect([isStored("late.gif"), await rowsOf("late.gif")]).toEqual([false, []]);
    await app.db.execute("drop trigger late on product_media");
  });

  it("removes its images within a bulk whose other operations succeed", async () => {
    const bulk = await startApp({ ...s3Settings(server), PORTICO_CONSUMER: "on", PORTICO_MEDIA_S3_PREFIX: "bulk" });
    try {
      const client = await bulk.asAdmin();
      const products = ["b1", "b2", "b3"].map((sku) => ({
        product: {
          ...simple(sku, { media_gallery_entries: [entryOf(`${sku}.gif`)] }),
          ...(sku === "b2" ? { options: [{ title: "T", type: "gesture" }] } : {}),
        },
      }));
      const { operations_list } = await waitForBulk(client, await client.post("/async/bulk/V1/products", products));
      expect(operations_list.map(({ status }) => status)).toEqual([1, 3, 1]);
      const names = () => [...server.objects.keys()].filter((name) => name.startsWith("bulk/")).sort();
      await eventually(names).toEqual(["bulk/catalog/product/b/1/b1.gif", "bulk/catalog/product/b/3/b3.gif"]);
    } finally {
      await bulk[Symbol.asyncDispose]();
    }
  });

  it("leaves images to the sweep if the storage rejects their removal", async () => {
    server.intercept = ({ method }) => (method === "DELETE" ? 403 : undefined);
    await admin.post("/V1/products", {
      product: { ...simple("stuck", { media_gallery_entries: [entryOf("stuck.gif")] }), options: [{ type: "field" }] },
    });
    expect(isStored("stuck.gif")).toBe(true);
    expect(await statusOf("stuck.gif")).toBe(404);
    server.intercept = () => undefined;
    expect((await app.media.sweep({ olderThan: 0 })).paths).toEqual(["/s/t/stuck.gif"]);
    expect(isStored("stuck.gif")).toBe(false);
  });
});

describe("the removal of images", () => {
  it("keeps the image if the save fails", async () => {
    await create("keeper", entryOf("keep.gif", { types: ["image"] }));
    const product = { media_gallery_entries: [], options: [{ title: "T", type: "gesture" }] };
    expect((await admin.put("/V1/products/keeper", { product }, { store: "all" })).status).toBe(400);
    await app.media.removeDue();
    expect([isStored("keep.gif"), await statusOf("keep.gif")]).toEqual([true, 200]);
    expect(attributesOf((await admin.get("/V1/products/keeper")).body)).toMatchObject({ image: "/k/e/keep.gif" });
  });

  it("removes the file from the storage after the commit, whatever removed the product", async () => {
    await create("goes", entryOf("goes.gif"));
    await create("cascades", entryOf("cascades.gif"));
    await admin.delete("/V1/products/goes");
    await eventually(() => isStored("goes.gif")).toBe(false);
    await app.db.execute("delete from product where sku = 'cascades'");
    expect(await statusOf("cascades.gif")).toBe(404);
    await app.media.removeDue();
    expect(isStored("cascades.gif")).toBe(false);
  });

  it("is retried if the storage rejects it, and continues with the other images", async () => {
    await create("refusing", entryOf("no1.gif"), entryOf("no2.gif"));
    server.intercept = ({ method, key }) => (method === "DELETE" && key.endsWith("no1.gif") ? 403 : undefined);
    await app.db.execute("delete from product where sku = 'refusing'");
    await app.media.removeDue();
    expect([isStored("no1.gif"), isStored("no2.gif")]).toEqual([true, false]);
    server.intercept = () => undefined;
    await app.media.removeDue();
    expect(isStored("no1.gif")).toBe(false);
  });

  it("is shared by several processes, which each remove a part", async () => {
    const names = Array.from({ length: 12 }, (_, index) => `many${index}.gif`);
    await create("many", ...names.map((name) => entryOf(name)));
    await app.db.execute("delete from product where sku = 'many'");
    const seen = server.seen.length;
    const other = new MediaLibrary(app.db, openMediaStore(app.config), { log: silent, owner: imageOwner });
    await Promise.all([app.media.removeDue(), other.removeDue()]);
    await other.stop();
    expect(server.seen.slice(seen).filter(({ method }) => method === "DELETE")).toHaveLength(12);
    expect(names.filter(isStored)).toEqual([]);
  });
});

describe("the sweep", () => {
  it("removes only old files without a row", async () => {
    await create("swept", entryOf("known.gif"));
    leave("old.gif", 25);
    leave("young.gif", 23);
    const cached = `${prefix}/cache/old.gif`;
    server.objects.set(cached, { content: Buffer.from(""), mediaType: undefined, changedAt: new Date(0) });
    const known = server.objects.get(`${prefix}/k/n/known.gif`);
    if (known) known.changedAt = new Date(0);
    expect((await app.media.sweep({ olderThan: 24, dryRun: true })).paths).toEqual(["/o/l/old.gif"]);
    expect(isStored("old.gif")).toBe(true);
    expect((await app.media.sweep({ olderThan: 24 })).paths).toEqual(["/o/l/old.gif"]);
    expect(["old.gif", "young.gif", "known.gif"].map(isStored)).toEqual([false, true, true]);
    expect(server.objects.has(cached)).toBe(true);
    expect(await rowsOf("old.gif")).toEqual([]);
  });

  it.skipIf(process.env["PORTICO_TEST_ENGINE"] !== "postgresql")(
    "keeps files of a save that is about to commit",
    async () => {
      let release = (): void => undefined;
      const held = new Promise<void>((resolve) => (release = resolve));
      server.intercept = ({ method, key }) => (method === "PUT" && key.endsWith("open.gif") ? held : undefined);
      const saving = create("open", entryOf("open.gif"));
      await eventually(() => isStored("open.gif")).toBe(true);
      expect((await app.media.sweep({ olderThan: -1 })).paths).not.toContain("/o/p/open.gif");
      release();
      expect((await saving).status).toBe(200);
      expect([isStored("open.gif"), await statusOf("open.gif")]).toEqual([true, 200]);
    },
  );
});

describe.skipIf(process.env["PORTICO_TEST_ENGINE"] !== "postgresql")("a killed consumer", () => {
  it("leaves a file for the sweep if it dies between storing an image and committing; another consumer saves the image", async () => {
    const { DATABASE_URL, DATABASE_DIRECT_URL = "" } = app.config;
    if (DATABASE_URL === undefined) return;
    const settings = { DATABASE_URL, DATABASE_DIRECT_URL, ...s3Settings(server), ...s3Environment };
    await create("killed");
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    server.intercept = ({ method, key }) => (method === "PUT" && key.endsWith("kill.gif") ? held : undefined);
    const consumer = await startConsumer(settings);
    const accepted = await admin.post("/async/V1/products/killed/media", { entry: entryOf("kill.gif") });
    await eventually(() => isStored("kill.gif")).toBe(true);
    consumer.signal("SIGKILL");
    await consumer.ended;
    release();
    server.intercept = () => undefined;
    await eventually(async () => (await app.media.sweep({ olderThan: -1 })).paths).toContain("/k/i/kill.gif");
    expect(isStored("kill.gif")).toBe(false);
    const next = await startConsumer(settings);
    try {
      expect((await waitForBulk(admin, accepted)).operations_list.map(({ status }) => status)).toEqual([1]);
    } finally {
      await next[Symbol.asyncDispose]();
    }
    expect([isStored("kill.gif"), await statusOf("kill.gif")]).toEqual([true, 200]);
  });
});
