import { mkdir, readdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import pino from "pino";
import { describe, expect, it } from "vitest";
import { mediaSweeps } from "../../../src/platform/media/media-sweeps.js";
import { useApp } from "../../support/app.js";

const { app } = useApp({ PORTICO_MEDIA_SWEEP_DAYS: "7" });

const log = pino({ level: "silent" });
const day = 86_400_000;

/** Looks for files without a row, as a process does once an hour. */
async function look(): Promise<void> {
  const sweeps = mediaSweeps({ db: app.db, config: app.config, media: app.media, log });
  sweeps.start();
  await sweeps.stop();
}

/** Pretends that the last search was some days ago. */
const age = (days: number) =>
  app.db.execute(
    "update config_value set value = (value::bigint - $1::int * 86400)::text where path = 'portico/media/swept'",
    [days],
  );

describe("files of images without a row", () => {
  it("are removed once they and the last search are a week old", async () => {
    const folder = join(app.config.PORTICO_MEDIA_DIR ?? "", "catalog/product/o/r");
    await mkdir(folder, { recursive: true });
    for (const [name, days] of [
      ["orphan-old.jpg", 8],
      ["orphan-new.jpg", 6],
    ] as const) {
      await writeFile(join(folder, name), "bytes");
      const then = new Date(Date.now() - days * day);
      await utimes(join(folder, name), then, then);
    }
    await look();
    await age(6);
    await look();
    expect((await readdir(folder)).sort()).toEqual(["orphan-new.jpg", "orphan-old.jpg"]);
    await age(2);
    await look();
    expect(await readdir(folder)).toEqual(["orphan-new.jpg"]);
  });
});

describe("rows of images that left the storage", () => {
  it("are deleted when no cache can have the image any more", async () => {
    await app.db.execute(
      `insert into media_file (path, path_key, base, extension, number, media_type, size, width, height, hash, removed_at, gone_at)
       select path, path, path, '', 0, 'image/png', 1, 1, 1, '', gone, gone
       from (values ('/g/o/long.png', now() - interval '401 days'), ('/g/o/year.png', now() - interval '399 days'))
         as given (path, gone)`,
    );
    await look();
    expect(await app.db.query("select path from media_file where path like '/g/o/%'")).toEqual([
      { path: "/g/o/year.png" },
    ]);
  });
});
