import { describe, expect, it } from "vitest";
import { ruleDay } from "../../../src/commerce/promotion/rule-dates.js";

describe("the dates of cart price rules", () => {
  it.each([
    "2027-03-04",
    "2027-3-4",
    "2027/03/04",
    "20270304",
    "3/4/2027",
    "04-03-2027",
    "4.3.2027",
    "4 March 2027",
    "4 Mar 2027",
    "March 4, 2027",
    "2027-03-04 23:59:59",
    "2027-03-04T00:00:00+00:00",
    "03/04/2027 10:30 PM",
  ])("are read from %s", (text) => {
    expect(ruleDay(text)).toBe("2027-03-04");
  });

  it.each(["soon", "2027-02-30", "13/13/2027", "4 Foo 2027", "2027"])("are not read from %s", (text) => {
    expect(ruleDay(text)).toBeUndefined();
  });
});
