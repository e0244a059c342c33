import { type Amount, asAmount, asPercent, zero } from "../../platform/money/amount.js";
import { add, percent } from "../../platform/money/arithmetic.js";

/** Returns a setting as an amount; zero if it is empty or not a number. */
export function settingAmount(value: string): Amount {
  try {
    return asAmount(value);
  } catch {
    return zero;
  }
}

/** Adds the handling fee of a carrier to a price. With one parcel, it is the same per order and per package. */
export function withHandlingFee(price: Amount, setting: (name: string) => string): Amount {
  const fee = settingAmount(setting("handling_fee"));
  return add(price, setting("handling_type") === "P" ? percent(price, asPercent(fee)) : fee);
}
