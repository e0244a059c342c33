import { once } from "node:events";
import type { ServerResponse } from "node:http";
import type { LongResult } from "../../call/answer/long-result.js";
import { Slice } from "../../../platform/process/slices.js";
import type { Format } from "./negotiation.js";
import { xmlElement, xmlEnd, xmlName, xmlStart } from "./xml.js";

/** Minimum number of characters in a part of a body. */
const minPartLength = 65_536;

/** Writes a long result in slices. Returns the parts of its body. */
export async function encodeLong(result: LongResult, format: Format): Promise<readonly Buffer[]> {
  const slice = new Slice();
  const parts: Buffer[] = [];
  let text = "";
  for (const piece of format === "xml" ? xmlOf(result) : jsonOf(result)) {
    text += piece;
    if (text.length >= minPartLength) {
      parts.push(Buffer.from(text));
      text = "";
    }
    if (slice.isOver) await slice.pause();
  }
  parts.push(Buffer.from(text));
  return parts;
}

function* jsonOf(result: LongResult): Generator<string> {
  if ("items" in result) {
    yield* jsonListOf(result.items);
    return;
  }
  let before = "{";
  for (const field of result.fields) {
    yield `${before}${JSON.stringify(field.name)}:`;
    if ("items" in field) yield* jsonListOf(field.items);
    else yield field.json;
    before = ",";
  }
  yield "}";
}

function* jsonListOf(items: Iterable<string>): Generator<string> {
  let before = "[";
  for (const item of items) {
    yield before + item;
    before = ",";
  }
  yield "]";
}

function* xmlOf(result: LongResult): Generator<string> {
  yield xmlStart;
  if ("items" in result) yield* xmlItemsOf(result.items);
  else {
    for (const field of result.fields) {
      const name = xmlName(field.name);
      if ("items" in field) {
        yield `<${name}>`;
        yield* xmlItemsOf(field.items);
        yield `</${name}>`;
      } else yield xmlElement(name, field.json);
    }
  }
  yield xmlEnd;
}

function* xmlItemsOf(items: Iterable<string>): Generator<string> {
  for (const item of items) yield xmlElement("item", item);
}

/** Sends the parts of a body, each when the client has received the previous ones. Headers are already written. */
export async function sendParts(response: ServerResponse, parts: readonly Buffer[]): Promise<void> {
  const closed = new AbortController();
  response.once("close", () => closed.abort());
  for (const part of parts) {
    if (response.destroyed) return;
    if (!response.write(part)) {
      // Rejects when the client has gone.
      await once(response, "drain", { signal: closed.signal }).catch(() => undefined);
    }
  }
  response.end();
}
