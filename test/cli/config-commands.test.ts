import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answerOf, type DataFolder, openFolder, portico } from "./portico.js";

let folder: DataFolder;
beforeAll(async () => {
  folder = await openFolder();
}, 120_000);
afterAll(() => folder[Symbol.asyncDispose]());

const price = "carriers/flatrate/price";

describe("config:set and config:get", () => {
  it("change and print a setting of the shop for the default scope, a website or a store view", async () => {
    const { stdout } = await portico(folder, ["config:get", price]);
    expect(stdout).toBe("5.00\n");
    const saved = await portico(folder, ["config:set", price, "7.50", "--scope=websites", "--scope-code=base"]);
    expect([saved.code, saved.stdout]).toEqual([0, "Value was saved.\n"]);
    expect(await answerOf(folder, ["config:get", price])).toEqual({ [price]: "5.00" });
    const inStore = ["config:get", price, "--scope=stores", "--scope-code=default"];
    expect(await answerOf(folder, inStore)).toEqual({ [price]: "7.50" });
    expect(await answerOf(folder, ["config:set", price, "4"])).toEqual({ [price]: "4" });
    expect(await answerOf(folder, ["config:get", price])).toEqual({ [price]: "4" });
    const shown = await portico(folder, ["config:show", "carriers/flatrate"]);
    expect(shown.stdout).toMatch(/^carriers\/flatrate\/price +4$/m);
    expect(shown.stdout).toMatch(/^carriers\/flatrate\/title +Flat Rate$/m);
  });

  it("report which path, value or scope is wrong", async () => {
    const messageOf = async (...args: readonly string[]) => {
      const { code, stderr } = await portico(folder, args);
      return [code, stderr];
    };
    const unknown = [1, 'The "moon/owl/feathers" path doesn\'t exist. Verify and try again.\n'];
    expect(await messageOf("config:set", "moon/owl/feathers", "1")).toEqual(unknown);
    expect(await messageOf("config:get", "moon/owl/feathers")).toEqual(unknown);
    const misspelled = [
      1,
      expect.stringMatching(/^The "carriers\/flatrate\/prize" .* Similar paths: carriers\/flatrate\/price[,.]/),
    ];
    expect(await messageOf("config:set", "carriers/flatrate/prize", "1")).toEqual(misspelled);
    expect(await messageOf("config:set", "catalog/price/scope", "1")).toEqual([
      1,
      "catalog/price/scope is a setting of the service: set PORTICO_PRICE_SCOPE in its environment and start it again.\n",
    ]);
    expect(await messageOf("config:set", price, "much")).toEqual([
      1,
      `"much" is not a valid value for ${price}. It must be a number of zero or more, or empty.\n`,
    ]);
    expect(await messageOf("config:set", price, "1", "--scope=stores", "--scope-code=moon")).toEqual([
      1,
      'The "moon" value doesn\'t exist. Enter another value and try again.\n',
    ]);
    expect(await messageOf("config:set", price, "1", "--scope=websites")).toEqual([
      1,
      "The code of the website is required.\n",
    ]);
    expect(await messageOf("config:get", "carriers/flatrate")).toEqual([
      1,
      "carriers/flatrate is not a setting. To list the settings below it: bin/portico config:show carriers/flatrate\n",
    ]);
    expect((await messageOf("config:set", price, "1", "--scope=planets"))[0]).toBe(2);
  });
});

describe("shipping:tablerates", () => {
  it("imports and exports the table rates of a website", async () => {
    const [given, exported] = [join(folder.path, "given.csv"), join(folder.path, "exported.csv")];
    const titles = "Country,Region/State,Zip/Postal Code,Weight (and above),Shipping Price";
    const text = `${titles}\n*,*,*,0.0000,9.0000\nUS,CA,90210,0.0000,4.5000\n`;
    await writeFile(given, text);
    expect(await answerOf(folder, ["shipping:tablerates:import", given, "--website", "base"])).toEqual({ imported: 2 });
    expect((await portico(folder, ["shipping:tablerates:export", exported])).stdout).toBe(
      `Exported 2 rates to ${exported}.\n`,
    );
    expect(await readFile(exported, "utf8")).toBe(text);
    await writeFile(given, `${titles}\nXX,*,*,0,9\n`);
    const wrong = await portico(folder, ["shipping:tablerates:import", given]);
    const said = 'The file was not imported. Please correct Country "XX" in the Row #2.\n';
    expect([wrong.code, wrong.stderr]).toEqual([1, said]);
    const absent = await portico(folder, ["shipping:tablerates:import", join(folder.path, "absent.csv")]);
    expect([absent.code, absent.stderr]).toMatchObject([1, expect.stringContaining("absent.csv cannot be read")]);
  });
});
