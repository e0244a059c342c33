import { type Amount, asAmount } from "../../platform/money/amount.js";

/** Attributes that distinguish the variations of configurable products, with the labels of their options. */
export const choices = {
  color: ["Black", "Blue", "Green", "Red"],
  size: ["S", "M", "L", "XL"],
} as const;

export type ChoiceCode = keyof typeof choices;

/** The kinds of products in the catalog, each with its category. */
export type Thing = (typeof things)[number];

/** A product of the sample catalog, without ids: the same number always gives the same product. */
export interface SampleProduct {
  readonly number: number;
  readonly sku: string;
  readonly typeId: "simple" | "virtual" | "downloadable" | "bundle" | "configurable";
  readonly name: string;
  readonly thing: Thing;
  readonly price: Amount | null;
  readonly hasFixedPrice: boolean;
  /** SKUs of earlier products that a bundle offers or that are the variations of a configurable product. */
  readonly parts: readonly string[];
  /** The attribute that distinguishes variations and, for a variation, the label of its option. */
  readonly choice?: { readonly code: ChoiceCode; readonly label?: string };
}

/**
 * The catalog consists of blocks of twenty, in which the parts of a product precede it. So any number of first
 * products is a complete catalog, and a larger number only adds to it.
 */
export const blockSize = 20;

const virtual = new Set([3, 18]);
const downloadable = new Set([4, 19]);
const dynamicBundle = 5;
const fixedBundle = 6;
const variations: readonly number[] = [7, 8, 9];
const configurable = 10;

const materials = ["Oak", "Linen", "Steel", "Cotton", "Walnut", "Ceramic", "Leather"];
const things = [
  "Lamp",
  "Chair",
  "Vase",
  "Blanket",
  "Shelf",
  "Clock",
  "Mirror",
  "Basket",
  "Teapot",
  "Cushion",
  "Stool",
] as const;

/** Returns the product with a number from 1 on. */
export function sampleProduct(number: number): SampleProduct {
  const place = ((number - 1) % blockSize) + 1;
  const first = number - place + 1;
  const base = { number, thing: thingOf(number), price: amount(number), hasFixedPrice: false, parts: [] };
  const code: ChoiceCode = Math.floor(first / blockSize) % 2 === 0 ? "color" : "size";
  const name = nameOf(number);
  const family = nameOf(first + configurable - 1);
  if (virtual.has(place))
    return { ...base, typeId: "virtual", sku: skuOf("virtual", number), name: `${name} Care Plan` };
  if (downloadable.has(place)) {
    return { ...base, typeId: "downloadable", sku: skuOf("downloadable", number), name: `${name} Plans` };
  }
  if (place === dynamicBundle || place === fixedBundle) {
    const hasFixedPrice = place === fixedBundle;
    const own = { hasFixedPrice, price: hasFixedPrice ? base.price : null };
    const parts = [skuOf("simple", first), skuOf("simple", first + 1)];
    return { ...base, ...own, typeId: "bundle", sku: skuOf("bundle", number), name: `${name} Set`, parts };
  }
  if (place === configurable) {
    const parts = variations.map((part) => skuOf("simple", first + part - 1));
    return {
      ...base,
      price: null,
      typeId: "configurable",
      sku: skuOf("configurable", number),
      name,
      parts,
      choice: { code },
    };
  }
  const variation = variations.indexOf(place);
  const sku = skuOf("simple", number);
  if (variation < 0) return { ...base, typeId: "simple", sku, name };
  const label = choices[code][variation] ?? choices[code][0];
  return { ...base, typeId: "simple", sku, name: `${family}, ${label}`, choice: { code, label } };
}

/** Whether it is sold only as a variation of a configurable product. */
export const isVariation = ({ typeId, choice }: SampleProduct): boolean => typeId === "simple" && choice !== undefined;

const digits = (number: number) => String(number).padStart(5, "0");

const skuOf = (typeId: SampleProduct["typeId"], number: number) => `sample-${typeId}-${digits(number)}`;

const thingOf = (number: number): Thing => things[number % things.length] ?? "Lamp";

function nameOf(number: number): string {
  const material = materials[number % materials.length] ?? "";
  return `${material} ${thingOf(number)} ${digits(number)}`;
}

/** Returns an amount between 5.00 and 204.99, without an obvious pattern. */
function amount(number: number): Amount {
  const cents = 500 + ((number * 7919) % 20000);
  return asAmount(`${cents}e-2`);
}
