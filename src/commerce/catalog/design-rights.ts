import { admits } from "../../api/auth/actor.js";
import type { Context } from "../../api/call/context.js";
import { inputError, WebapiError } from "../../api/call/errors.js";
import type { AttributeFacts } from "./attributes/product-attributes.sql.js";
import type { ValueChanges, ValueDocument } from "./value-documents.sql.js";

/** The attributes that decide how a product or a category looks, and the right to change them. */
interface Design {
  readonly resource: string;
  readonly refusal: string;
  readonly codes: ReadonlySet<string>;
  /** Returns the 400 of a save with the given reason. */
  readonly failure: (reason: string) => WebapiError;
}

const shared = [
  "custom_design",
  "custom_design_from",
  "custom_design_to",
  "custom_layout_update",
  "custom_layout_update_file",
  "page_layout",
];

export const productDesign: Design = {
  resource: "Magento_Catalog::edit_product_design",
  refusal: "Not allowed to edit the product's design attributes",
  codes: new Set([...shared, "options_container"]),
  failure: (reason) => inputError(reason),
};

export const categoryDesign: Design = {
  resource: "Magento_Catalog::edit_category_design",
  refusal: "Not allowed to edit the category's design attributes",
  codes: new Set([...shared, "custom_use_parent_settings", "custom_apply_to_products"]),
  failure: (reason) => inputError("Could not save category: %1", [reason]),
};

/** The stored values by store, or a function that reads them. */
type Before = () => Promise<ReadonlyMap<number, ValueDocument>> | ReadonlyMap<number, ValueDocument>;

/** New values of these attributes are refused: layout updates can only be removed, and there are no files to choose. */
const layoutUpdates: ReadonlyMap<string, string> = new Map([
  ["custom_layout_update", "Custom layout update text cannot be changed, only removed"],
  ["custom_layout_update_file", "Selected layout update is not available"],
]);

/** Values of the file that choose none. */
const noUpdate: ReadonlySet<unknown> = new Set(["__no_update__", "__existing__"]);

/**
 * Throws 401 for a change of the design by a caller without the right to it, and 400 for a new layout update, unless it is
 * imported from another shop. Sending the stored values is no change.
 */
export async function checkDesign(
  { actor, isImport }: Pick<Context, "actor" | "isImport">,
  { resource, refusal, codes, failure }: Design,
  { changes, before }: { readonly changes: ValueChanges; readonly before: Before },
): Promise<void> {
  const given = [...changes].flatMap(([storeId, values]) =>
    Object.entries(values).flatMap(([code, value]) => (codes.has(code) ? [{ storeId, code, value }] : [])),
  );
  const mayChange = admits([resource], actor);
  if (given.every(({ code }) => mayChange && (isImport || !layoutUpdates.has(code)))) return;
  const stored = await before();
  const changed = given.filter(({ storeId, code, value }) => {
    const inherited = storeId === 0 ? undefined : stored.get(0)?.[code];
    const old = stored.get(storeId)?.[code] ?? inherited;
    return ((value ?? inherited) || "") !== (old || "");
  });
  if (changed.length > 0 && !mayChange) throw new WebapiError("NOT_AUTHORIZED", refusal);
  const update = isImport
    ? undefined
    : changed.find(({ code, value }) => layoutUpdates.has(code) && value && !noUpdate.has(value));
  if (update) throw failure(layoutUpdates.get(update.code) ?? "");
}

/** Returns what a new record has without any change: the defaults of its attributes. */
export const defaultValues = (attributes: Iterable<AttributeFacts>): ReadonlyMap<number, ValueDocument> =>
  new Map([[0, Object.fromEntries(Array.from(attributes, ({ code, default_value }) => [code, default_value]))]]);
