import { XMLBuilder } from "fast-xml-parser";
import { parse } from "lossless-json";

const builder = new XMLBuilder({ format: false, suppressEmptyNode: true });

/** An answer as XML: `<response>`, with `<item>` for each entry of a list. `json` is the same answer as JSON text. */
export function toXml(json: string): string {
  const value = parse(json, null, (digits) => digits);
  return `<?xml version="1.0"?>\n${builder.build({ response: element(value) })}\n`;
}

/** Characters that XML cannot hold at all, not even escaped. */
// eslint-disable-next-line no-control-regex -- they are what it removes
const illegal = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;

function element(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? "" : { item: value.map(element) };
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [elementName(key), element(inner)]));
  }
  if (value === null) return "";
  return String(value).replace(illegal, "");
}

const elementName = (key: string) => {
  const name = key.replace(/[^\w.-]/g, "");
  return /^[A-Za-z_]/.test(name) ? name : `item_${name}`;
};
