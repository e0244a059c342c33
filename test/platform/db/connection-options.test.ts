import { expect, it } from "vitest";
import { openDatabase } from "../../../src/platform/db/open.js";
import { postgresUrl, scratchDatabase } from "../../support/postgres.js";

const isMissing = (await postgresUrl()) === undefined;

it.skipIf(isMissing)("connections turn off PostgreSQL's JIT compiler, unless the URL says otherwise", async () => {
  await using scratch = await scratchDatabase({ prepared: false });
  expect(await scratch.database.one("show jit")).toEqual({ jit: "off" });
  expect(await scratch.database.one("show timezone")).toEqual({ TimeZone: "UTC" });
  const url = new URL(scratch.url);
  url.searchParams.set("options", "-c jit=on -c TimeZone=Asia/Tokyo");
  const compiling = await openDatabase({ ...scratch.config, DATABASE_URL: url.href });
  try {
    expect(await compiling.one("show jit")).toEqual({ jit: "on" });
    expect(await compiling.one("show timezone")).toEqual({ TimeZone: "UTC" });
  } finally {
    await compiling.close();
  }
});
