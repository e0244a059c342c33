import { Extensions, InputType, Int, ObjectType } from "type-graphql";
import { NullableField, ReadOnly } from "./request-fields.js";
import type { Edition } from "./rest.js";
import { Decimal, type DecimalText, Money } from "./scalars.js";

/** The description of a field; `{ readOnly: … }` for one that requests cannot set. */
type Description = string | { readonly readOnly: string };

/** A field of one type, which may be null. */
interface DeclaredField<Value> {
  readonly type: () => unknown;
  readonly description: Description;
  /** Whether a value that an answer leaves out is zero. */
  readonly isZeroIfAbsent?: boolean;
  /** Never set: it carries the type of the value. */
  readonly value?: Value;
}

type Descriptions = Readonly<Record<string, Description>>;
type DeclaredFields<Value, Texts> = { readonly [Name in keyof Texts]: DeclaredField<Value> };

function declare<Value, Texts extends Descriptions>(type: () => unknown, texts: Texts): DeclaredFields<Value, Texts> {
  const entries = Object.entries(texts).map(([name, description]) => [name, { type, description }]);
  return Object.fromEntries(entries) as DeclaredFields<Value, Texts>;
}

/** Declares fields that hold text, each by its description. */
export const texts = <Texts extends Descriptions>(descriptions: Texts) =>
  declare<string, Texts>(() => String, descriptions);

/** Declares fields that hold integers, each by its description. */
export const integers = <Texts extends Descriptions>(descriptions: Texts) =>
  declare<number, Texts>(() => Int, descriptions);

/** Declares fields that hold lists of text, each by its description. */
export const textLists = <Texts extends Descriptions>(descriptions: Texts) =>
  declare<string[], Texts>(() => [String], descriptions);

/** Declares fields that hold a shape, each by its description. */
export const shapes = <Item, Texts extends Descriptions>(shape: new () => Item, descriptions: Texts) =>
  declare<Item, Texts>(() => shape, descriptions);

/** Declares fields that hold lists of a shape, each by its description. */
export const lists = <Item, Texts extends Descriptions>(shape: new () => Item, descriptions: Texts) =>
  declare<Item[], Texts>(() => [shape], descriptions);

/** Declares fields that hold decimals other than money, each by its description. */
export const decimals = <Texts extends Descriptions>(descriptions: Texts) =>
  declare<DecimalText, Texts>(() => Decimal, descriptions);

/** Declares fields that hold money, each by its description, which names the currency. */
export const money = <Texts extends Descriptions>(descriptions: Texts) =>
  declare<DecimalText, Texts>(() => Money, descriptions);

/**
 * Declares that fields which an answer of REST leaves out are zero: an amount that was not charged, a quantity that was not
 * shipped. GraphQL answers 0, so that the fields are non-null. Not for values that can be unknown, such as costs.
 */
export const orZero = <Declared extends DeclaredFields<unknown, Descriptions>>(fields: Declared): Declared =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, { ...field, isZeroIfAbsent: true }]),
  ) as Declared;

/** Declares the same for one field: `@ZeroIfAbsent()`. A flag without a value is false. */
export const ZeroIfAbsent = (): PropertyDecorator => {
  const declareField = Extensions({ isZeroIfAbsent: true });
  return (shape, name) => declareField(shape, name);
};

/** Whether a value of a field that an answer leaves out is zero. */
export const isZeroIfAbsent = ({ extensions }: { readonly extensions: Readonly<Record<string, unknown>> }): boolean =>
  extensions["isZeroIfAbsent"] === true;

type WithBaseAmounts<Texts> = {
  readonly [Name in keyof Texts & string as Name | `base_${Name}`]: DeclaredField<DecimalText>;
};

/**
 * Declares pairs of amounts of an order: `grand_total` in the currency of the order and `base_grand_total` in base
 * currency. The descriptions must not end with a full stop.
 */
export function amounts<Texts extends Descriptions>(descriptions: Texts): WithBaseAmounts<Texts> {
  const fields = Object.entries(descriptions).flatMap(([name, text]): [string, DeclaredField<DecimalText>][] => [
    [name, { type: () => Money, description: addText(text, ", in the currency of the order.") }],
    [`base_${name}`, { type: () => Money, description: addText(text, ", in base currency.") }],
  ]);
  return Object.fromEntries(fields) as WithBaseAmounts<Texts>;
}

const addText = (description: Description, more: string): Description =>
  typeof description === "string" ? description + more : { readOnly: description.readOnly + more };

type ValueOf<Declared> = Declared extends DeclaredField<infer Value> ? Value : never;

/**
 * Returns a class with the declared fields, all nullable, for shapes that have many: `class Order extends Fields({
 * ...amounts({ grand_total: "Amount to pay, with tax" }), … })`. A field with `{ readOnly: "Description." }` is read-only.
 * Fields of the commerce edition are absent in the other edition.
 */
export function Fields<Declared extends Readonly<Record<string, DeclaredField<unknown>>>>(
  declared: Declared,
  edition: Edition = "open-source",
): new () => { [Name in keyof Declared]?: ValueOf<Declared[Name]> | null } {
  class WithFields {
    [name: string]: unknown;
  }
  ObjectType()(WithFields);
  InputType()(WithFields);
  addFields(WithFields, declared, edition);
  return WithFields as ReturnType<typeof Fields<Declared>>;
}

/** Adds fields to a shape, all nullable. Those of the commerce edition are absent in the other edition. */
export function addFields(
  shape: { readonly prototype: object },
  declared: Readonly<Record<string, DeclaredField<unknown>>>,
  edition: Edition,
): void {
  for (const [name, { type, description, isZeroIfAbsent = false }] of Object.entries(declared)) {
    const declareField =
      typeof description === "string"
        ? NullableField(type, description, edition)
        : ReadOnly(type, description.readOnly, edition);
    declareField(shape.prototype, name);
    if (isZeroIfAbsent) ZeroIfAbsent()(shape.prototype, name);
  }
}

/** Declares how many records the list of an operation or a field usually has, for the cost of GraphQL documents. */
export const Rows = (count: number): MethodDecorator & PropertyDecorator => Extensions({ rows: count });

/** Returns the declared number of records of a list. */
export const rowsOf = ({ extensions }: { readonly extensions: Readonly<Record<string, unknown>> }): unknown =>
  extensions["rows"];
