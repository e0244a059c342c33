import i18next from "i18next";
import { describe, expect, it, onTestFinished } from "vitest";
import { titleOf } from "../../../src/extras/console/page/lib/bulk-titles.js";
import { nameOfUser, progressAfter } from "../../../src/extras/console/page/lib/bulks.js";
import {
  formatAge,
  formatChange,
  formatDay,
  formatNumber,
  formatSeconds,
  formatSize,
  parseTime,
  percent,
} from "../../../src/extras/console/page/lib/format.js";
import { textOf } from "../../../src/extras/console/page/lib/messages.js";
import { failedRowsOf } from "../../../src/extras/console/page/lib/operations.js";
import { isMissingRoute, plainError } from "../../../src/extras/console/page/lib/plain-errors.js";
import {
  failureText,
  formatPrice,
  nameOf,
  type PriceChange,
  stepOf,
} from "../../../src/extras/console/page/lib/prices/price-changes.js";
import { defaultOptions, uploadPath } from "../../../src/extras/console/page/lib/prices/price-file.js";
import { isOwn } from "../../../src/extras/console/page/lib/prices/proposals.js";
import { toPlotData } from "../../../src/extras/console/page/lib/prices/price-series.js";

describe("an error in plain words", () => {
  it("names the missing permission", () => {
    const body = {
      message: "The consumer isn't authorized to access %resources.",
      parameters: { resources: "A::a,B::b" },
    };
    expect(plainError({ status: 401, body })).toContain("it lacks A::a, B::b.");
  });

  it("keeps the reason of a rejected sign-in", () => {
    const message = "The account sign-in was incorrect.";
    expect(plainError({ status: 401, body: { message } })).toBe(message);
  });

  it("fills in reasons and leaves out the heading before them", () => {
    const message = "One or more input exceptions have occurred.";
    const reason = { message: '"%fieldName" is required.', parameters: { fieldName: "sku" } };
    expect(plainError({ status: 400, body: { message, errors: [reason, reason] } })).toBe(
      '"sku" is required. "sku" is required.',
    );
  });

  it("distinguishes a route that the server does not have from a missing record", () => {
    const missing = { status: 404, body: { message: "Request does not match any route." } };
    expect([isMissingRoute(missing), plainError(missing)]).toEqual([
      true,
      expect.stringContaining("does not support this feature"),
    ]);
    expect(isMissingRoute({ status: 404, body: { message: "Bulk uuid %bulkUuid not exist" } })).toBe(false);
  });

  it("says when to try again", () => {
    expect(plainError({ status: 429, body: {}, retryAfter: 7 })).toContain("7 seconds");
    expect(plainError({ status: 502, body: {} })).toBe("The server failed.");
  });
});

it("fills the placeholders of a row's reason in their order", () => {
  const message = "SKU = %SKU, Store ID: %storeId, 5 % more than %1.";
  expect(textOf({ message: "SKU = %SKU, Store ID: %storeId.", parameters: ["a", "0"] })).toBe("SKU = a, Store ID: 0.");
  expect(textOf({ message: "100 %sure" })).toBe("100 %sure");
  expect(failureText({ line: 7, sku: "a", message: "Too high." })).toBe("Line 7, SKU a: Too high.");
  expect(textOf({ message: "%1 of %2", parameters: ["a", "b"] })).toBe("a of b");
  expect(textOf({ message, parameters: { SKU: "a", storeId: 1 } })).toBe("SKU = a, Store ID: 1, 5 % more than %1.");
});

it("finds the failed operations of a bulk, and the rows that others rejected or did not restore", () => {
  const sent = (prices: readonly object[]) =>
    JSON.stringify({ entity_id: null, entity_link: "", meta_information: JSON.stringify({ prices }) });
  const refused = [{ message: "No product %sku.", parameters: ["gone"] }];
  const left = [{ sku: "coat", kind: "base", store_id: 0, reason: "The price was changed since then." }];
  const rows = failedRowsOf([
    { id: 0, status: 1, serialized_data: sent([{ sku: "fine" }]), result_serialized_data: "[]" },
    { id: 1, status: 1, serialized_data: sent([{ sku: "gone" }]), result_serialized_data: JSON.stringify(refused) },
    { id: 2, status: 3, serialized_data: sent([{ sku: "a" }, { sku: "b" }]), result_message: "Too high." },
    { id: 3, status: 4, serialized_data: sent([]) },
    { id: 4, status: 1, serialized_data: sent([]), result_serialized_data: JSON.stringify({ restored: 1, left }) },
  ]);
  expect(rows).toEqual([
    { id: 1, reason: "No product gone.", skus: ["gone"], sent: '{"prices":[{"sku":"gone"}]}' },
    { id: 2, reason: "Too high.", skus: ["a", "b"], sent: '{"prices":[{"sku":"a"},{"sku":"b"}]}' },
    { id: 4, reason: "Base price: The price was changed since then.", skus: ["coat"], sent: '{"prices":[]}' },
  ]);
});

it("counts an operation that waits for a retry as open, not as failed", () => {
  const event = {
    row_count: 30,
    failed_row_count: 4,
    waiting: 3,
    count_by_status: { "1": 5, "2": 2, "3": 1, "4": 2 },
    consumers: 1,
  };
  const progress = progressAfter(10, { ...event, per_second: null, seconds_left: null }, false);
  expect(progress).toMatchObject({ open: 3, complete: 5, failed: 2, rejected: 0, rows: 30, failedRows: 4 });
});

