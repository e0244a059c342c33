import { invalid } from "../../../api/call/errors.js";

/** The place after a product in a sorted list. */
export interface PriceCursor {
  /** The order in which the place is, such as `price desc`. */
  readonly order: string;
  /** The value by which the product is sorted, as text; null without one. */
  readonly value: string | null;
  readonly id: number;
}

/** Formats a place as the text that clients send back. */
export const formatCursor = ({ order, value, id }: PriceCursor): string =>
  Buffer.from(JSON.stringify([order, value, id])).toString("base64url");

/** Parses a cursor. Throws 400 for a text that is none, and for a cursor of another order. */
export function parseCursor(text: string, order: string): PriceCursor {
  const parts = partsOf(text);
  const [found, value, id] = parts ?? [];
  const isValue = value === null || typeof value === "string";
  if (found !== order || !isValue || typeof id !== "number" || !Number.isInteger(id)) throw invalid("after", text);
  return { order, value, id };
}

function partsOf(text: string): readonly unknown[] | undefined {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(text, "base64url").toString());
    return Array.isArray(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}
