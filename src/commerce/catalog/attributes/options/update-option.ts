import type { Context } from "../../../../api/call/context.js";
import { inputError } from "../../../../api/call/errors.js";
import type { AttributeOption } from "../attribute.types.js";
import { lockAttributeWithOptions, optionWrite } from "./attribute-options.js";
import { findLabel, readOptionLabels, writeDefaultOptions, writeOptions } from "./attribute-options.rows.js";

/**
 * Replaces an option of a product attribute: its labels, those of the store views included, and its sort order. Throws
 * 404 for an unknown attribute, 400 if the attribute has no options of its own, for an unknown option and for a label that
 * is missing or taken.
 */
export async function updateOption(
  code: string,
  { id, option }: { readonly id: number; readonly option: AttributeOption },
  { db }: Pick<Context, "db">,
): Promise<void> {
  const attribute = await lockAttributeWithOptions(code, { db });
  if (id === 0) throw inputError("The option id is empty. Enter the value and try again.");
  const label = (option.label ?? "").trim();
  if (label === "") throw inputError("The attribute option label is empty. Enter the value and try again.");
  const holder = await findLabel(db, attribute.id, label);
  if (holder !== undefined && holder !== id) {
    throw inputError("Admin store attribute option label '%1' is already exists.", [label]);
  }
  if (!(await readOptionLabels(db, attribute.id, [id])).has(id)) {
    throw inputError("The '%1' attribute doesn't include an option id '%2'.", [attribute.code, id]);
  }
  const write = optionWrite({ ...option, label, store_labels: option.store_labels ?? [] });
  await writeOptions(db, attribute.id, [{ ...write, id }]);
  if (write.isDefault !== true) return;
  const others = attribute.frontend_input === "multiselect" ? (attribute.default_value ?? "").split(",") : [];
  await writeDefaultOptions(db, attribute.id, [
    ...new Set([...others.filter((other) => other !== "").map(Number), id]),
  ]);
}
