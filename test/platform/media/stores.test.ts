import { mkdtemp, readdir, rm, writeFile, mkdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { FolderStore } from "../../../src/platform/media/folder-store.js";
import type { MediaStore } from "../../../src/platform/media/media-store.js";
import { S3Store } from "../../../src/platform/media/s3-store.js";
import { bucket, type S3Server, s3Environment, s3Region, startS3Server } from "./s3-server.js";

let server: S3Server;
let folder: string;

beforeAll(async () => {
  for (const [name, value] of Object.entries(s3Environment)) vi.stubEnv(name, value);
  server = await startS3Server();
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  vi.unstubAllEnvs();
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "portico-store-"));
  server.objects.clear();
  server.seen.length = 0;
  server.intercept = () => undefined;
});
afterEach(() => rm(folder, { recursive: true }));

const s3 = (more: object = {}) =>
  new S3Store({ bucket, region: s3Region, endpoint: server.url, prefix: "shop/media", pathStyle: true, ...more });
const file = (key: string, text = key) => ({ key, mediaType: "image/gif", content: Buffer.from(text) });
const textOf = async (store: MediaStore, key: string) => {
  const opened = await store.read(key);
  if (!opened) return undefined;
  const text = (await buffer(opened.content)).toString();
  expect(opened.size).toBe(Buffer.byteLength(text));
  return text;
};
const keysOf = async (store: MediaStore, of: string) => {
  const keys: string[] = [];
  for await (const { key, changedAt } of store.list(of)) {
    expect(Math.abs(Date.now() - changedAt.getTime())).toBeLessThan(60_000);
    keys.push(key);
  }
  return keys.sort();
};

describe.each([
  ["a folder", () => new FolderStore(folder)],
  ["an S3-compatible storage", () => s3()],
])("%s", (_name, open) => {
  let store: MediaStore;
  beforeEach(() => {
    store = open();
  });
  afterEach(() => store.close());

  it("returns stored files, and the later of two files with the same key", async () => {
    await store.write(file("catalog/product/a/b/ab.gif", "one"));
    await store.write(file("catalog/product/a/b/ab.gif", "other"));
    expect(await textOf(store, "catalog/product/a/b/ab.gif")).toBe("other");
  });

  it("returns nothing for an unknown key", async () => {
    await store.write(file("catalog/a.gif"));
    expect(await store.read("catalog/b.gif")).toBeUndefined();
    expect(await store.read("catalog/a.gif/c.gif")).toBeUndefined();
    expect(await keysOf(store, "elsewhere")).toEqual([]);
  });

  it("removes a file, and ignores an unknown one", async () => {
    await store.write(file("catalog/a.gif"));
    await store.remove("catalog/a.gif");
    await store.remove("catalog/a.gif");
    expect(await store.read("catalog/a.gif")).toBeUndefined();
  });

  it("lists every file below a folder over any number of pages", async () => {
    const keys = ["p/a/1.gif", "p/a/2.gif", "p/b/3.gif", "p/b/4.gif", "p/b/c/5.gif"];
    for (const key of [...keys, "q/6.gif"]) await store.write(file(key));
    expect(await keysOf(store, "p")).toEqual(keys);
  });

  it.each(["../../a.gif", "a/../../b.gif", "/etc/passwd", "a//b", "a/./b", "", "a\\b", "a\0b", "a%2e/b"])(
    "rejects the key %j",
    async (key) => {
      await expect((async () => store.write(file(key)))()).rejects.toThrow("invalid media file key");
      await expect((async () => store.read(key))()).rejects.toThrow("invalid media file key");
      await expect((async () => store.remove(key))()).rejects.toThrow("invalid media file key");
    },
  );
});

describe("a folder", () => {
  it("never contains a partial file under its name, nor the draft of a failed write", async () => {
    const store = new FolderStore(folder);
    await mkdir(join(folder, "a/taken.gif"), { recursive: true });
    await writeFile(join(folder, "a/taken.gif/x"), "");
    await expect(store.write(file("a/taken.gif"))).rejects.toThrow();
    expect(await readdir(join(folder, "a"))).toEqual(["taken.gif"]);
  });
});

describe("an S3-compatible storage", () => {
  it("receives signed requests for objects below the prefix, with their media types", async () => {
    await s3().write(file("catalog/a.gif"));
    expect(server.seen).toEqual([{ method: "PUT", key: "shop/media/catalog/a.gif" }]);
    expect(server.objects.get("shop/media/catalog/a.gif")?.mediaType).toBe("image/gif");
    await s3({ prefix: "" }).write(file("catalog/a.gif"));
    expect([...server.objects.keys()]).toEqual(["shop/media/catalog/a.gif", "catalog/a.gif"]);
  });

  it("rejects a wrong key with an error", async () => {
    vi.stubEnv("AWS_SECRET_ACCESS_KEY", "wrong");
    try {
      await expect(s3().write(file("catalog/a.gif"))).rejects.toThrow("SignatureDoesNotMatch");
      expect(server.seen).toEqual([]);
    } finally {
      vi.stubEnv("AWS_SECRET_ACCESS_KEY", s3Environment.AWS_SECRET_ACCESS_KEY);
    }
  });

  it("is retried after a temporary failure", async () => {
    let failures = 1;
    server.intercept = () => (failures-- > 0 ? 503 : undefined);
    await s3().write(file("catalog/a.gif"));
    expect(server.seen).toHaveLength(2);
    expect(server.objects.size).toBe(1);
  });
});
