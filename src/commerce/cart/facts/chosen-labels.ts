import type { SoldProduct } from "../../catalog/published.sale.js";
import { phpText } from "../../../platform/money/format.js";
import { type Amount, asQuantity, zero } from "../../../platform/money/amount.js";
import { currencyText, type CurrencyStyle } from "../../../platform/money/currency-text.js";
import type { CartLine } from "../state/cart-state.rows.js";
import { type Chosen, chosenOf, valueIds } from "./chosen.js";

/** The label and the value of a choice as text. */
export interface ChosenLabel {
  readonly label: string;
  readonly value: string;
}

/** Sources of the labels. */
export interface LabelSources {
  readonly products: ReadonlyMap<number, SoldProduct>;
  /** Labels of attribute options, by option id. */
  readonly optionLabels: ReadonlyMap<string, string>;
  readonly currencyStyle: CurrencyStyle;
}

/** A line with the unit prices of its selections, if it is a bundle, by their ids. */
export interface WordedLine {
  readonly line: CartLine;
  readonly selectionPrices: ReadonlyMap<number, Amount>;
}

/** Magento cuts longer texts in totals. */
const maxTextLength = 55;

/** Returns the choices of a line as text in the store view of the cart. */
export function chosenLabels({ line, selectionPrices }: WordedLine, wording: LabelSources): ChosenLabel[] {
  const product = wording.products.get(line.product_id);
  if (!product) return [];
  const chosen = chosenOf(line);
  const shortened = [
    ...attributeLabels(chosen, product, wording),
    ...linkLabels(chosen, product),
    ...optionLabels(chosen, product),
  ].map(({ label, value }) => ({ label: shorten(label), value: shorten(value) }));
  return [...bundleLabels(chosen, product, { ...wording, selectionPrices }), ...shortened];
}

const shorten = (text: string) => {
  const letters = [...text];
  return letters.length > maxTextLength ? `${letters.slice(0, maxTextLength).join("")} ...` : text;
};

const attributeLabels = (chosen: Chosen, product: SoldProduct, { optionLabels: labels }: LabelSources): ChosenLabel[] =>
  (chosen.configurable_item_options ?? []).map(({ option_id, option_value }) => ({
    label: product.attributes?.find((each) => each.attribute_id === option_id)?.label ?? option_id,
    value: labels.get(String(option_value)) ?? String(option_value),
  }));

/** The selections of each option of a bundle: their quantities, their names and, as HTML, their unit prices. */
const bundleLabels = (
  chosen: Chosen,
  product: SoldProduct,
  { products, currencyStyle, selectionPrices }: LabelSources & Pick<WordedLine, "selectionPrices">,
): ChosenLabel[] =>
  (chosen.bundle_options ?? []).flatMap(({ option_id, option_qty, selection_qty = option_qty, option_selections }) => {
    const option = product.bundle_options?.find((each) => each.option_id === option_id);
    if (!option) return [];
    const qty = phpText(asQuantity(selection_qty));
    const selections = option.selections
      .filter(({ selection_id }) => option_selections.includes(selection_id))
      .map(({ product_id, selection_id }) => {
        const name = escapeHtml(products.get(product_id)?.values["name"] ?? "");
        const price = currencyText(selectionPrices.get(selection_id) ?? zero, currencyStyle);
        return `${qty} x ${name} <span class="price">${price}</span>`;
      });
    return [{ label: option.title, value: selections.join(lineBreak) }];
  });

function linkLabels({ downloadable_option: given }: Chosen, product: SoldProduct): ChosenLabel[] {
  const titles = (product.links ?? [])
    .filter(({ id }) => given?.downloadable_links.includes(id))
    .map(({ title }) => title);
  return titles.length > 0 ? [{ label: product.values["links_title"] ?? "Links", value: titles.join(lineBreak) }] : [];
}

const optionLabels = (chosen: Chosen, product: SoldProduct): ChosenLabel[] =>
  (chosen.custom_options ?? []).flatMap(({ option_id, option_value }) => {
    const option = product.options?.find((each) => String(each.option_id) === option_id);
    if (!option) return [];
    const ids = valueIds(option_value);
    const titleOf = (id: string) => option.values?.find(({ option_type_id }) => String(option_type_id) === id)?.title;
    const value = option.values
      ? ids.map((id) => titleOf(id) ?? "").join(", ")
      : enteredText(option.type, option_value);
    return [{ label: option.title ?? "", value }];
  });

const lineBreak = "<br />\n";

/** Returns a text as HTML, and a date or a time as people write it. */
function enteredText(type: string | null | undefined, value: string): string {
  switch (type) {
    case "date":
      return formatTime(value, { dateStyle: "medium" });
    case "date_time":
      return formatTime(value, { dateStyle: "short", timeStyle: "short" });
    case "time":
      return formatTime(/^\d{4}-/.test(value) ? value : `2000-01-01 ${value}`, { timeStyle: "short" });
    default:
      return escapeHtml(value).replaceAll("\n", lineBreak);
  }
}

function formatTime(value: string, style: Intl.DateTimeFormatOptions): string {
  const at = new Date(`${value.trim().replace(" ", "T")}${value.includes(":") ? "Z" : ""}`);
  if (Number.isNaN(at.getTime())) return value;
  return new Intl.DateTimeFormat("en-US", { ...style, timeZone: "UTC" }).format(at).replaceAll("\u202f", " ");
}

const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#039;",
};
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign);
