import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseListInSlices } from "../../src/http/large-json.js";

const decoder = new TextDecoder("utf-8", { fatal: true });
const parse = (bytes: Uint8Array): unknown => JSON.parse(decoder.decode(bytes));
const inSlices = (text: string, most = 1_000_000) => parseListInSlices(Buffer.from(text), most, parse);

/** Longer than a group of elements. */
const long = `"${"x".repeat(70_000)}"`;

describe("a long JSON list", () => {
  it("is parsed in slices as it would be at once", async () => {
    const element = fc.oneof(fc.jsonValue(), fc.constantFrom("]", "\\", '"', "ä€😀", ",", "x".repeat(70_000)));
    const space = fc.constantFrom("", " ", "\n\t\r ");
    await fc.assert(
      fc.asyncProperty(fc.array(element, { maxLength: 12 }), space, async (list, blank) => {
        const text = `${blank}[${list.map((value) => blank + JSON.stringify(value) + blank).join(",")}]${blank}`;
        expect(await inSlices(text)).toEqual(JSON.parse(text));
      }),
      { numRuns: 200 },
    );
  });

  it.each([
    `[${long},${long},]`,
    `[${long},,${long}]`,
    `[,${long},${long}]`,
    `[${long},${long}`,
    `[${long},${long}}`,
    `[${long},${long}] 1`,
    `[${long},${long}],[1]`,
    `[${long},{"a":1],[2},${long}]`,
    `[${long},${long}]]`,
    `[${long},"${"y".repeat(70_000)}]`,
    "[",
    "[,]",
  ])("is refused where it is malformed, case %#", async (text) => {
    expect(() => void JSON.parse(text)).toThrow();
    await expect(inSlices(text)).rejects.toThrow();
  });

  it("is refused with 413 past the number of values and with 400 past the nesting", async () => {
    const list = JSON.stringify(Array.from({ length: 50_000 }, () => ({ sku: "a" })));
    expect(await inSlices(list)).toHaveLength(50_000);
    await expect(inSlices(list, 1000)).rejects.toMatchObject({ status: 413 });
    await expect(inSlices(`[${long},${"[".repeat(200)}${"]".repeat(200)}]`)).rejects.toMatchObject({ status: 400 });
  });
});
