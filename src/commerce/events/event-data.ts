import { plainDecimal } from "../../api/contract/scalars.js";

/** A decimal, which becomes a JSON number with all its digits. */
export interface DecimalValue {
  readonly decimal: string;
}

/** A value that is already JSON text, such as a long list. */
interface JsonValue {
  readonly json: string;
}

type Value = string | number | boolean | null | undefined | DecimalValue | JsonValue;

/** The data of an event. Fields that are undefined are left out. */
export type EventData = Readonly<Record<string, Value>>;

/** Returns a decimal as a value of an event's data; null and undefined stay unchanged. */
export const decimal = <Given extends string | null | undefined>(given: Given): DecimalValue | Exclude<Given, string> =>
  (typeof given === "string" ? { decimal: given } : given) as DecimalValue | Exclude<Given, string>;

/** Formats the data of an event as JSON. */
export function eventJson(data: EventData): string {
  const fields = Object.entries(data).filter(([, value]) => value !== undefined);
  return `{${fields.map(([name, value]) => `${JSON.stringify(name)}:${valueJson(value ?? null)}`).join(",")}}`;
}

function valueJson(value: Exclude<Value, undefined>): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  return "json" in value ? value.json : plainDecimal(value.decimal);
}
