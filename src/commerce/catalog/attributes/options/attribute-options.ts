import type { Context } from "../../../../api/call/context.js";
import { inputError, invalid } from "../../../../api/call/errors.js";
import { attributeNotFound, optionNotFound } from "../attribute-errors.js";
import {
  deleteOptionRow,
  findLabel,
  type OptionLabels,
  readOptionLabels,
  writeDefaultOptions,
  type OptionWrite,
  writeOptions,
} from "./attribute-options.rows.js";
import { lockAttribute, type StoredAttribute } from "../attribute-writes.rows.js";
import type { AttributeOption, CatalogAttribute } from "../attribute.types.js";
import { emptyOption } from "../attributes.sql.js";
import { detachVariationsWithOption } from "../../configurable/variations.sql.js";
import { hasOptions } from "../input-types.js";
import { removeOptionFromProducts, blockProductSaves } from "../attribute-values.sql.js";
import { readCountryOptions } from "../../../directory/published.js";

const products = "catalog_product";

/** Whether users manage the options of the attribute. Options of system attributes are fixed. */
export const hasOwnOptions = ({
  frontend_input,
  is_user_defined,
}: Pick<StoredAttribute, "frontend_input" | "is_user_defined">) => is_user_defined && hasOptions(frontend_input);

/** An attribute whose options are being saved, with its default before the save. */
export type AttributeWithOptions = Pick<
  StoredAttribute,
  "id" | "code" | "frontend_input" | "is_user_defined" | "default_value"
>;

/**
 * Saves the options in the request of an attribute. An option whose value is an id is updated, any other is created,
 * and stored options that are absent stay. Ignores options of system attributes and the empty first option of a list.
 * Throws 400 for an option without a label, 404 for an id that is not an option of the attribute.
 */
export async function saveOptions(
  attribute: AttributeWithOptions,
  given: readonly AttributeOption[],
  { db, scope }: Pick<Context, "db" | "scope">,
): Promise<void> {
  if (!hasOwnOptions(attribute)) return;
  let place = 0;
  const sent = given.filter((option) => !isEmptyOption(option)).map((option) => toWrite(option, () => place++));
  const options = lastOfEach(sent);
  if (options.length === 0) return;
  const ids = options.flatMap(({ id }) => (id === null ? [] : [id]));
  const known = await readOptionLabels(db, attribute.id, ids);
  const unknown = ids.find((id) => !known.has(id));
  if (unknown !== undefined) throw optionNotFound(attribute.code, String(unknown));
  const written = await writeOptions(
    db,
    attribute.id,
    options.map((option) => keepLabel(option, known, scope.storeId)),
  );
  const defaults = defaultsAfter(
    attribute,
    options.map(({ isDefault }, index) => ({ id: written[index] ?? 0, isDefault })),
  );
  if (defaults) await writeDefaultOptions(db, attribute.id, defaults);
}

/**
 * Returns the option with its stored label for all views if the request has the label of the store view, so that a client
 * can read an attribute in a view and send it back whole.
 */
function keepLabel(option: SentOption, known: ReadonlyMap<number, OptionLabels>, storeId: number): SentOption {
  const stored = option.id === null ? undefined : known.get(option.id);
  const ofView = stored?.labels.find(({ store_id: id }) => id === storeId)?.label;
  return stored && !option.storeLabels && ofView === option.label ? { ...option, label: stored.label } : option;
}

const isEmptyOption = ({ value, label }: AttributeOption) => value === emptyOption.value && label === emptyOption.label;

/** If options share an id, the last one wins. */
function lastOfEach(options: readonly SentOption[]): SentOption[] {
  const byId = new Map(options.map((option, index) => [option.id ?? `new ${String(index)}`, option]));
  return [...byId.values()];
}

/**
 * Returns the default options after a save: the options flagged as default, or only the last of them if a single value
 * can be chosen. If none is flagged, the stored defaults stay unless the request clears their flag. Returns undefined
 * if the request does not contain the flag.
 */
function defaultsAfter(
  { frontend_input, default_value }: AttributeWithOptions,
  saved: readonly { readonly id: number; readonly isDefault: boolean | undefined }[],
): number[] | undefined {
  if (saved.every(({ isDefault }) => isDefault === undefined)) return undefined;
  const chosen = saved.flatMap(({ id, isDefault }) => (isDefault ? [id] : []));
  if (chosen.length > 0) return frontend_input === "select" ? chosen.slice(-1) : chosen;
  const dropped = new Set(saved.flatMap(({ id, isDefault }) => (isDefault === false ? [id] : [])));
  const before = (default_value ?? "").split(",").filter(isOptionId).map(Number);
  return before.filter((id) => !dropped.has(id));
}

