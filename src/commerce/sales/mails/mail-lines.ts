import type { TemplateValues } from "../../../platform/mail/template.js";
import type { ItemRow } from "../orders/stored-order.js";
import { type Formats, quantityOf } from "./formats.js";
import type { MailedDocument } from "./mailed-documents.rows.js";
import type { MailedOrder, MailedReturn, MailFacts } from "./mail-facts.js";

/** A line of an email. */
interface MailLine extends TemplateValues {
  /** URL of the picture of the product, or empty. */
  readonly picture: string;
}

/** Returns the lines of a return, of a document, or else of the order. */
export function linesOf({ order, document, returned, pictures }: MailFacts, formats: Formats): MailLine[] {
  const pictureOf: PictureOf = (item) => pictures?.get(item?.product_id ?? 0) ?? "";
  if (returned) return returnedLines(order, returned, pictureOf);
  return document ? documentLines(order, document, { formats, pictureOf }) : orderLines(order, { formats, pictureOf });
}

type PictureOf = (item: ItemRow | undefined) => string;
type Line = Pick<ItemRow, "name" | "sku">;

interface Shown {
  readonly formats: Formats;
  readonly pictureOf: PictureOf;
}

const toMailLine = ({ name, sku }: Line, quantity: string | null | undefined) => ({
  name: name ?? sku,
  sku,
  quantity: quantityOf(quantity),
});

function returnedLines({ items }: MailedOrder, returned: MailedReturn, pictureOf: PictureOf): MailLine[] {
  const ordered = new Map(items.map((item) => [item.item_id, item]));
  return returned.items.flatMap(({ order_item_id, qty_requested }) => {
    const item = ordered.get(order_item_id);
    if (!item) return [];
    return [{ ...toMailLine(item, String(qty_requested)), amount: "", picture: pictureOf(item), parts: [] }];
  });
}

/**
 * Returns the lines of an order. The parts of a bundle are inside its line, and the variation of a configurable product is
 * left out.
 */
function orderLines({ items }: MailedOrder, { formats, pictureOf }: Shown): MailLine[] {
  return items
    .filter(({ parent_item_id }) => parent_item_id == null)
    .map((item) => ({
      ...toMailLine(item, item.qty_ordered),
      amount: formats.amount(item.row_total),
      picture: pictureOf(item),
      parts: items
        .filter((part) => item.product_type === "bundle" && part.parent_item_id === item.item_id)
        .map((part) => toMailLine(part, part.qty_ordered)),
    }));
}

/** Returns the lines of a document in its order. The parts of a bundle are inside its line if the document contains it. */
function documentLines(order: MailedOrder, { items, kind }: MailedDocument, { formats, pictureOf }: Shown): MailLine[] {
  const ordered = new Map(order.items.map((item) => [item.item_id, item]));
  const documented = new Set(items.map(({ order_item_id }) => order_item_id));
  const parentOf = (id: number) => ordered.get(id)?.parent_item_id ?? undefined;
  const lineOf = (item: MailedDocument["items"][number]) => ({
    ...toMailLine({ name: item.name ?? null, sku: item.sku ?? "" }, item.qty),
    amount: kind === "shipment" ? "" : formats.amount(item.row_total),
  });
  const isPart = (id: number) => {
    const parent = parentOf(id);
    return parent !== undefined && documented.has(parent);
  };
  return items
    .filter(({ order_item_id: id }) => !isPart(id))
    .map((item) => ({
      ...lineOf(item),
      picture: pictureOf(ordered.get(item.order_item_id)),
      parts: items
        .filter(
          ({ order_item_id: id }) => parentOf(id) === item.order_item_id && isBundle(ordered.get(item.order_item_id)),
        )
        .map((part) => ({ ...lineOf(part), amount: "" })),
    }));
}

const isBundle = (item: ItemRow | undefined) => item?.product_type === "bundle";
