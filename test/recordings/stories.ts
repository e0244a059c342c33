import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";

export type Domain = "catalog" | "checkout" | "customers" | "products" | "sales";

/** The value of an answer that a variable takes: that at a path, as it is or as a number, or an order that can be sent back. */
export type Capture = string | { readonly number: string } | { readonly order: string };

/** A call that a real Magento 2.4.7-p3 answered, or something that is done before the next calls. */
export interface Step {
  readonly label: string;
  /** Variables that the story begins with. */
  readonly set?: Readonly<Record<string, unknown>>;
  /** Settings of the shop that are changed; null for the default. */
  readonly config?: Readonly<Record<string, string | number | null>>;
  /** The name of a customer who signs in with `username` and `password`. */
  readonly signIn?: string;
  readonly username?: string;
  readonly password?: string;
  /** Who calls: `admin`, `guest`, or a customer who has signed in. */
  readonly as?: string;
  readonly method?: string;
  /** The path behind `/rest`. */
  readonly path?: string;
  readonly body?: unknown;
  /** Headers, null for one that is not sent; a text for those of a signature, which holds only once. */
  readonly headers?: string | Readonly<Record<string, string | null>>;
  readonly capture?: Readonly<Record<string, Capture>>;
  /** Keys, paths, or patterns between slashes of what is not compared. */
  readonly ignore?: readonly string[];
  readonly status?: number;
  readonly answer?: unknown;
}

export interface Story {
  readonly name: string;
  readonly title: string;
  readonly recordedAt: string;
  readonly steps: readonly Step[];
}

/** Reads the stories of a domain, in the order of their calls. */
export function readStories(domain: Domain): Story[] {
  const file = readFileSync(new URL(`stories/${domain}.ndjson.gz`, import.meta.url));
  const lines = gunzipSync(file).toString().trimEnd().split("\n");
  return lines.map((line) => JSON.parse(line) as Story);
}

/** Whether the answer of a step is compared. A signed call cannot be sent again, and a 500 of Magento is nothing to follow. */
export const isCompared = ({ method, status, headers }: Step): boolean =>
  method !== undefined && status !== undefined && status < 500 && typeof headers !== "string";
