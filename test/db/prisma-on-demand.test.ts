import { describe, expect, it } from "vitest";
import type { PrismaAdapterFactory } from "../../src/db/prisma-adapter.js";
import { PrismaOnDemand } from "../../src/db/prisma-on-demand.js";

const missing = undefined as unknown as PrismaAdapterFactory;

describe("Prisma's client", () => {
  it("that could not be made is reported to those who use it, and not to the one who closes the database", async () => {
    const onDemand = new PrismaOnDemand(missing);
    await expect(onDemand.use(() => "used")).rejects.toThrow(/adapter/);
    await expect(onDemand.disconnect()).resolves.toBeUndefined();
  });
});