const isOptionId = (text: string) => /^\d{1,9}$/.test(text.trim()) && Number(text) > 0;

/** Throws 400 for a default value that is not one of the attribute's options. */
export async function checkDefaultOption(
  { id, frontend_input }: Pick<StoredAttribute, "id" | "frontend_input">,
  defaultValue: string,
  { db }: Pick<Context, "db">,
): Promise<void> {
  const parts = frontend_input === "multiselect" ? defaultValue.split(",") : [defaultValue];
  const known = parts.every(isOptionId) ? await readOptionLabels(db, id, parts.map(Number)) : new Map();
  if (!parts.every((part) => known.has(Number(part)))) throw invalid("default_value", defaultValue);
}

interface SentOption extends OptionWrite {
  /** Undefined if the caller did not send it. */
  readonly isDefault: boolean | undefined;
}

function toWrite(option: AttributeOption, nextPlace: () => number): SentOption {
  const labels = new Map((option.store_labels ?? []).map(({ store_id, label }) => [store_id ?? 0, label ?? ""]));
  const label = labels.get(0) ?? option.label ?? "";
  if (label.trim() === "") throw inputError("The default option isn't defined. Set the option and try again.");
  return {
    id: isOptionId(option.value ?? "") ? Number(option.value) : null,
    label,
    sortOrder: option.sort_order || nextPlace(),
    isDefault: option.is_default ?? undefined,
    storeLabels: option.store_labels ? new Map([...labels].filter(([id, text]) => id !== 0 && text !== "")) : null,
  };
}

/** Returns the columns of one option, whose sort order is 0 if it has none. */
export const optionWrite = (option: AttributeOption): SentOption => toWrite(option, () => 0);

/** Locks an attribute with options. Throws 404 for an unknown attribute, 400 if it has no options of its own. */
export async function lockAttributeWithOptions(code: string, { db }: Pick<Context, "db">): Promise<StoredAttribute> {
  const attribute = await lockAttribute(db, products, code);
  if (!attribute) throw attributeNotFound(code);
  if (!hasOwnOptions(attribute)) throw inputError('The "%1" attribute doesn\'t work with options.', [code]);
  return attribute;
}

/**
 * Adds an option to a product attribute and returns its id. Throws 404 for an unknown attribute, 400 if the attribute
 * has no options of its own and for a label that is missing or taken.
 */
export async function addOption(code: string, option: AttributeOption, ctx: Context): Promise<string> {
  const attribute = await lockAttributeWithOptions(code, ctx);
  const label = (option.label ?? "").trim();
  if (label === "") throw inputError("The attribute option label is empty. Enter the value and try again.");
  if ((await findLabel(ctx.db, attribute.id, label)) !== undefined) {
    throw inputError('Admin store attribute option label "%1" is already exists.', [label]);
  }
  const write = optionWrite({ ...option, label });
  const [id = 0] = await writeOptions(ctx.db, attribute.id, [{ ...write, id: null }]);
  if (write.isDefault) await writeDefaultOptions(ctx.db, attribute.id, [id]);
  return String(id);
}

/**
 * Deletes an option and removes it from the products that have it. Variations that are distinguished by this option are
 * unlinked. Throws 404 for an unknown attribute or option.
 */
export async function deleteOption(code: string, optionId: string, ctx: Context): Promise<void> {
  await blockProductSaves(ctx.db);
  const attribute = await lockAttributeWithOptions(code, ctx);
  const id = isOptionId(optionId) ? Number(optionId) : undefined;
  if (id === undefined || !(await deleteOptionRow(ctx.db, attribute, id))) throw optionNotFound(code, optionId);
  await detachVariationsWithOption(ctx.db, attribute, id);
  await removeOptionFromProducts(ctx.db, attribute.code, String(id));
}

/** Fills in the country options of `country_of_manufacture` if the attribute is in the list. */
export async function withCountries<Attribute extends CatalogAttribute>(
  attributes: readonly Attribute[],
  { db, scope }: Pick<Context, "db" | "scope">,
): Promise<Attribute[]> {
  const hasCountries = ({ attribute_code }: CatalogAttribute) => attribute_code === "country_of_manufacture";
  if (!attributes.some(hasCountries)) return [...attributes];
  const options = await readCountryOptions(db, scope);
  return attributes.map((attribute) => (hasCountries(attribute) ? { ...attribute, options } : attribute));
}
