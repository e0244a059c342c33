import { describe, expect, it, vi } from "vitest";
import { formatDecimal } from "../../../src/commerce/pricing/writes/checked-rows.js";
import { isDateTime, utcTime } from "../../../src/commerce/pricing/special-prices/special-price-rules.js";

describe("dates of special prices", () => {
  it.each([
    "2024-02-29 00:00:00",
    "2000-02-29 12:00:00",
    "0001-01-01 00:00:00",
    "9999-12-31 23:59:59",
    "2025-04-30 01:02:03",
  ])("accepts %s", (text) => expect(isDateTime(text)).toBe(true));

  it.each([
    "2021-02-30 00:00:00",
    "2023-02-29 00:00:00",
    "1900-02-29 00:00:00",
    "2025-04-31 00:00:00",
    "2025-09-31 00:00:00",
    "2025-13-01 00:00:00",
    "2025-00-10 00:00:00",
    "2025-01-00 00:00:00",
    "0000-01-01 00:00:00",
    "2025-01-01 24:00:00",
    "2025-01-01 23:60:00",
    "2025-01-01 23:59:60",
    "2025-01-01",
    "2025-1-1 0:00:00",
    "2025-01-01T00:00:00",
    "2025-01-01 00:00:00Z",
    "2025-01-01 00:00:00\n",
    " 2025-01-01 00:00:00",
    "20250101 000000",
    "now",
    "infinity",
    "٢٠٢٥-01-01 00:00:00",
    "'; drop table product; --",
  ])("rejects %j", (text) => expect(isDateTime(text)).toBe(false));

  it("cannot be empty text, even before a process has seen a valid date", async () => {
    vi.resetModules();
    const rules = await import("../../../src/commerce/pricing/special-prices/special-price-rules.js");
    expect(rules.isDateTime("")).toBe(false);
  });

  it("are formatted in UTC", () => {
    expect(utcTime(new Date("2025-03-04T05:06:07.890+02:00"))).toBe("2025-03-04 03:06:07");
  });
});

describe("numbers in the parameters of failed rows", () => {
  it.each([
    ["10", "10"],
    ["10.00", "10"],
    ["9.50", "9.5"],
    ["-3", "-3"],
    ["-0.0", "0"],
    ["1e3", "1000"],
    ["123456789012345", "123456789012345"],
    ["1e15", "1.0E+15"],
    ["-2.5e30", "-2.5E+30"],
    ["0.00001", "1.0E-5"],
    [null, ""],
    [undefined, ""],
  ])("formats %s as %s", (given, text) => expect(formatDecimal(given)).toBe(text));
});
