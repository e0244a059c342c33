import type { Actor } from "./actor.js";

/** A right to change prices of a kind on one website; 0 for all websites. */
export interface PriceRight {
  readonly kind: string;
  readonly websiteId: number;
}

/** Formats a right as it is stored with a role. */
export const formatRight = ({ kind, websiteId }: PriceRight): string => `${kind}:${websiteId}`;

/** Parses a stored right. */
export function parseRight(stored: string): PriceRight {
  const [, kind, websiteId] = /^(\w+):(\d+)$/.exec(stored) ?? [];
  if (kind === undefined) throw new Error(`${stored} is not a right to change prices`);
  return { kind, websiteId: Number(websiteId) };
}

/** Whether a caller's role can change prices of a kind on a website. Prices of website 0 need a right for all websites. */
export const mayChangePrices = ({ priceRights }: Pick<Actor, "priceRights">, { kind, websiteId }: PriceRight) =>
  priceRights === undefined ||
  priceRights.includes(formatRight({ kind, websiteId: 0 })) ||
  priceRights.includes(formatRight({ kind, websiteId }));
