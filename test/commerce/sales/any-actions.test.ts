import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import { createProductsInStock } from "../checkout/support.js";
import { useApp } from "../../support/app.js";
import { placeOrder, type PlacedOrder } from "./placed-order.js";

const { app, admin } = useApp();

beforeAll(async () => {
  await createProductsInStock(app, { lens: {}, case: {}, manual: { type_id: "virtual", weight: null } });
});

const skus = ["lens", "case", "manual"] as const;
const shipped = [true, true, false];

/** An action on an order, with the units of each line, or all remaining ones. */
type Action =
  | { readonly kind: "invoice" | "ship"; readonly units: readonly number[] | undefined }
  | {
      readonly kind: "refund";
      readonly units: readonly number[] | undefined;
      readonly isReturned: boolean;
      readonly more: object;
    }
  | { readonly kind: "cancel" | "hold" | "unhold" };

const units = fc.option(fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 3, maxLength: 3 }), {
  nil: undefined,
  freq: 3,
});
const actions = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom("invoice", "ship"), units }) },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant("refund"),
        units,
        isReturned: fc.boolean(),
        more: fc.record(
          {
            shipping_amount: fc.constantFrom(0, 2),
            adjustment_negative: fc.constantFrom(0, 1),
            adjustment_positive: fc.constantFrom(0, 1),
          },
          { requiredKeys: [] },
        ),
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom("cancel", "hold", "unhold") }) },
  ),
  { minLength: 2, maxLength: 9 },
) as fc.Arbitrary<Action[]>;
const ordered = fc.tuple(
  fc.integer({ min: 1, max: 4 }),
  fc.integer({ min: 1, max: 3 }),
  fc.integer({ min: 1, max: 2 }),
);

/** Returns the columns of both currencies. */
const both = (columns: Readonly<Record<string, number>>) =>
  Object.fromEntries(
    Object.entries(columns).flatMap(([name, value]) => [name, `base_${name}`].map((key) => [key, value.toFixed(2)])),
  );

/** Places an order whose totals are those of its lines and of 5 dollars of shipping. */
function place(quantities: readonly number[]): Promise<PlacedOrder> {
  const lines = quantities.map((qty, at) => ({
    sku: skus[at] ?? "",
    qty,
    columns: {
      ...both({ price: 10, row_total: 10 * qty, tax_amount: 0.83 * qty - 0.01, discount_amount: 1 }),
      ...(shipped[at] ? {} : { is_virtual: 1, product_type: "virtual" }),
    },
  }));
  const subtotal = 10 * quantities.reduce((sum, qty) => sum + qty, 0);
  const tax_amount = 0.083 * subtotal - 0.03 + 0.4;
  const totals = { subtotal, tax_amount, discount_amount: -3, shipping_amount: 5, shipping_tax_amount: 0.4 };
  return placeOrder(app, lines, {
    ...both({ ...totals, grand_total: subtotal + tax_amount + 5 - 3 }),
    order_currency_code: "USD",
  });
}

function bodyOf(action: Action, items: readonly number[]): object {
  if (!("units" in action)) return {};
  const named = action.units ? { items: action.units.map((qty, at) => ({ order_item_id: items[at], qty })) } : {};
  if (action.kind !== "refund") return named;
  const returned = items.filter((_, at) => (action.units?.[at] ?? 0) > 0);
  const extension_attributes = { return_to_stock_items: action.isReturned ? returned : [] };
  return { ...named, arguments: { ...action.more, extension_attributes } };
}

const pathOf = ({ kind }: Action, id: number) =>
  ["cancel", "hold", "unhold"].includes(kind) ? `/V1/orders/${id}/${kind}` : `/V1/order/${id}/${kind}`;

/** Returns an order with its documents, its reservations, and the stock of its products at their source. */
async function readAll({ id }: PlacedOrder) {
  const order = await app.db.models.salesOrder.findUniqueOrThrow({
    where: { entity_id: id },
    include: {
      items: { orderBy: { item_id: "asc" } },
      invoices: { include: { items: true } },
      shipments: { include: { items: true } },
      creditmemos: { include: { items: true } },
    },
  });
  const reserved = await app.db.query<{ sku: string; quantity: string }>(
    "select sku, sum(quantity) as quantity from inventory_reservation where object_type = 'order' and object_id = $1 group by sku",
    [String(id)],
  );
  return { order, held: (sku: string) => -Number(reserved.find((row) => row.sku === sku)?.quantity ?? 0) };
}

const stockOf = async () =>
  new Map((await app.db.models.inventorySourceItem.findMany()).map(({ sku, quantity }) => [sku, Number(quantity)]));

type Read = Awaited<ReturnType<typeof readAll>>;
const cents = (value: string | null | undefined) => Math.round(Number(value ?? 0) * 100);
const sumOf = (values: readonly (string | null | undefined)[]) => values.reduce((sum, value) => sum + cents(value), 0);

