import { createHash } from "node:crypto";
import { mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { request as rawRequest } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { startApp, type TestApp } from "../../support/app.js";
import type { Client } from "../../support/client.js";
import { simple } from "../../commerce/catalog/support.js";
import { entryOf, gif } from "./images.js";
import { type S3Server, s3Environment, s3Settings, startS3Server } from "./s3-server.js";

const bytes = gif(1, 1, "front.gif");
const hash = createHash("sha256").update(bytes).digest("hex");

/** Returns the status of a request whose address is sent without normalization. */
const statusOf = (app: TestApp, path: string) =>
  new Promise<number | undefined>((resolve, reject) => {
    const { hostname, port } = new URL(app.url);
    rawRequest({ hostname, port, path }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on("error", reject)
      .end();
  });

describe.each(["a folder", "an S3-compatible storage"])("images in %s", (kind) => {
  let server: S3Server;
  let app: TestApp;
  let admin: Client;
  let address: string;

  beforeAll(async () => {
    for (const [name, value] of Object.entries(s3Environment)) vi.stubEnv(name, value);
    server = await startS3Server();
    app = await startApp({
      PORTICO_BASE_URL: "https://shop.example.com/",
      ...(kind === "a folder" ? {} : s3Settings(server)),
    });
    admin = await app.asAdmin();
    const product = simple("served", { media_gallery_entries: [entryOf("front.gif", { types: ["image"] })] });
    const { body } = await admin.post("/V1/products", { product }, { store: "all" });
    const [config] = (await admin.get("/V1/store/storeConfigs")).body;
    address = `${config.base_media_url}catalog/product${body.media_gallery_entries[0].file}`;
  });
  afterAll(async () => {
    await app[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
    vi.unstubAllEnvs();
  });

  const fetched = (init: RequestInit = {}) => fetch(app.url + new URL(address).pathname, init);

  it("are public below the media URL of the store configuration, and can be cached forever", async () => {
    expect(address).toBe("https://shop.example.com/media/catalog/product/f/r/front.gif");
    const response = await fetched();
    expect(response.status).toBe(200);
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "image/gif",
      "content-length": String(bytes.byteLength),
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; sandbox",
      etag: `"${hash}"`,
    });
  });

  it.each([`"${hash}"`, `W/"${hash}"`, `"other", "${hash}"`, "*"])(
    "are not sent again to a client that sends the entity tag %s",
    async (tag) => {
      const response = await fetched({ headers: { "If-None-Match": tag } });
      expect([response.status, await response.text(), response.headers.get("etag")]).toEqual([304, "", `"${hash}"`]);
    },
  );

  it("are sent to a client with a different entity tag, and HEAD returns only their headers", async () => {
    expect((await fetched({ headers: { "If-None-Match": '"other"' } })).status).toBe(200);
    const head = await fetched({ method: "HEAD" });
    expect([head.status, await head.text(), head.headers.get("content-length")]).toEqual([
      200,
      "",
      String(bytes.byteLength),
    ]);
  });

  it("are the only files that are served", async () => {
    const media = app.config.PORTICO_MEDIA_DIR ?? "";
    await mkdir(join(media, "catalog/product/s/e"), { recursive: true });
    await writeFile(join(media, "catalog/product/s/e/secret.gif"), bytes);
    await symlink("/etc/passwd", join(media, "catalog/product/s/e/passwd"));
    for (const path of [
      "/media/catalog/product/s/e/secret.gif",
      "/media/catalog/product/s/e/passwd",
      "/media/catalog/product/../../../../../../etc/passwd",
      "/media/catalog/product/..%2f..%2f..%2f..%2fetc%2fpasswd",
      "/media/catalog/product/f/r/../r/front.gif",
      "/media/catalog/product/f//r/front.gif",
      "/media/catalog/product/f/r/front.gif%00",
      "/media/catalog/product/%",
      "/media/catalog/product/",
      "/media/catalog/product",
      "/media/",
    ]) {
      expect([path, await statusOf(app, path)]).toEqual([path, 404]);
    }
    expect((await fetched({ method: "POST" })).status).toBe(404);
  });

  it("answer 404 without caching and log an error if the storage has lost them", async () => {
    const product = simple("lost", { media_gallery_entries: [entryOf("lost.gif")] });
    await admin.post("/V1/products", { product }, { store: "all" });
    await lose("catalog/product/l/o/lost.gif");
    const response = await fetch(`${app.url}/media/catalog/product/l/o/lost.gif`);
    expect([response.status, response.headers.get("cache-control"), response.headers.get("etag")]).toEqual([
      404,
      null,
      null,
    ]);
    expect(app.logs).toContainEqual(
      expect.objectContaining({ path: "/l/o/lost.gif", msg: "image is missing from the storage" }),
    );
    const { body } = await admin.get("/V1/products/lost/media");
    expect(body).toMatchObject([{ file: "/l/o/lost.gif" }]);
    expect(body[0]).not.toHaveProperty("content");
  });

  async function lose(key: string): Promise<void> {
    if (kind === "a folder") {
      await rm(join(app.config.PORTICO_MEDIA_DIR ?? "", key));
    } else {
      expect(server.objects.delete(`shop/media/${key}`)).toBe(true);
    }
  }
});
