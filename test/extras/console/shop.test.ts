import { afterEach, describe, expect, it } from "vitest";
import { formatTime } from "../../../src/extras/console/page/lib/format.js";
import { formatPrice, partsOfPrice } from "../../../src/extras/console/page/lib/prices/price-changes.js";
import {
  dayOf,
  daysOfMonth,
  fieldMoment,
  fieldTime,
  formatMoment,
  isSameDay,
  monthAfter,
  startOf,
} from "../../../src/extras/console/page/lib/prices/schedules.js";
import { chosenView, currencyOf, shop, timeZone } from "../../../src/extras/console/page/lib/shop/shop.js";
import { clockTime, momentOf } from "../../../src/extras/console/page/lib/shop/zones.js";
import { callText } from "../../../src/extras/console/page/lib/words/call-texts.js";
import { eventSentence } from "../../../src/extras/console/page/lib/words/event-texts.js";

const view = (id: number, code: string, more: { timezone: string; base_currency_code: string }) => ({
  ...{ id, code, name: code, website_id: id },
  ...more,
});
const nothing = { views: [], currency: undefined };
const twoViews = {
  views: [
    view(1, "berlin", { timezone: "Europe/Berlin", base_currency_code: "EUR" }),
    view(2, "tokyo", { timezone: "Asia/Tokyo", base_currency_code: "JPY" }),
  ],
  currency: "USD",
};

afterEach(() => {
  shop.value = nothing;
  chosenView.value = "";
});

describe("the time zone of a store view", () => {
  it("is that of the chosen view, or else of the first", () => {
    shop.value = twoViews;
    const at = new Date("2026-01-31T23:30:00Z");
    expect([timeZone(), formatTime(at)]).toEqual(["Europe/Berlin", "1 Feb 2026, 00:30:00"]);
    chosenView.value = "tokyo";
    expect([timeZone(), formatTime(at), formatMoment(at)]).toEqual([
      "Asia/Tokyo",
      "1 Feb 2026, 08:30:00",
      "Sun, 1 Feb 2026, 08:30",
    ]);
  });

  it.each([
    ["2026-01-31T14:00", "Europe/Berlin", "2026-01-31T13:00:00.000Z"],
    ["2026-07-01T00:00", "America/Los_Angeles", "2026-07-01T07:00:00.000Z"],
    ["2026-07-01T00:00", "Asia/Kolkata", "2026-06-30T18:30:00.000Z"],
    ["2026-07-01T00:00", "UTC", "2026-07-01T00:00:00.000Z"],
    ["2026-03-29T03:00", "Europe/Berlin", "2026-03-29T01:00:00.000Z"],
  ])("reads %s in %s as %s, and shows it so again", (clock, zone, moment) => {
    expect(momentOf(clock, zone).toISOString()).toBe(moment);
    expect(clockTime(new Date(moment), zone)).toBe(`${clock}:00`);
  });

  it("takes the first of two times when clocks are set back, and an hour later for one that they skip", () => {
    expect(momentOf("2026-10-25T02:30", "Europe/Berlin").toISOString()).toBe("2026-10-25T00:30:00.000Z");
    expect(momentOf("2026-11-01T01:30", "America/New_York").toISOString()).toBe("2026-11-01T05:30:00.000Z");
    expect(momentOf("2026-03-29T02:30", "Europe/Berlin").toISOString()).toBe("2026-03-29T01:30:00.000Z");
  });

  it("decides the days of a calendar and the fields of forms", () => {
    shop.value = twoViews;
    const at = new Date("2026-01-31T23:30:00Z");
    expect([fieldTime(at), fieldMoment("2026-02-01T00:30").getTime()]).toEqual(["2026-02-01T00:30", at.getTime()]);
    const month = monthAfter(dayOf(at), 0);
    const days = daysOfMonth(month).map((day) => day.toISOString().slice(0, 10));
    expect([days[0], days.at(-1), days.length]).toEqual(["2026-01-26", "2026-03-01", 35]);
    expect(isSameDay(dayOf(at), month)).toBe(true);
    expect(startOf(month).toISOString()).toBe("2026-01-31T23:00:00.000Z");
    expect(monthAfter(month, -2).toISOString().slice(0, 10)).toBe("2025-12-01");
  });
});

describe("the currency of an amount", () => {
  it("is that of its store view or its website, or of all websites", () => {
    shop.value = twoViews;
    expect([{ store_id: 2 }, { website_id: 1 }, { store_id: 0 }, {}, { store_id: 9 }].map(currencyOf)).toEqual([
      ...["JPY", "EUR", "USD", "USD", undefined],
    ]);
    expect(formatPrice({ price: "19.9" }, { store_id: 1 })).toBe("19.90\u00A0EUR");
    expect(formatPrice({ price: 15, price_type: "discount" }, { store_id: 1 })).toBe("15 % off");
    expect(partsOfPrice({ price: 5, price_to: "2026-01-31 00:00:00" }, {})).toEqual([
      "5.00\u00A0USD",
      "(to 2026-01-31)",
    ]);
  });

  it("is left out while it is not known", () => {
    expect(formatPrice({ price: "19.9" }, { store_id: 1 })).toBe("19.90");
  });
});

describe("events and calls in plain words", () => {
  const changed = (kind: string, ...prices: object[]) =>
    eventSentence({ type: "price.changed", data: { kind, prices } });

  it("says what happened", () => {
    shop.value = twoViews;
    expect([
      changed("base", { sku: "hat", store_id: 0, price: 12.5 }),
      changed("special", { sku: "hat", store_id: 2, price: 9, price_to: "2026-02-01 00:00:00" }),
      changed("special", { sku: "hat", store_id: 0, price: null }),
      changed("cost", { sku: "hat", store_id: 0, cost: 4 }),
      changed("tier", { sku: "hat" }),
      changed("base", ..."abcdef".split("").map((sku) => ({ sku, store_id: 0, price: 1 }))),
      eventSentence({ type: "product.deleted", data: { id: 1, sku: "hat" } }),
      eventSentence({
        type: "order.placed",
        data: { increment_id: "000000007", grand_total: 12, order_currency_code: "EUR" },
      }),
      eventSentence({ type: "acme.happened", data: null }),
    ]).toEqual([
      "hat: Base price is now 12.50\u00A0USD.",
      "hat: Special price, store 2 is now 9.00\u00A0JPY (to 2026-02-01).",
      "hat: Special price removed.",
      "hat: Cost is now 4.00\u00A0USD.",
      "The tier prices of hat changed.",
      "Base price: 6 prices changed (a, b, c, d, e, …).",
      "The product hat was deleted.",
      "The order 000000007 was placed: 12.00\u00A0EUR.",
      "acme.happened",
    ]);
    expect(["SpecialPriceStorage.delete", "PriceSchedule.apply", "acme:import"].map(callText)).toEqual([
      "Special prices removed",
      "Scheduled prices",
      "acme:import",
    ]);
  });
});
