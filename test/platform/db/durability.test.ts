import fs, { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { readConfig } from "../../../src/config.js";
import type { Database } from "../../../src/platform/db/database.js";
import { openDatabase } from "../../../src/platform/db/open.js";
import { fillFolder } from "../../support/embedded-engine.js";

let folder: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "portico-durability-"));
  await fillFolder(folder, "empty");
});

afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

/** Opens the database of the folder for the work. */
async function withDatabase(settings: object, work: (db: Database) => Promise<void>): Promise<void> {
  const config = readConfig({ PORTICO_DATABASE_POOL: "4", PORTICO_DATA_DIR: folder, ...settings });
  const db = await openDatabase(config);
  try {
    await work(db);
  } finally {
    await db.close();
  }
}

/** Counts how often files are forced to the disk while the work runs. */
async function syncsOf(work: () => Promise<unknown>): Promise<number> {
  const sync = vi.spyOn(fs, "fsyncSync");
  await work();
  return sync.mock.calls.length;
}

describe("the embedded database", { timeout: 120_000 }, () => {
  test("answers a commit when it is on the disk, and does not wait for the disk when it reads", async () => {
    await withDatabase({}, async (db) => {
      await db.execute("create table note (text text)");
      expect(await syncsOf(() => db.execute("insert into note values ('kept')"))).toBe(1);
      vi.restoreAllMocks();
      const three = () =>
        db.transaction(async (tx) => {
          for (const text of ["one", "two", "three"]) await tx.execute("insert into note values ($1)", [text]);
        });
      expect(await syncsOf(three)).toBe(1);
      vi.restoreAllMocks();
      expect(await syncsOf(() => db.query("select * from note"))).toBe(0);
      vi.restoreAllMocks();
      // A checkpoint writes the tables: then they must be on the disk before the log is removed.
      expect(await syncsOf(() => db.execute("checkpoint"))).toBeGreaterThan(1);
      expect(await db.one("show full_page_writes")).toEqual({ full_page_writes: "on" });
    });
  });

  test("does not wait for the disk if the setting says so, and keeps its data when it is durable again", async () => {
    await withDatabase({ PORTICO_EMBEDDED_DURABILITY: "relaxed" }, async (db) => {
      await db.execute("create table note (text text)");
      expect(await syncsOf(() => db.execute("insert into note values ('kept')"))).toBe(0);
      expect(await db.one("show fsync")).toEqual({ fsync: "off" });
    });
    vi.restoreAllMocks();
    const open = () =>
      withDatabase({}, async (db) => {
        expect(await db.query("select text from note")).toEqual([{ text: "kept" }]);
      });
    // The files that were written meanwhile are forced to the disk at the start, once.
    expect(await syncsOf(open)).toBeGreaterThan(300);
    vi.restoreAllMocks();
    expect(await syncsOf(open)).toBeLessThan(100);
  });
});
