import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import { parseElements } from "../../src/api/http/body/xml-parser.js";

/** A call as it goes over the wire. `fetch` refuses bodies of GET, and adds headers of its own. */
export interface SentCall {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

export interface Answer {
  readonly status: number;
  readonly text: string;
  /** The parsed JSON or XML; undefined for any other text. */
  readonly json: unknown;
}

/** Sends a call unchanged and reads its answer. */
export async function send(url: string, { method, headers, body }: SentCall): Promise<Answer> {
  const length = body === undefined ? {} : { "Content-Length": Buffer.byteLength(body) };
  const sent = request(url, { method, headers: { ...headers, ...length } });
  sent.end(body);
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  const answered = await text(response);
  return { status: response.statusCode ?? 0, text: answered, json: parsed(answered) };
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return json.startsWith("<?xml") ? recorded(parseElements(json, Infinity)) : undefined;
  }
}

/** Returns the value of an XML answer as the recordings have it: `<item>` as a list, digits as a number, no text as "". */
function recorded(element: unknown): unknown {
  if (element === null) return "";
  if (Array.isArray(element)) return element.map(recorded);
  if (typeof element === "string") return number.test(element) ? Number(element) : element;
  const children = Object.entries(element as object);
  const [[name, value] = []] = children;
  if (name === "item" && children.length === 1) return [value].flat().map(recorded);
  return Object.fromEntries(children.map(([key, child]) => [key, recorded(child)]));
}

const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;
