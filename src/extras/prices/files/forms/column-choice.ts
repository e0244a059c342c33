import { inputError } from "../../../../api/call/errors.js";
import { fileColumns, isFileColumn } from "../file-format.js";
import { isExtraField } from "../rows/expand-row.js";

/** What an upload says about columns: their fields by name, and whether unknown ones are left out. */
export interface ColumnChoice {
  readonly fields: ReadonlyMap<string, string>;
  readonly ignoresOthers: boolean;
}

/** Returns the name of a column as it is compared: in lower case, without marks and repeated spaces. */
export const nameOf = (column: string): string =>
  column
    .toLowerCase()
    .replaceAll("*", "")
    .replace(/[\s\u00a0]+/g, " ")
    .trim();

const noChoice: ColumnChoice = { fields: new Map(), ignoresOthers: false };

/** Reads the parameter `columns`: `ignore`, or a JSON object of fields by the name of the column. Throws 400. */
export function columnChoiceOf(text: string | null | undefined): ColumnChoice {
  if (!text) return noChoice;
  if (text.trim().toLowerCase() === "ignore") return { fields: new Map(), ignoresOthers: true };
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    throw notColumns(text);
  }
  if (typeof given !== "object" || given === null || Array.isArray(given)) throw notColumns(text);
  return choiceOfEntries(Object.entries(given).map(([column, field]) => ({ column, field: String(field) })));
}

/** Returns the choice of pairs of a column and a field. Throws 400 for an unknown field and for a field with two columns. */
export function choiceOfEntries(entries: readonly { readonly column: string; readonly field: string }[]): ColumnChoice {
  const fields = new Map<string, string>();
  let ignoresOthers = false;
  for (const { column, field: text } of entries) {
    const field = fieldOf(text);
    if (field !== "" && [...fields.values()].includes(field))
      throw inputError("Two columns are mapped to %field.", { field });
    if (column === "*" && field === "") ignoresOthers = true;
    else fields.set(nameOf(column), field);
  }
  return { fields, ignoresOthers };
}

function fieldOf(text: string): string {
  const field = text.trim().toLowerCase();
  if (field === "" || field === "ignore") return "";
  if (isFileColumn(field) || isExtraField(field)) return field;
  throw inputError(
    "A column cannot be mapped to %field: use %known, special_price, cost, tier_price:GROUP or ignore.",
    {
      field: text,
      known: fileColumns.join(", "),
    },
  );
}

const notColumns = (text: string) =>
  inputError(
    'The value %columns of columns is invalid: use ignore, or JSON such as {"Art.-Nr.":"sku","Preis":"price"}.',
    {
      columns: text,
    },
  );
