import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";

/** A call as it goes over the wire. `fetch` refuses bodies of GET, and adds headers of its own. */
export interface SentCall {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

export interface Answer {
  readonly status: number;
  readonly text: string;
  /** The parsed JSON; undefined for any other text. */
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
    return undefined;
  }
}
