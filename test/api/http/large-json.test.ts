import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { parseInSlices } from "../../../src/api/http/body/large-json.js";

const decoder = new TextDecoder("utf-8", { fatal: true });
const parse = (bytes: Uint8Array): unknown => JSON.parse(decoder.decode(bytes));
const million = 1_000_000;
const inSlices = (text: string, values = million, elementValues = million) =>
  parseInSlices(Buffer.from(text), { values, elementValues }, parse);

/** Text longer than a group of members. */
const long = `"${"x".repeat(70_000)}"`;

/** Counts the turns of the event loop while some work runs. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let turns = 0;
  let isOver = false;
  const next = () => {
    turns += 1;
    if (!isOver) setImmediate(next);
  };
  setImmediate(next);
  await work.finally(() => (isOver = true));
  return turns;
}

describe("a large JSON body", () => {
  const leaf = fc.oneof(fc.jsonValue(), fc.constantFrom("]", "}", "\\", '"', "ä€😀", ",", "x".repeat(70_000)));
  const key = fc.oneof(fc.string(), fc.constantFrom("__proto__", '"', "\\", "a:b", "{", "1", "a"));
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof({ maxDepth: 4 }, leaf, tie("list"), tie("object")),
    list: fc.array(tie("value"), { maxLength: 6 }),
    object: fc.dictionary(key, tie("value"), { maxKeys: 6 }),
  }));

  /** Formats JSON with the same white space wherever it is allowed. */
  function formatJson(given: unknown, blank: string): string {
    if (Array.isArray(given))
      return `[${given.map((item) => blank + formatJson(item, blank) + blank).join(",")}${blank}]`;
    if (typeof given !== "object" || given === null) return JSON.stringify(given);
    const members = Object.entries(given).map(
      ([name, item]) => `${blank}${JSON.stringify(name)}${blank}:${blank}${formatJson(item, blank)}${blank}`,
    );
    return `{${members.join(",")}${blank}}`;
  }

  it("is parsed in slices with the same result as in one piece", async () => {
    const blank = fc.constantFrom("", " ", "\n\t\r ");
    const whole = fc.oneof(fc.array(value, { maxLength: 8 }), fc.dictionary(key, value, { maxKeys: 8 }));
    await fc.assert(
      fc.asyncProperty(whole, blank, async (given, space) => {
        const text = space + formatJson(given, space) + space;
        expect(await inSlices(text)).toEqual(JSON.parse(text));
      }),
      { numRuns: 200 },
    );
  });

  it("keeps the last of equal keys, and a key __proto__ like any other, next to and within large parts", async () => {
    const large = JSON.stringify({ list: [JSON.parse(long), 1] });
    for (const text of [
      `{"a":${large},"b":1,"a":2}`,
      `{"a":1,"a":${large}}`,
      `{"a":[${long}],"b":[],"a":2}`,
      `{"a":2,"a":[${long}]}`,
      `{"a":[1],"a":2,"a":[${long},3]}`,
      `{"__proto__":[${long},1],"\\u0061":[2]}`,
      `{"__proto__":${large},"b":[${large},{"__proto__":${large}}]}`,
      `\uFEFF[${large},${large}]`,
    ]) {
      const read = await inSlices(text);
      expect(JSON.stringify(read)).toBe(JSON.stringify(JSON.parse(text.replace("\uFEFF", ""))));
      expect(Object.getPrototypeOf(read)).toBe(text.startsWith("{") ? Object.prototype : Array.prototype);
    }
    await expect(inSlices(" ".repeat(1000))).rejects.toThrow();
  });

  it("yields to other work while its elements are parsed", async () => {
    // Each look at the clock takes three milliseconds, whatever the machine.
    let now = 0;
    using _clock = vi.spyOn(performance, "now").mockImplementation(() => (now += 3));
    const many = Array.from({ length: 15_000 }, (_, at) => ({ title: `value ${at}`, sort_order: at }));
    for (const body of [many, { items: many, others: many }])
      expect(await turnsDuring(inSlices(JSON.stringify(body)))).toBeGreaterThan(5);
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
    `{"a":[${long}],}`,
    `{"a":[${long}] 1}`,
    `{"a":1 [${long}]}`,
    `{"a":"b":[${long}]}`,
    `{[${long}]}`,
    `{"a",[${long}]}`,
    `{"a":{"b":[${long}}]}`,
    `["a":[${long}]]`,
    `[1 [${long}]]`,
    `{"a":[${long}],"b"}`,
    `{,"a":[${long}]}`,
    `1 [${long}]`,
    "[",
    "[,]",
    "{,}",
  ])("is rejected if it is malformed, case %#", async (text) => {
    expect(() => void JSON.parse(text)).toThrow();
    await expect(inSlices(text)).rejects.toThrow();
  });

  it("may be neither a list nor an object", async () => {
    for (const text of [long, "1", "null"]) expect(await inSlices(text)).toEqual(JSON.parse(text));
  });

  it("is rejected with 413 for too many values and with 400 if nested too deeply", async () => {
    const list = JSON.stringify(Array.from({ length: 50_000 }, () => ({ sku: "a" })));
    expect(await inSlices(list)).toHaveLength(50_000);
    await expect(inSlices(list, 1000)).rejects.toMatchObject({ status: 413 });
    await expect(inSlices(`[${long},${"[".repeat(200)}${"]".repeat(200)}]`)).rejects.toMatchObject({ status: 400 });
  });

  it("is rejected with 413 for too many values in one element", async () => {
    const element = `{"list":[${"1,".repeat(600)}1]}`;
    expect(await inSlices(`[${element},${element}]`, million, 1000)).toHaveLength(2);
    for (const place of [`[${element},[${"1,".repeat(1100)}1]]`, `[[${"1,".repeat(1100)}1],${element}]`])
      await expect(inSlices(place, million, 1000)).rejects.toMatchObject({
        status: 413,
        message: "An element of the request body has more than 1000 values.",
      });
  });

  it("counts each element of a list in the outermost object separately, and the rest of the object as one more", async () => {
    const rows = `[${Array.from({ length: 600 }, () => '{"sku":"a","qty":1}').join(",")}]`;
    expect(await inSlices(`{"items":${rows}}`, million, 1000)).toHaveProperty("items.length", 600);
    await expect(inSlices(`{"customer":{"addresses":${rows}}}`, million, 1000)).rejects.toMatchObject({ status: 413 });
    await expect(inSlices(`{"items":[${rows}]}`, million, 1000)).rejects.toMatchObject({ status: 413 });
    const members = Object.fromEntries(Array.from({ length: 1100 }, (_, at) => [`key${at}`, at]));
    await expect(inSlices(JSON.stringify(members), million, 1000)).rejects.toMatchObject({ status: 413 });
    await expect(inSlices(JSON.stringify({ ...members, items: [1] }), million, 1000)).rejects.toMatchObject({
      status: 413,
    });
  });
});
