import type { CustomAttribute } from "../catalog/attributes/custom-attribute.types.js";
import type { Reason } from "../call/errors.js";

/** Values of attributes that somebody defined, by code. */
export type CustomValues = Readonly<Record<string, unknown>>;

/** What saving needs to know of such an attribute. */
export interface DefinedAttribute {
  readonly code: string;
  readonly label: string;
  readonly isRequired: boolean;
}

/** The values for an answer; nothing where there are none. */
export function toCustomAttributes(values: CustomValues): { custom_attributes?: CustomAttribute[] } {
  const list = Object.entries(values).map(([attribute_code, value]) => ({ attribute_code, value }));
  return list.length > 0 ? { custom_attributes: list } : {};
}

/** The stored values with the given ones put in; codes that nobody defined are passed over, an empty value is taken away. */
export function changedValues(
  stored: CustomValues,
  given: readonly CustomAttribute[] | null | undefined,
  attributes: readonly DefinedAttribute[],
): CustomValues {
  const known = new Set(attributes.map(({ code }) => code));
  const values = new Map(Object.entries(stored));
  for (const { attribute_code: code, value } of given ?? []) {
    if (!known.has(code)) continue;
    if (isEmpty(value)) values.delete(code);
    else values.set(code, value);
  }
  return Object.fromEntries(values);
}

/** The attributes that need a value and have none. */
export const missingValues = (values: CustomValues, attributes: readonly DefinedAttribute[]): Reason[] =>
  attributes
    .filter(({ code, isRequired }) => isRequired && !Object.hasOwn(values, code))
    .map(({ label }) => ({ message: `"${label}" is a required value.` }));

const isEmpty = (value: unknown) => value == null || value === "" || (Array.isArray(value) && value.length === 0);
