import { describe, expect, it } from "vitest";
import { PrismaOnDemand } from "../../../src/platform/db/prisma/prisma-on-demand.js";

describe("a failure to create Prisma's client", () => {
  it("is reported when models are used, but not when the database is closed", async () => {
    const connect = () => Promise.reject(new Error("is not reached"));
    const onDemand = new PrismaOnDemand({ provider: "mysql", adapterName: "for another database", connect });
    await expect(onDemand.use(() => "used")).rejects.toThrow(/for another database/);
    await expect(onDemand.disconnect()).resolves.toBeUndefined();
  });
});