/** Checks that no action exceeds its units, and that the documents add up to the amounts of the order. */
function check({ order, held }: Read, taken: (sku: string) => number): void {
  for (const [at, row] of order.items.entries()) {
    const [invoiced, sent, refunded, canceled] = [
      row.qty_invoiced,
      row.qty_shipped,
      row.qty_refunded,
      row.qty_canceled,
    ].map(cents);
    const whole = cents(row.qty_ordered);
    const inDocuments = (documents: readonly { items: readonly { order_item_id: number; qty: string }[] }[]) =>
      sumOf(
        documents
          .flatMap(({ items }) => items)
          .filter(({ order_item_id: id }) => id === row.item_id)
          .map(({ qty }) => qty),
      );
    expect((invoiced ?? 0) + (canceled ?? 0)).toBeLessThanOrEqual(whole);
    expect((sent ?? 0) + (canceled ?? 0)).toBeLessThanOrEqual(whole);
    expect(refunded).toBeLessThanOrEqual(invoiced ?? 0);
    expect(inDocuments(order.invoices)).toBe(invoiced);
    expect(inDocuments(order.shipments)).toBe(sent);
    expect(inDocuments(order.creditmemos)).toBe(refunded);
    if (!shipped[at]) continue;
    const left = taken(row.sku) + held(row.sku);
    expect(held(row.sku)).toBeGreaterThanOrEqual(0);
    if (refunded === 0) expect(left * 100).toBe(whole - (canceled ?? 0));
    else expect(left * 100).toBeLessThanOrEqual(whole - (canceled ?? 0));
  }
  const added = (documents: readonly Readonly<Record<string, unknown>>[], name: string) =>
    sumOf(documents.map((document) => document[name] as string | null));
  expect(cents(order.total_invoiced)).toBe(added(order.invoices, "grand_total"));
  expect(cents(order.tax_invoiced)).toBe(added(order.invoices, "tax_amount"));
  expect(cents(order.discount_invoiced)).toBe(added(order.invoices, "discount_amount"));
  expect(cents(order.total_refunded)).toBe(added(order.creditmemos, "grand_total"));
  expect(cents(order.total_paid)).toBeLessThanOrEqual(cents(order.grand_total));
  expect(cents(order.total_refunded)).toBeLessThanOrEqual(cents(order.total_paid));
}

/** Whether an action must succeed, by the quantities before it; undefined where amounts decide, too. */
function isExpected(action: Action, { order }: Read): boolean | undefined {
  const rows = order.items.map((row, at) => {
    const [whole, invoiced, sent, refunded, canceled] = [
      row.qty_ordered,
      row.qty_invoiced,
      row.qty_shipped,
      row.qty_refunded,
      row.qty_canceled,
    ].map(Number);
    const toInvoice = Math.max((whole ?? 0) - (invoiced ?? 0) - (canceled ?? 0), 0);
    const toShip = shipped[at] ? Math.max((whole ?? 0) - (sent ?? 0) - (refunded ?? 0) - (canceled ?? 0), 0) : 0;
    return { toInvoice, toShip };
  });
  const isOpen = ["new", "processing"].includes(order.state ?? "");
  const wanted = (at: number, left: number) => ("units" in action && action.units ? (action.units[at] ?? 0) : left);
  switch (action.kind) {
    case "invoice":
      return (
        isOpen &&
        rows.every(({ toInvoice }, at) => toInvoice === 0 || wanted(at, toInvoice) <= toInvoice) &&
        rows.some(({ toInvoice }, at) => toInvoice > 0 && wanted(at, toInvoice) > 0)
      );
    case "ship":
      return (
        !["holded", "canceled"].includes(order.state ?? "") &&
        rows.some(({ toShip }, at) => toShip > 0 && wanted(at, toShip) > 0)
      );
    case "cancel":
      return isOpen && rows.some(({ toInvoice }) => toInvoice > 0);
    case "hold":
      return isOpen;
    case "unhold":
      return order.state === "holded";
    case "refund":
      return undefined;
  }
}

it("documents never exceed an order and always add up, whatever is done with it in any sequence", async () => {
  await fc.assert(
    fc.asyncProperty(ordered, actions, async (quantities, list) => {
      const before = await stockOf();
      const order = await place(quantities);
      let last = await readAll(order);
      for (const action of list) {
        const expected = isExpected(action, last);
        const { status, body, text } = await admin.post(pathOf(action, order.id), bodyOf(action, order.items));
        expect([200, 400], text).toContain(status);
        const hasWorked = status === 200 && body !== false;
        if (expected !== undefined) expect([action.kind, hasWorked, text]).toEqual([action.kind, expected, text]);
        last = await readAll(order);
        const stock = await stockOf();
        check(last, (sku) => (before.get(sku) ?? 0) - (stock.get(sku) ?? 0));
      }
    }),
    { numRuns: 25 },
  );
});
