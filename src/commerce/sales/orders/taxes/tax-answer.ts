import { asAmount } from "../../../../platform/money/amount.js";
import { add } from "../../../../platform/money/arithmetic.js";
import { fromJson, withoutNulls } from "../../../../platform/db/models.js";
import type { OrderAppliedTax, OrderItemTax } from "../order-extension.types.js";
import type { StoredOrder } from "../stored-order.js";
import type { OrderTax, OrderTaxItem } from "./order-taxes.types.js";

/** The taxes of an order, in the shapes of its extension attributes. */
interface OrderTaxes {
  readonly taxes: OrderTax[];
  /** Taxes on what is no item, as on shipping. */
  readonly additional_itemized_taxes: OrderTaxItem[];
  readonly applied_taxes: OrderAppliedTax[];
  readonly item_applied_taxes: OrderItemTax[];
}

/** Returns the id of the line that an entry belongs to; undefined for shipping. */
export const taxedItemOf = ({
  item_id,
  associated_item_id,
}: Pick<OrderTaxItem, "item_id" | "associated_item_id">): number | undefined =>
  item_id ?? associated_item_id ?? undefined;

/** Returns the taxes of the lines of an order, by their ids. */
export const taxesByItem = (stored: StoredOrder): ReadonlyMap<number, OrderTaxItem[]> =>
  grouped(toTaxItems(stored), (entry) => taxedItemOf(entry) ?? 0);

function grouped<Key>(entries: readonly OrderTaxItem[], keyOf: (entry: OrderTaxItem) => Key) {
  const groups = new Map<Key, OrderTaxItem[]>();
  for (const entry of entries) groups.set(keyOf(entry), [...(groups.get(keyOf(entry)) ?? []), entry]);
  return groups;
}

/**
 * Returns the taxes of an order. Taxes that apply are derived from the entries, as in Magento. Orders without entries have
 * those that were imported.
 */
export function toTaxes(stored: StoredOrder): OrderTaxes {
  const entries = toTaxItems(stored);
  const titles = new Map(stored.taxes.map(({ tax_id, title }) => [tax_id, title]));
  const byItem = grouped(entries, ({ item_id: id, associated_item_id: of, taxable_item_type: type }) =>
    id == null ? `${type}-${of}` : id,
  );
  const itemTaxes = [...byItem.values()].map((ofItem) => toItemTax(ofItem, titles));
  return {
    taxes: stored.taxes.map(withoutNulls),
    additional_itemized_taxes: entries.filter((entry) => taxedItemOf(entry) === undefined),
    ...(entries.length > 0
      ? { applied_taxes: sumByCode(itemTaxes), item_applied_taxes: itemTaxes }
      : importedTaxes(stored)),
  };
}

// Stored in the form of their shapes.
const importedTaxes = ({ applied_taxes, item_applied_taxes }: StoredOrder) => ({
  applied_taxes: fromJson<OrderAppliedTax[]>(applied_taxes ?? []),
  item_applied_taxes: fromJson<OrderItemTax[]>(item_applied_taxes ?? []),
});

function toTaxItems({ taxes, tax_items: entries }: Pick<StoredOrder, "taxes" | "tax_items">): OrderTaxItem[] {
  const codes = new Map(taxes.map(({ tax_id, code }) => [tax_id, code]));
  return entries.map(({ order_id: _order, ...entry }) =>
    withoutNulls({ ...entry, tax_code: codes.get(entry.tax_id) ?? null }),
  );
}

type Titles = ReadonlyMap<number, string | null | undefined>;

function toItemTax(entries: readonly OrderTaxItem[], titles: Titles): OrderItemTax {
  const { taxable_item_type: type, item_id, associated_item_id } = entries[0] ?? {};
  const applied_taxes = entries.map((entry) =>
    withoutNulls({
      code: entry.tax_code ?? null,
      title: titles.get(entry.tax_id ?? 0) ?? null,
      percent: entry.tax_percent ?? null,
      amount: entry.real_amount ?? null,
      base_amount: entry.real_base_amount ?? null,
    }),
  );
  return { ...withoutNulls({ type, item_id, associated_item_id }), applied_taxes };
}

/** Returns the taxes of all items, one for each code, with the sums of their amounts. */
function sumByCode(itemTaxes: readonly OrderItemTax[]): OrderAppliedTax[] {
  const sums = new Map<string, OrderAppliedTax>();
  for (const tax of itemTaxes.flatMap(({ applied_taxes: taxes }) => taxes ?? [])) {
    const before = sums.get(tax.code ?? "");
    sums.set(tax.code ?? "", {
      ...(before ?? tax),
      amount: add(asAmount(before?.amount ?? 0), asAmount(tax.amount ?? 0)),
      base_amount: add(asAmount(before?.base_amount ?? 0), asAmount(tax.base_amount ?? 0)),
    });
  }
  return [...sums.values()];
}
