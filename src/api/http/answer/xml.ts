import XMLBuilder from "fast-xml-builder";
import { parse } from "lossless-json";

const builder = new XMLBuilder({ format: false, suppressEmptyNode: true });

/**
 * Returns an answer as XML: `<response>`, with `<item>` for each entry of a list. `json` is the same answer as JSON
 * text.
 */
export const toXml = (json: string): string => `${declaration}${xmlElement("response", json)}\n`;

const declaration = '<?xml version="1.0"?>\n';

/** Text before and after the elements of an answer. */
export const xmlStart = `${declaration}<response>`;
export const xmlEnd = "</response>\n";

/** Returns the value of a JSON text as an element of this name. */
export const xmlElement = (name: string, json: string): string =>
  builder.build({ [name]: element(parse(json, null, (digits) => digits)) });

/** Characters that XML does not allow, even escaped. */
// oxlint-disable-next-line no-control-regex -- removes control characters on purpose
const illegal = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;

function element(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? "" : { item: value.map(element) };
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [xmlName(key), element(inner)]));
  }
  if (value === null) return "";
  return String(value).replace(illegal, "");
}

/** Returns a key as the name of an element. */
export const xmlName = (key: string) => {
  const name = key.replace(/[^\w.-]/g, "");
  return /^[A-Za-z_]/.test(name) ? name : `item_${name}`;
};
