import { access, mkdir, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answerOf, type DataFolder, openFolder, portico } from "./portico.js";

interface Swept {
  readonly removed: number;
  readonly unknown: readonly string[];
}

describe("media:sweep", () => {
  let folder: DataFolder;
  beforeAll(async () => {
    folder = await openFolder();
    await leave("o/l/old.gif", 25);
    await leave("o/l/.old.gif.draft", 25);
    await leave("y/o/young.gif", 1);
  });
  afterAll(() => folder[Symbol.asyncDispose]());

  const pathOf = (name: string) => join(folder.path, "media/catalog/product", name);
  const isThere = (name: string) =>
    access(pathOf(name)).then(
      () => true,
      () => false,
    );

  async function leave(name: string, hours: number): Promise<void> {
    const then = new Date(Date.now() - hours * 3_600_000);
    await mkdir(dirname(pathOf(name)), { recursive: true });
    await writeFile(pathOf(name), "left");
    await utimes(pathOf(name), then, then);
  }

  it("lists and then removes old files that no product uses", async () => {
    const unknown = ["/o/l/.old.gif.draft", "/o/l/old.gif"];
    const listed = await answerOf<Swept>(folder, ["media:sweep", "--dry-run"]);
    expect([listed.removed, [...listed.unknown].sort()]).toEqual([0, unknown]);
    expect(await isThere("o/l/old.gif")).toBe(true);
    const swept = await answerOf<Swept>(folder, ["media:sweep"]);
    expect([...swept.unknown].sort()).toEqual(unknown);
    expect([await isThere("o/l/old.gif"), await isThere("y/o/young.gif")]).toEqual([false, true]);
  });

  it("counts the files, and rejects an age of zero hours", async () => {
    const { code, stdout } = await portico(folder, ["media:sweep"]);
    expect([code, stdout]).toEqual([0, "Removed 0 deleted files.\nRemoved 0 unknown files.\n"]);
    expect((await portico(folder, ["media:sweep", "--older-than", "0"])).code).toBe(2);
  });
});
