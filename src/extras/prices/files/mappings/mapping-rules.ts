import { inputError } from "../../../../api/call/errors.js";
import type { Db } from "../../../../platform/db/database.js";
import { choiceOfEntries } from "../forms/column-choice.js";
import { charsetOf } from "../reading/file-text.js";
import { emptyOf, kindOf, mappingNotFound } from "../upload-options.js";
import { decimalOf } from "../values/numbers.js";
import { deleteMappingRow, saveMappingRow } from "./mappings.rows.js";
import type { PriceImportMapping } from "./mappings.types.js";

const name = /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,63}$/u;

/** Saves a mapping in place of the one with its name. Throws 400 for an invalid name, column or option. */
export async function saveMapping(db: Db, given: PriceImportMapping): Promise<PriceImportMapping> {
  if (!name.test(given.name))
    throw inputError("The name %name is invalid: use up to 64 letters, digits, spaces, dots, dashes and underscores.", {
      name: given.name,
    });
  if (given.columns.length === 0) throw inputError("A mapping needs at least one column.");
  choiceOfEntries(given.columns);
  kindOf(given.kind);
  decimalOf(given.decimal);
  charsetOf(given.charset);
  emptyOf(given.empty);
  return saveMappingRow(db, given);
}

/** Deletes a mapping. Throws 404 for an unknown name. */
export async function deleteMapping(db: Db, wanted: string): Promise<boolean> {
  if (!(await deleteMappingRow(db, wanted))) throw mappingNotFound(wanted);
  return true;
}
