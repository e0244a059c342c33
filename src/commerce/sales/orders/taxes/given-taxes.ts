import { noSuchEntity } from "../../../../api/call/errors.js";
import { givenColumns } from "../save/given-columns.js";
import type { Order } from "../orders.types.js";
import type { StoredOrder, TaxItemRow, TaxRow } from "../stored-order.js";
import type { OrderTax, OrderTaxItem } from "./order-taxes.types.js";
import { taxedItemOf } from "./tax-answer.js";

/** A tax to write with its entries. An id is absent if the tax or the entry is new. */
export interface TaxToWrite {
  readonly tax: Omit<TaxRow, "tax_id"> & { readonly tax_id: number | undefined };
  readonly entries: readonly (Omit<TaxItemRow, "tax_item_id" | "tax_id"> & {
    readonly tax_item_id: number | undefined;
  })[];
}

type Stored = Pick<StoredOrder, "taxes" | "tax_items">;

/** What a request says about the taxes of an order. */
export interface GivenTaxes {
  readonly order: Pick<Order, "items" | "extension_attributes">;
  /** Ids of the lines in the request. */
  readonly itemIds: readonly (number | undefined)[];
}

/** Whether a request says something about taxes. Otherwise an order keeps its own. */
export const hasTaxes = ({ items, extension_attributes: more }: Order): boolean =>
  [more?.taxes, more?.additional_itemized_taxes, ...(items ?? []).map(itemizedTaxesOf)].some((list) => list != null);

/**
 * Returns the taxes of an order after a request. Each list of the request replaces the stored one: the taxes, the entries
 * of a line, and the entries of what is no line. An entry belongs to the tax with its id or else its code; stored entries
 * are removed with their tax. Throws 404 for an entry of the request without a tax, and 400 for values that do not fit.
 */
export function mergeTaxes({ order, itemIds }: GivenTaxes, stored: Stored): TaxToWrite[] {
  const { taxes = null, additional_itemized_taxes: additional = null } = order.extension_attributes ?? {};
  const known = new Set(stored.taxes.map(({ tax_id }) => tax_id));
  const result = (taxes ?? stored.taxes).map((tax) => ({
    given: tax,
    tax: { ...givenColumns("salesOrderTax", tax), tax_id: idIn(known, tax.tax_id) },
    entries: [] as TaxToWrite["entries"][number][],
  }));
  const taxOf = findTax(result);
  const knownEntries = new Set(stored.tax_items.map(({ tax_item_id }) => tax_item_id));
  for (const { entry, itemId } of givenEntries(order, itemIds)) {
    const tax = taxOf(entry);
    if (!tax) throw noSuchEntity("tax_code", entry.tax_code ?? null);
    tax.entries.push({ ...entryColumns(entry, itemId), tax_item_id: idIn(knownEntries, entry.tax_item_id) });
  }
  for (const { tax_id, ...entry } of keptEntries(stored, { order, itemIds, additional }))
    taxOf({ tax_id })?.entries.push(entry);
  return result.map(({ tax, entries }) => ({ tax, entries }));
}

const idIn = (known: ReadonlySet<number>, id: number | null | undefined): number | undefined =>
  id != null && known.has(id) ? id : undefined;

/** Returns a function that finds the tax of an entry by its id, which is that of the request, or else by its code. */
function findTax<Tax extends { readonly given: OrderTax }>(taxes: readonly Tax[]) {
  const byId = new Map(taxes.map((tax) => [tax.given.tax_id ?? 0, tax]));
  const byCode = new Map([...taxes].reverse().map((tax) => [tax.given.code ?? "", tax]));
  return ({ tax_id: id, tax_code: code }: OrderTaxItem): Tax | undefined =>
    (id ? byId.get(id) : undefined) ?? (code == null ? undefined : byCode.get(code));
}

const itemizedTaxesOf = ({ extension_attributes: more }: NonNullable<Order["items"]>[number]) => more?.itemized_taxes;

const givenEntries = ({ items, extension_attributes: more }: GivenTaxes["order"], itemIds: GivenTaxes["itemIds"]) => [
  ...(items ?? []).flatMap((item, at) =>
    (itemizedTaxesOf(item) ?? []).map((entry) => ({ entry, itemId: itemIds[at] ?? null })),
  ),
  ...(more?.additional_itemized_taxes ?? []).map((entry) => ({ entry, itemId: null })),
];

/** Returns the stored entries whose list the request does not have. */
function keptEntries(
  { tax_items: entries }: Stored,
  { order, itemIds, additional }: GivenTaxes & { readonly additional: unknown },
): readonly TaxItemRow[] {
  const replaced = new Set((order.items ?? []).flatMap((item, at) => (itemizedTaxesOf(item) ? [itemIds[at]] : [])));
  return entries.filter((entry) => {
    const itemId = taxedItemOf(entry);
    return itemId === undefined ? additional === null : !replaced.has(itemId);
  });
}

function entryColumns(entry: OrderTaxItem, itemId: number | null) {
  const { tax_id: _tax, order_id: _order, ...columns } = givenColumns("salesOrderTaxItem", entry);
  return { ...columns, ...taxedItem(entry, itemId) };
}

/** Returns the columns that refer to a line: the tax on a line names it as its item, the tax on a fee as associated. */
export const taxedItem = (
  { taxable_item_type: type }: Pick<OrderTaxItem, "taxable_item_type">,
  itemId: number | null,
) => ({
  item_id: type === "product" ? itemId : null,
  associated_item_id: type === "product" ? null : itemId,
});
