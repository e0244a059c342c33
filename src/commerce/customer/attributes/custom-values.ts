import type { CustomAttribute } from "../../catalog/attributes/custom-attribute.types.js";
import type { Reason } from "../../../api/call/errors.js";
import type { Prisma } from "../../../platform/db/models.js";

/** Values of user-defined attributes, by code. */
export type CustomValues = Readonly<Record<string, unknown>>;

/** The properties of a user-defined attribute that saving needs. */
export interface DefinedAttribute {
  readonly code: string;
  readonly label: string;
  readonly isRequired: boolean;
}

/** Returns the values as `custom_attributes`, or an empty object if there are none. */
export function toCustomAttributes(stored: Prisma.JsonValue): { custom_attributes?: CustomAttribute[] } {
  const list = Object.entries(stored as CustomValues).map(([attribute_code, value]) => ({ attribute_code, value }));
  return list.length > 0 ? { custom_attributes: list } : {};
}

/** Returns the values in the type of their column. */
export const storedValues = (values: CustomValues) => values as Prisma.InputJsonObject;

/** Merges the given values into the stored ones. Unknown codes are ignored; an empty value deletes the stored one. */
export function mergeValues(
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

/** Returns the given codes that belong to no attribute. */
export function unknownCodes(
  given: readonly CustomAttribute[] | null | undefined,
  attributes: readonly DefinedAttribute[],
): string[] {
  const known = new Set(attributes.map(({ code }) => code));
  return (given ?? []).map(({ attribute_code: code }) => code).filter((code) => !known.has(code));
}

/** Returns the required attributes without a value. */
export const missingValues = (values: CustomValues, attributes: readonly DefinedAttribute[]): Reason[] =>
  attributes
    .filter(({ code, isRequired }) => isRequired && !Object.hasOwn(values, code))
    .map(({ label }) => ({ message: `"${label}" is a required value.` }));

const isEmpty = (value: unknown) => value == null || value === "" || (Array.isArray(value) && value.length === 0);
