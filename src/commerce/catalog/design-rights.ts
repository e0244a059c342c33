import { type Actor, admits } from "../../api/auth/actor.js";
import { WebapiError } from "../../api/call/errors.js";
import type { AttributeFacts } from "./attributes/product-attributes.sql.js";
import type { ValueChanges, ValueDocument } from "./value-documents.sql.js";

/** The attributes that decide how a product or a category looks, and the right to change them. */
interface Design {
  readonly resource: string;
  readonly refusal: string;
  readonly codes: ReadonlySet<string>;
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
};

export const categoryDesign: Design = {
  resource: "Magento_Catalog::edit_category_design",
  refusal: "Not allowed to edit the category's design attributes",
  codes: new Set([...shared, "custom_use_parent_settings", "custom_apply_to_products"]),
};

/** The stored values by store, or a function that reads them. */
type Before = () => Promise<ReadonlyMap<number, ValueDocument>> | ReadonlyMap<number, ValueDocument>;

/** Throws 401 for a change of the design by a caller without the right to it. Sending the stored values is no change. */
export async function requireDesignRight(
  actor: Actor,
  { resource, refusal, codes }: Design,
  { changes, before }: { readonly changes: ValueChanges; readonly before: Before },
): Promise<void> {
  const given = [...changes].flatMap(([storeId, values]) =>
    Object.entries(values).flatMap(([code, value]) => (codes.has(code) ? [{ storeId, code, value }] : [])),
  );
  if (given.length === 0 || admits([resource], actor)) return;
  const stored = await before();
  const isChanged = given.some(({ storeId, code, value }) => {
    const inherited = storeId === 0 ? undefined : stored.get(0)?.[code];
    const old = stored.get(storeId)?.[code] ?? inherited;
    return ((value ?? inherited) || "") !== (old || "");
  });
  if (isChanged) throw new WebapiError("NOT_AUTHORIZED", refusal);
}

/** Returns what a new record has without any change: the defaults of its attributes. */
export const defaultValues = (attributes: Iterable<AttributeFacts>): ReadonlyMap<number, ValueDocument> =>
  new Map([[0, Object.fromEntries(Array.from(attributes, ({ code, default_value }) => [code, default_value]))]]);
