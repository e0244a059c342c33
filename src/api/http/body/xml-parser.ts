import { tooDeep, tooManyValues, undecodable } from "../../call/errors.js";
import { maxBodyDepth } from "./json-structure.js";

/** An element whose end tag is not read yet. */
interface OpenElement {
  readonly name: string;
  readonly children: Map<string, unknown>;
  text: string;
}

const name = "[A-Za-z_:\\u00c0-\\ufffd][\\w:.\\-\\u00b7-\\ufffd]*";
const attribute = `\\s+${name}\\s*=\\s*(?:"[^"<]*"|'[^'<]*')`;

/**
 * The next token of a document: character data, an end tag, a start tag, a reference, a CDATA section, a comment or
 * an instruction. `<!DOCTYPE` is not included, so documents cannot declare entities.
 */
const token = new RegExp(
  [
    "([^<&]+)",
    `</(${name})\\s*>`,
    `<(${name})(?:${attribute})*\\s*(/?)>`,
    "&(#\\d{1,7}|#x[\\da-fA-F]{1,6}|\\w{1,10});",
    "<!\\[CDATA\\[([^]*?)\\]\\]>",
    "<!--[^]*?-->|<\\?[^]*?\\?>",
  ].join("|"),
  "y",
);

/**
 * Parses a document in one pass and returns the value of its root: its children by name, with a list for repeated
 * names, or the text of an element without children; null for an empty element. Ignores attributes. Throws 400 for a document that is malformed
 * or nested too deeply, and 413 for too many elements, references and comments.
 */
export function parseElements(document: string, maxElements: number): unknown {
  const outside: OpenElement = { name: "", children: new Map(), text: "" };
  const open = [outside];
  let elements = 0;
  token.lastIndex = 0;
  while (token.lastIndex < document.length) {
    const found = token.exec(document);
    const current = open.at(-1);
    if (!found || !current) throw undecodable();
    const [, text, end, start, selfClosing, reference, cdata] = found;
    if (text !== undefined) current.text += normalizeText(text);
    else if (end !== undefined) close(open, end);
    else {
      elements += 1;
      if (elements > maxElements) throw tooManyValues(maxElements);
      if (reference !== undefined) current.text += resolveReference(reference);
      else if (cdata !== undefined) current.text += normalizeText(cdata);
      else if (start !== undefined) enter(open, start);
      if (start !== undefined && selfClosing) close(open, start);
    }
  }
  if (open.length > 1 || outside.text.trim() !== "" || outside.children.size === 0) throw undecodable();
  return [...outside.children.values()][0];
}

/** Starts an element. A document has exactly one root. */
function enter(open: OpenElement[], name: string): void {
  if (open.length > maxBodyDepth) throw tooDeep(maxBodyDepth);
  if (open.length === 1 && open[0]?.children.size !== 0) throw undecodable();
  open.push({ name, children: new Map(), text: "" });
}

/** Ends the innermost element, which must have this name, and adds its value to its parent. */
function close(open: OpenElement[], end: string): void {
  const element = open.pop();
  const parent = open.at(-1);
  if (!element || !parent || element.name !== end) throw undecodable();
  const value = valueOf(element);
  const present = parent.children.get(end);
  if (!parent.children.has(end)) parent.children.set(end, value);
  else if (Array.isArray(present)) present.push(value);
  else parent.children.set(end, [present, value]);
}

/** Built from entries, because assigning the key `__proto__` would set the prototype. */
function valueOf({ children, text }: OpenElement): unknown {
  const isBlank = text.trim() === "";
  if (children.size === 0) return isBlank ? null : text;
  return Object.fromEntries(isBlank ? children : [...children, ["#text", text.trim()]]);
}

const predefined = new Map(Object.entries({ lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" }));

/** Resolves `lt`, `#60` or `#x3c`. Throws 400 for an unknown name and for a number that is not a character. */
function resolveReference(reference: string): string {
  if (!reference.startsWith("#")) return predefined.get(reference) ?? throwUndecodable();
  const code = Number(reference.replace(/^#x/, "0x").replace(/^#/, ""));
  return code <= 0x10ffff ? normalizeText(String.fromCodePoint(code)) : throwUndecodable();
}

function throwUndecodable(): never {
  throw undecodable();
}

// eslint-disable-next-line no-control-regex -- matches control characters on purpose
const illegal = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;

/**
 * Replaces line ends with line feeds and throws 400 for characters that XML does not allow (XML 1.0, 2.2 and 2.11).
 */
function normalizeText(text: string): string {
  if (illegal.test(text)) throw undecodable();
  return text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text;
}
