import { describe, expect, it } from "vitest";
import { stateAfterDocument } from "../../../src/commerce/sales/documents/state-after-document.js";
import type { OrderFacts } from "../../../src/commerce/sales/orders/states/order-states.js";

const order = (line: object, more: Partial<OrderFacts> = {}): OrderFacts => ({
  state: "new",
  status: "pending",
  grand_total: "25",
  items: [{ item_id: 1, sku: "lens", qty_ordered: "2", ...line } as OrderFacts["items"][number]],
  ...more,
});
const begins = { beginsProcessing: true, keepsStatus: false };
const refunds = { beginsProcessing: false, keepsStatus: false };
const after = (facts: OrderFacts, rule = begins) => stateAfterDocument(facts, rule).state;
const paid = { total_paid: "25" };
const invoiced = { qty_invoiced: "2" };
const done = { ...invoiced, qty_shipped: "2" };

describe("the state of an order after a document", () => {
  it("is processing while something is left to invoice or to ship", () => {
    expect(after(order({ qty_invoiced: "1" }, paid))).toBe("processing");
    expect(after(order({ qty_shipped: "2" }))).toBe("processing");
    expect(after(order(invoiced, paid))).toBe("processing");
    expect(after(order(invoiced, { ...paid, state: "pending_payment", status: "pending_payment" }))).toBe("processing");
  });

  it("is complete once everything is invoiced and shipped, even if there was nothing to pay", () => {
    expect(after(order(done, { ...paid, state: "processing" }))).toBe("complete");
    expect(after(order(done, { grand_total: "0", state: "processing" }))).toBe("complete");
    expect(after(order(invoiced, { ...paid, is_virtual: 1 }))).toBe("complete");
  });

  it("is closed once all of that is refunded", () => {
    const back = { ...done, qty_refunded: "2" };
    expect(after(order(back, { ...paid, total_refunded: "25", state: "complete" }), refunds)).toBe("closed");
    expect(after(order(back, { ...paid, total_refunded: "10", state: "complete" }), refunds)).toBe("complete");
  });

  it("does not become processing because of a refund", () => {
    expect(after(order({ qty_invoiced: "1" }, paid), refunds)).toBe("new");
    expect(after(order({ qty_invoiced: "1" }, { ...paid, state: "processing" }), refunds)).toBe("processing");
  });
});

describe("the status of an order after a document", () => {
  const suspect = order({ qty_invoiced: "1" }, { ...paid, state: "processing", status: "fraud" });

  it("is that of the state, unless one that belongs to the state is kept", () => {
    expect(stateAfterDocument(suspect, begins).status).toBe("processing");
    expect(stateAfterDocument(suspect, { ...begins, keepsStatus: true }).status).toBe("fraud");
    const complete = { ...suspect, items: order(done).items };
    expect(stateAfterDocument(complete, { ...begins, keepsStatus: true })).toEqual({
      state: "complete",
      status: "complete",
    });
  });
});
