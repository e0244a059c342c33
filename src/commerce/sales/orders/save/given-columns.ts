import { invalid, tooLong } from "../../../../api/call/errors.js";
import { calendarDay, utcSecond } from "../../../../api/contract/dates.js";
import { type Column, type ModelName, type Row, tableOf } from "../../../../platform/db/models.js";
import { fitOrThrow } from "../../../../api/call/arguments/decimal-fields.js";
import { exchangeRateColumn, orderColumn } from "../../../../platform/money/columns.js";

/** The models of an order, its documents, and the parts of both. */
type PartModel = Extract<
  ModelName,
  | "salesOrder"
  | "salesOrderItem"
  | "salesOrderAddress"
  | "salesOrderPayment"
  | "salesOrderHistory"
  | "salesOrderTax"
  | "salesOrderTaxItem"
  | "salesInvoice"
  | "salesInvoiceItem"
  | "salesInvoiceComment"
  | "salesShipment"
  | "salesShipmentItem"
  | "salesShipmentTrack"
  | "salesCreditmemo"
  | "salesCreditmemoItem"
>;

/** Maximum lengths of columns that have one. */
const maxLengths: Readonly<Record<string, number>> = {
  increment_id: 50,
  state: 32,
  status: 32,
  method: 128,
  shipping_method: 120,
};

/** Columns that only the service sets. */
const ownColumns = new Set(["updated_at", "order_id", "parent_id", "parent_item_id", "is_placed", "gift_message_id"]);

/**
 * Returns the values of a shape that are columns of a model, in their stored form. Null empties a column, and is ignored
 * if the column is required. Throws 400 for a value that does not fit.
 */
export function givenColumns<Model extends PartModel>(model: Model, given: object): Partial<Row<Model>> {
  const { columns, key } = tableOf(model);
  const row: Record<string, unknown> = {};
  for (const [name, value] of Object.entries<unknown>({ ...given })) {
    const column = columns[name];
    if (!column || value === undefined || key.includes(name) || ownColumns.has(name) || column.type === "Json")
      continue;
    if (value !== null) row[name] = toStoredValue(name, column, value);
    else if (column.isOptional) row[name] = null;
  }
  return row as Partial<Row<Model>>;
}

function toStoredValue(name: string, { type, isList }: Column, value: unknown): unknown {
  if (isList) return value;
  switch (type) {
    case "Decimal":
      return fitOrThrow(name, String(value), name.endsWith("_rate") ? exchangeRateColumn : orderColumn);
    case "Date":
      return value === "" ? null : (calendarDay(String(value)) ?? throwInvalid(name, value));
    case "DateTime":
      return utcSecond(String(value)) ?? throwInvalid(name, value);
    default:
      return checkLength(name, value);
  }
}

function throwInvalid(name: string, value: unknown): never {
  throw invalid(name, String(value));
}

function checkLength(name: string, value: unknown): unknown {
  const limit = maxLengths[name];
  if (limit !== undefined && [...String(value)].length > limit) throw tooLong(name, limit);
  return value;
}
