import type { Context } from "../../webapi/context.js";
import { inputError, notFound } from "../../webapi/errors.js";
import { attributeNotFound } from "./attribute-errors.js";
import {
  isLabelTaken,
  type OptionWrite,
  readOptionIds,
  removeOption,
  setDefaultOptions,
  writeOptions,
} from "./attribute-options.rows.js";
import { lockAttribute, type StoredAttribute } from "./attribute-writes.rows.js";
import type { AttributeOption } from "./attribute.types.js";
import { hasOptions } from "./input-types.js";
import { dropOptionValues, keepSavesOut } from "./attribute-values.rows.js";

const products = "catalog_product";

const optionNotFound = (code: string, optionId: string) =>
  notFound('The "%1" attribute doesn\'t include an option with "%2" ID.', [code, optionId]);

/**
 * Saves options that came with their attribute: those whose value is an id are changed, all others are new, and what is
 * not named stays. Those that say so become the default, one alone where only one can be chosen.
 * Throws a 400 for an option without a label, a 404 for an id that is none of the attribute's.
 */
export async function saveOptions(
  attribute: Pick<StoredAttribute, "id" | "code" | "frontend_input">,
  given: readonly AttributeOption[],
  { db }: Pick<Context, "db">,
): Promise<void> {
  if (given.length === 0 || !hasOptions(attribute.frontend_input)) return;
  let place = 0;
  const options = given.map((option) => toWrite(option, () => place++));
  const ids = options.flatMap(({ id }) => (id === null ? [] : [id]));
  const known = ids.length > 0 ? await readOptionIds(db, attribute.id, ids) : new Set<number>();
  const unknown = ids.find((id) => !known.has(id));
  if (unknown !== undefined) throw optionNotFound(attribute.code, String(unknown));
  const written = await writeOptions(db, attribute.id, options);
  const defaults = written.filter((_, index) => options[index]?.isDefault);
  await setDefaultOptions(db, attribute.id, attribute.frontend_input === "select" ? defaults.slice(-1) : defaults);
}

function toWrite(option: AttributeOption, nextPlace: () => number): OptionWrite {
  const labels = new Map((option.store_labels ?? []).map(({ store_id, label }) => [store_id ?? 0, label ?? ""]));
  const label = labels.get(0) ?? option.label ?? "";
  if (label.trim() === "") throw inputError("The default option isn't defined. Set the option and try again.");
  return {
    id: /^\d{1,9}$/.test(option.value ?? "") && Number(option.value) > 0 ? Number(option.value) : null,
    label,
    sortOrder: option.sort_order || nextPlace(),
    isDefault: option.is_default ?? false,
    storeLabels: new Map([...labels].filter(([storeId, text]) => storeId !== 0 && text !== "")),
  };
}

async function optionsOf(code: string, { db }: Context): Promise<StoredAttribute> {
  const attribute = await lockAttribute(db, products, code);
  if (!attribute) throw attributeNotFound(code);
  if (!hasOptions(attribute.frontend_input) || !attribute.is_user_defined) {
    throw inputError('The "%1" attribute doesn\'t work with options.', [code]);
  }
  return attribute;
}

/**
 * Adds an option to an attribute of products; gives its id. Throws a 404 for an unknown attribute, a 400 for one that has
 * no options of its own, and for a label that is missing or taken.
 */
export async function addOption(code: string, option: AttributeOption, ctx: Context): Promise<string> {
  const attribute = await optionsOf(code, ctx);
  const label = (option.label ?? "").trim();
  if (label === "") throw inputError("The attribute option label is empty. Enter the value and try again.");
  if (await isLabelTaken(ctx.db, attribute.id, label)) {
    throw inputError('Admin store attribute option label "%1" already exists.', [label]);
  }
  const write = toWrite({ ...option, label }, () => 0);
  const [id = 0] = await writeOptions(ctx.db, attribute.id, [{ ...write, id: null }]);
  if (write.isDefault) await setDefaultOptions(ctx.db, attribute.id, [id]);
  return String(id);
}

/** Removes an option, and takes it from the products that have it. Throws a 404 for an unknown attribute or option. */
export async function deleteOption(code: string, optionId: string, ctx: Context): Promise<void> {
  await keepSavesOut(ctx.db);
  const attribute = await optionsOf(code, ctx);
  const id = /^\d{1,9}$/.test(optionId) ? Number(optionId) : undefined;
  if (id === undefined || !(await removeOption(ctx.db, attribute.id, id))) throw optionNotFound(code, optionId);
  await dropOptionValues(ctx.db, code, String(id));
}
