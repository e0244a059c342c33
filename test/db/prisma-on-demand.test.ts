import { describe, expect, it } from "vitest";
import type { PrismaAdapterFactory } from "../../src/db/prisma-adapter.js";
import { PrismaOnDemand } from "../../src/db/prisma-on-demand.js";
import { embeddedDatabase } from "../support/embedded.js";

describe("Prisma's client", () => {
  it("is not needed to close a database", async () => {
    const { database } = await embeddedDatabase();
    await expect(database.close()).resolves.toBeUndefined();
  });

  it("that could not be made is reported to those who use it, and not to the one who closes the database", async () => {
    const onDemand = new PrismaOnDemand(undefined as unknown as PrismaAdapterFactory);
    await expect(onDemand.use(() => "used")).rejects.toThrow(/adapter/);
    await expect(onDemand.disconnect()).resolves.toBeUndefined();
  });
});
