import { everything, UserType } from "../../api/auth/actor.js";
import type { Db } from "../../platform/db/database.js";
import { type Amount, asAmount, asPercent, asQuantity, type Percent, zero } from "../../platform/money/amount.js";
import { percent } from "../../platform/money/arithmetic.js";
import { round } from "../../platform/money/rounding.js";
import {
  type PriceOrigin,
  type PriceWrite,
  type TierPriceWrite,
  writePrices,
  writeTierPrices,
} from "../../commerce/pricing/published.js";
import type { SampleProduct } from "./sample-products.js";

/** A created sample product. */
export interface CreatedProduct extends SampleProduct {
  readonly id: number;
}

const origin: PriceOrigin = {
  actor: { type: UserType.administrator, id: null, resources: new Set([everything]) },
  call: "sampledata:deploy",
  requestId: "sampledata:deploy",
};

/** Writes the prices of the products. Every fifth has a special price, every fourth tier prices, every third a cost. */
export async function writeSamplePrices(
  db: Db,
  products: readonly CreatedProduct[],
  vipGroupId: number,
): Promise<void> {
  await writePrices(db, products.flatMap(priceOf), origin);
  await writeTierPrices(
    db,
    products.flatMap((product) => tierPricesOf(product, vipGroupId)),
    origin,
  );
}

function priceOf(product: CreatedProduct): PriceWrite[] {
  const { id, sku, number, typeId, price } = product;
  if (typeId === "configurable") return [];
  const isReduced = number % 5 === 0;
  const hasCost = typeId !== "bundle" && number % 3 === 0;
  if (price === null && !isReduced) return [];
  return [
    {
      productId: id,
      sku,
      storeId: 0,
      ...(price === null ? {} : { price }),
      // The special price of a bundle is a percentage.
      ...(isReduced
        ? {
            specialPrice: typeId === "bundle" ? asAmount(80) : share(price, asPercent(80)),
            specialFrom: "2024-01-01 00:00:00",
          }
        : {}),
      ...(hasCost ? { cost: share(price, asPercent(55)) } : {}),
    },
  ];
}

function tierPricesOf({ id, sku, number, typeId, price }: CreatedProduct, vipGroupId: number): TierPriceWrite[] {
  if (number % 4 !== 0 || typeId === "configurable") return [];
  const base = { productId: id, sku, websiteId: 0 };
  const amount =
    typeId === "bundle"
      ? { value: null, percentage: asPercent(5) }
      : { value: share(price, asPercent(90)), percentage: null };
  return [
    { ...base, allGroups: true, customerGroupId: 0, quantity: asQuantity(10), ...amount },
    {
      ...base,
      allGroups: false,
      customerGroupId: vipGroupId,
      quantity: asQuantity(1),
      value: null,
      percentage: asPercent(15),
    },
  ];
}

const share = (price: Amount | null, rate: Percent): Amount => round(percent(price ?? zero, rate), 2);