it("formats numbers and times for people", () => {
  expect([formatSeconds(59.6), formatSeconds(600), formatSeconds(7500)]).toEqual(["60 s", "10 min", "2 h 5 min"]);
  expect([percent(999, 1000), percent(1000, 1000), percent(0, 0)]).toEqual([99, 100, 100]);
  expect([formatChange(12.54), formatChange(-10), formatChange(0)]).toEqual(["+12.5 %", "−10 %", "±0 %"]);
  const at = parseTime("2026-01-31 12:00:00");
  expect(at.toISOString()).toBe("2026-01-31T12:00:00.000Z");
  expect(formatAge(at, new Date("2026-01-31T12:05:00Z"))).toBe("5 min ago");
  expect(nameOfUser({ user_type: 3, user_id: 7, user_name: null })).toBe("Customer 7");
  expect(titleOf({ route: "POST /V1/products/tier-prices", description: "Sets" })).toBe("Tier prices");
  expect(titleOf({ route: "POST /V1/unheard-of", description: "Does it" })).toBe("Does it");
});

it("formats days, sizes and decimals by the language", async () => {
  const formatted = () => [formatDay("2026-01-31 00:00:00"), formatSize(12_345), formatNumber(12.5)];
  expect(formatted()).toEqual(["2026-01-31", "12.3 kB", "12.5"]);
  onTestFinished(() => void i18next.changeLanguage("en"));
  await i18next.changeLanguage("de");
  expect(formatted()).toEqual(["31.01.2026", "12,3 kB", "12,5"]);
  expect([formatDay("2026-01-31 12:30:00"), formatSize(2_345_678)]).toEqual(["31.01.2026 12:30:00", "2,3 MB"]);
});

it("recognizes the proposals of the signed-in administrator", () => {
  const proposed = (user_type: number, user_name: string | null) => isOwn({ user_type, user_name }, "Jane");
  expect([proposed(2, "jane"), proposed(2, "john"), proposed(1, "jane"), proposed(2, null)]).toEqual([
    ...[true, false, false, false],
  ]);
});

it("sends a file with the options that were chosen, and leaves the others to the file", () => {
  expect(uploadPath(defaultOptions)).toBe("/V1/price-imports?policy=skip-failed");
  expect(uploadPath({ ...defaultOptions, decimal: ",", columns: "ignore" })).toBe(
    "/V1/price-imports?policy=skip-failed&decimal=%2C&columns=ignore",
  );
});

describe("the history of a price", () => {
  const scope = { kind: "base", store_id: 0, website_id: 0 } as const;
  const change = (id: string, second: number, values: Partial<PriceChange>): PriceChange => ({
    ...{
      id,
      changed_at: `2026-01-01T00:00:0${second}.000000Z`,
      actor_type: "system",
      call: "x",
      request_id: "r",
      sku: "a",
      ...scope,
    },
    ...{ old: null, new: null, ...values },
  });
  const start = Date.parse("2026-01-01T00:00:00Z") / 1000;

  it("keeps each price until its next change, and the last one until now", () => {
    const { times, series } = toPlotData(
      [
        change("3", 5, { old: { price: "12" }, new: null }),
        change("2", 3, { kind: "special", new: { price: "8" } }),
        change("1", 1, { old: { price: "10" }, new: { price: "12" } }),
      ],
      new Date((start + 9) * 1000),
    );
    expect(times.slice(1)).toEqual([start + 1, start + 3, start + 4.999, start + 5, start + 9]);
    expect(series.map(({ name, values }) => [name, values])).toEqual([
      ["Base price", [10, 12, 12, 12, null, null]],
      ["Special price", [null, null, 8, 8, 8, 8]],
    ]);
    expect([...(series[0]?.changes.keys() ?? [])]).toEqual([1, 4]);
  });

  it("leaves discounts in percent to the table", () => {
    const discount = { price: "15.0000", price_type: "discount" } as const;
    const tier = { kind: "tier", customer_group: "Wholesale", quantity: "10.0000", new: discount } as const;
    expect(toPlotData([change("1", 1, tier)], new Date()).series).toEqual([]);
    expect([nameOf(change("1", 1, tier)), formatPrice(discount)]).toEqual([
      "Tier price from 10, Wholesale",
      "15 % off",
    ]);
  });

  it("shows at least two decimal places, and more if they are not zero", () => {
    expect([formatPrice({ price: "5" }), formatPrice({ price: "0.1250" }), formatPrice(null)]).toEqual([
      "5.00",
      "0.125",
      "none",
    ]);
    expect(formatPrice({ price: null, price_to: "2026-01-31 00:00:00" })).toBe("no amount (to 2026-01-31)");
  });

  it("calculates a change in percent only between two prices", () => {
    const step = (old: number | null, next: number | null) =>
      stepOf({
        ...scope,
        sku: "a",
        old: old === null ? null : { price: old },
        new: next === null ? null : { price: next },
      });
    expect([step(10, 12.5), step(10, null), step(null, 5), step(0, 5)]).toEqual([25, undefined, undefined, undefined]);
  });
});
