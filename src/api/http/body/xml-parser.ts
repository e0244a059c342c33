import { SaxesParser } from "saxes";
import { tooDeep, tooManyValues, undecodable } from "../../call/errors.js";
import { maxBodyDepth } from "./json-structure.js";

/** An element whose end tag is not read yet. */
interface OpenElement {
  readonly name: string;
  readonly children: Map<string, unknown>;
  text: string;
}

/** Builds the value of a document from the events of its parser. */
class ValueBuilder {
  readonly #outside: OpenElement = { name: "", children: new Map(), text: "" };
  readonly #open = [this.#outside];
  #values = 0;

  constructor(private readonly maxValues: number) {}

  /** The value of the root. */
  get root(): unknown {
    return [...this.#outside.children.values()][0];
  }

  /** Counts an element, a CDATA section or a comment. Throws 413 above the limit. */
  count(): void {
    this.#values += 1;
    if (this.#values > this.maxValues) throw tooManyValues(this.maxValues);
  }

  enter(name: string): void {
    this.count();
    if (this.#open.length > maxBodyDepth) throw tooDeep(maxBodyDepth);
    this.#open.push({ name, children: new Map(), text: "" });
  }

  add(text: string): void {
    const current = this.#open.at(-1);
    if (current) current.text += text;
  }

  /** Ends the innermost element, and adds its value to its parent. */
  leave(): void {
    const element = this.#open.pop();
    const parent = this.#open.at(-1);
    if (!element || !parent) throw undecodable();
    const value = valueOf(element);
    const present = parent.children.get(element.name);
    if (!parent.children.has(element.name)) parent.children.set(element.name, value);
    else if (Array.isArray(present)) present.push(value);
    else parent.children.set(element.name, [present, value]);
  }
}

/**
 * Parses a document and returns the value of its root: its children by name, with a list for repeated names, or the text of
 * an element without children; null for an empty element. Ignores attributes. Throws 400 for a document that is malformed, nested too deeply, or has
 * a document type, and 413 for too many elements, CDATA sections and comments.
 */
export function parseElements(document: string, maxValues: number): unknown {
  const parser = new SaxesParser();
  const builder = new ValueBuilder(maxValues);
  const refuse = (): never => {
    throw undecodable();
  };
  parser.on("error", refuse);
  parser.on("doctype", refuse);
  parser.on("opentag", ({ name }) => builder.enter(name));
  parser.on("closetag", () => builder.leave());
  parser.on("text", (text) => builder.add(text));
  parser.on("cdata", (text) => {
    builder.count();
    builder.add(text);
  });
  parser.on("comment", () => builder.count());
  parser.write(document).close();
  return builder.root;
}

/** Built from entries, because assigning the key `__proto__` would set the prototype. */
function valueOf({ children, text }: OpenElement): unknown {
  const isBlank = text.trim() === "";
  if (children.size === 0) return isBlank ? null : text;
  return Object.fromEntries(isBlank ? children : [...children, ["#text", text.trim()]]);
}
