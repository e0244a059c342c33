import { Buffer } from "node:buffer";
import type { DocumentNode } from "graphql";

/** Keeps the values that were used last, up to a total weight in bytes. */
class BoundedCache<Value> {
  private readonly entries = new Map<string, { readonly value: Value; readonly weight: number }>();
  private total = 0;

  constructor(
    private readonly limit: number,
    private readonly weigh: (value: Value) => number,
  ) {}

  get(key: string): Promise<Value | undefined> {
    const entry = this.entries.get(key);
    if (entry) {
      // A map keeps the order of insertion, so its first entry is the one that was not used for the longest time.
      this.entries.delete(key);
      this.entries.set(key, entry);
    }
    return Promise.resolve(entry?.value);
  }

  /** Keeps a value, unless it is heavier than all values together may be. */
  set(key: string, value: Value): Promise<void> {
    this.remove(key);
    const weight = this.weigh(value) + entryBytes;
    if (weight <= this.limit) {
      this.entries.set(key, { value, weight });
      this.total += weight;
      for (const oldest of this.entries.keys()) {
        if (this.total <= this.limit) break;
        this.remove(oldest);
      }
    }
    return Promise.resolve();
  }

  delete(key: string): Promise<boolean> {
    return Promise.resolve(this.remove(key));
  }

  private remove(key: string): boolean {
    this.total -= this.entries.get(key)?.weight ?? 0;
    return this.entries.delete(key);
  }
}

/** Bytes of an entry besides its value: the key, which is a hash, and the map. */
const entryBytes = 300;
/** Maximum bytes of all parsed documents, and of the texts of all registered ones. */
const maxDocumentBytes = 16 << 20;
const maxTextBytes = 4 << 20;
/** Bytes that a token of a parsed document takes in memory: 300 to 480, measured with documents of several shapes. */
const tokenBytes = 500;

/** Returns a cache for parsed documents. Apollo's own one counts their JSON, a quarter of what they take in memory. */
export const documentCache = () => new BoundedCache<DocumentNode>(maxDocumentBytes, documentBytes);

/** Returns a cache for the texts of persisted queries. */
export const textCache = () => new BoundedCache<string>(maxTextBytes, (text) => Buffer.byteLength(text, "utf16le"));

/** Estimates the memory of a parsed document, including its text and its tokens, to which its nodes refer. */
export function documentBytes({ loc }: DocumentNode): number {
  let tokens = 0;
  for (let token = loc?.startToken; token; token = token.next ?? undefined) tokens += 1;
  return (loc?.source.body.length ?? 0) * 2 + tokens * tokenBytes;
}
