import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answerOf, type DataFolder, openFolder, portico } from "./portico.js";

const geonames = join(import.meta.dirname, "../commerce/inventory/geonames");
let folder: DataFolder;
beforeAll(async () => {
  folder = await openFolder();
});
afterAll(() => folder[Symbol.asyncDispose]());

describe("inventory-geonames:import", () => {
  it("imports the postal codes of countries from a folder or a file", async () => {
    const { code, stdout } = await portico(folder, ["inventory-geonames:import", "de", "FR", "--from", geonames]);
    expect([code, stdout]).toEqual([0, "Importing DE: OK\nImporting FR: OK\nDone.\n"]);
    const args = ["inventory-geonames:import", "DE", "--from", join(geonames, "DE.txt")];
    expect(await answerOf(folder, args)).toEqual({ imported: { DE: 3 } });
  });

  it("reports a missing file and a missing option", async () => {
    const absent = await portico(folder, ["inventory-geonames:import", "IT", "--from", geonames]);
    expect([absent.code, absent.stderr]).toEqual([1, `${join(geonames, "IT.txt")} does not exist.\n`]);
    expect((await portico(folder, ["inventory-geonames:import", "IT"])).code).toBe(2);
  });
});

describe("inventory:reservation", () => {
  const list = "inventory:reservation:list-inconsistencies";
  const create = "inventory:reservation:create-compensations";

  it("creates compensations, and lists the remaining inconsistencies", async () => {
    const created = await portico(folder, [create, "000000001:24-MB01:2:1", "000000001:a:b:+0.5:1"]);
    expect([created.code, created.stdout]).toEqual([
      0,
      "Following reservations were created:\n" +
        "  - Product 24-MB01 was compensated by +2.000000 for stock 1\n" +
        "  - Product a:b was compensated by +0.500000 for stock 1\n",
    ]);
    const listed = await portico(folder, [list]);
    expect([listed.code, listed.stdout]).toEqual([
      1,
      "Order 000000001:\n" +
        "  - Product 24-MB01 should be compensated by -2.000000 for stock 1\n" +
        "  - Product a:b should be compensated by -0.500000 for stock 1\n",
    ]);
    const back = ["000000001:24-MB01:-2.000000:1", "000000001:a:b:-0.500000:1"];
    expect((await portico(folder, [create, "-r", ...back])).stdout).toBe(`${back.join("\n")}\n`);
    const none = await portico(folder, [list]);
    expect([none.code, none.stdout]).toEqual([0, "No order inconsistencies were found\n"]);
  });

  it("rejects invalid compensations with the reason", async () => {
    const nothing = await portico(folder, [create]);
    const message = "A list of compensations needs to be defined as argument or STDIN.\n";
    expect([nothing.code, nothing.stderr]).toEqual([1, message]);
    const wrong = await portico(folder, [create, "1:cup:many:1"]);
    expect([wrong.code, wrong.stderr]).toEqual([
      1,
      '"1:cup:many:1" is not a compensation. The format is ORDER_INCREMENT_ID:SKU:QUANTITY:STOCK-ID.\n',
    ]);
  });
});
