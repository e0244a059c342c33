declare const measure: unique symbol;

/**
 * A decimal in plain digits without exponent, branded with its unit. Values of different units cannot be added. Trailing
 * zeros are allowed, as the database writes them, so compare values with `equals` and never with `===`.
 */
type Measured<Kind extends string> = string & { readonly [measure]: Kind };

/** An amount of money in a currency known from the context: `10`, `9.95`, `-0.5`. */
export type Amount = Measured<"amount">;
/** A number of units of a product. */
export type Quantity = Measured<"quantity">;
/** A percentage: `7.5` is 7.5 %. */
export type Percent = Measured<"percent">;
/** A number without a unit, such as an exchange rate. */
export type Ratio = Measured<"ratio">;
/** A weight, in the unit of the store. */
export type Weight = Measured<"weight">;

/** Any value that `src/platform/money` computes with. */
export type Exact = Amount | Quantity | Percent | Ratio | Weight;
