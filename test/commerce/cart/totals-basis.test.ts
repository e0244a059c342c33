import { afterEach, describe, expect, it, vi } from "vitest";
import { basisOf, isBasisOf } from "../../../src/commerce/cart/state/totals-basis.js";

afterEach(() => {
  vi.useRealTimers();
});

const at = (time: string) => vi.useFakeTimers({ toFake: ["Date"], now: new Date(time) });

/** The parts of facts that a basis is made of: one product and the clocks of a shop in New York. */
function factsAt(now: string, special: { readonly from?: string; readonly to?: string }) {
  const product = { version: "1 2", special_from: special.from ?? null, special_to: special.to ?? null };
  const zone = "America/New_York";
  const totals = { settings: { today: now.slice(0, 10), now } };
  const partial = {
    products: new Map([[7, product]]),
    clock: { zone, priceZone: zone },
    pricingScope: { isGlobal: true },
  };
  return { ...partial, totals };
}

const lines = [{ product_id: 7 }];
const read = (products_version: string | null) => ({ facts_version: "1", products_version });

function holds(
  basis: ReturnType<typeof basisOf>,
  cart: Partial<ReturnType<typeof read>> = {},
  scope = "global",
): boolean {
  return isBasisOf(basis, { ...read(basis.products), ...cart }, scope);
}

describe("totals", () => {
  it("hold until the end of the day in the time zone of the shop", () => {
    const basis = basisOf(read(null), lines, factsAt("2026-03-01 20:00:00", {}));
    at("2026-03-02T04:59:59Z");
    expect(holds(basis)).toBe(true);
    at("2026-03-02T05:00:00Z");
    expect(holds(basis)).toBe(false);
  });

  it("hold until a special price begins", () => {
    const basis = basisOf(read(null), lines, factsAt("2026-03-01 10:00:00", { from: "2026-03-01 12:00:00" }));
    at("2026-03-01T16:59:59Z");
    expect(holds(basis)).toBe(true);
    at("2026-03-01T17:00:00Z");
    expect(holds(basis)).toBe(false);
  });

  it("hold until a special price ends", () => {
    const ends = { from: "2026-01-01", to: "2026-03-01 12:00:00" };
    const basis = basisOf(read(null), lines, factsAt("2026-03-01 10:00:00", ends));
    at("2026-03-01T16:59:59Z");
    expect(holds(basis)).toBe(true);
    at("2026-03-01T17:00:01Z");
    expect(holds(basis)).toBe(false);
  });

  it("hold only for the same versions and the same scope of prices", () => {
    const basis = basisOf(read(null), lines, factsAt("2026-03-01 10:00:00", {}));
    at("2026-03-01T16:00:00Z");
    expect(holds(basis)).toBe(true);
    expect(holds(basis, { facts_version: "2" })).toBe(false);
    expect(holds(basis, { products_version: "other" })).toBe(false);
    expect(holds(basis, { products_version: null })).toBe(false);
    expect(holds(basis, {}, "website")).toBe(false);
    expect(isBasisOf(undefined, read(null), "global")).toBe(false);
  });
});
