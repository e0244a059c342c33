import { Webhook } from "standardwebhooks";
import type { Config } from "../../config.js";
import { checkAddress } from "./callback-address.js";
import { postExternal } from "./external-post.js";

/** Timeout for the response of the receiver, in milliseconds. */
const timeout = 10_000;

/** Status with which the receiver rejects further messages (410 Gone), as Standard Webhooks defines. */
const gone = 410;

/** A message to post, signed as Standard Webhooks requires (https://www.standardwebhooks.com). */
export interface SignedMessage {
  /** The same for every attempt to send the message. */
  readonly id: string;
  readonly url: string;
  /** Keys of the form `whsec_<Base64>`; the message is signed with each of them. */
  readonly secrets: readonly string[];
  /** Returns the body, in JSON. */
  readonly body: () => Promise<string>;
  /** Headers besides those of the signature. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The outcome of posting a message. */
export interface PostOutcome {
  /** Status of the response; null without one. */
  readonly httpStatus: number | null;
  /** Null if it was delivered. */
  readonly error: string | null;
  /** Whether posting it to this address again is pointless. */
  readonly isFinal: boolean;
}

export interface PostOptions {
  readonly settings: Pick<Config, "PORTICO_CALLBACK_HOSTS" | "PORTICO_CALLBACK_PORTS" | "PORTICO_CALLBACK_PRIVATE">;
  /** Aborts the request. */
  readonly signal: AbortSignal;
}

/** Posts a message once. Any 2xx response counts as a delivery. */
export async function postSigned(message: SignedMessage, { settings, signal }: PostOptions): Promise<PostOutcome> {
  const url = checkAddress(message.url, settings);
  if (!(url instanceof URL)) {
    return { httpStatus: null, error: "The settings no longer allow the address.", isFinal: true };
  }
  try {
    const body = await message.body();
    const httpStatus = await postExternal(url, {
      ...{ headers: headersOf(message, body), body, timeout, settings, signal },
    });
    if (httpStatus >= 200 && httpStatus < 300) return { httpStatus, error: null, isFinal: true };
    return { httpStatus, error: `The response status was ${httpStatus}.`, isFinal: httpStatus === gone };
  } catch (error) {
    return { httpStatus: null, error: error instanceof Error ? error.message : String(error), isFinal: false };
  }
}

function headersOf({ id, secrets, headers }: SignedMessage, body: string): Record<string, string> {
  const now = new Date();
  return {
    "Content-Type": "application/json",
    "Webhook-Id": id,
    "Webhook-Timestamp": String(Math.floor(now.getTime() / 1000)),
    "Webhook-Signature": secrets.map((secret) => new Webhook(secret).sign(id, now, body)).join(" "),
    ...headers,
  };
}

/**
 * Returns the seconds to wait after a failed attempt: five after the first, then three times as long each time, up to two
 * hours. Random jitter of up to 20 percent either way keeps a receiver from getting all messages at once.
 */
export const retryDelay = (attempt: number): number =>
  Math.min(5 * 3 ** (attempt - 1), 7200) * (0.8 + Math.random() * 0.4);
