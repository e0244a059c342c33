import { describe, expect, it } from "vitest";
import { PrismaOnDemand } from "../../src/db/prisma-on-demand.js";

describe("Prisma's client", () => {
  it("that could not be made is reported to those who use it, and not to the one who closes the database", async () => {
    const connect = () => Promise.reject(new Error("is not reached"));
    const onDemand = new PrismaOnDemand({ provider: "mysql", adapterName: "for another database", connect });
    await expect(onDemand.use(() => "used")).rejects.toThrow(/for another database/);
    await expect(onDemand.disconnect()).resolves.toBeUndefined();
  });
});
