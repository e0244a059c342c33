import { Decimal } from "decimal.js";
import { everything, UserType } from "../auth/actor.js";
import type { Db } from "../db/database.js";
import {
  type PriceOrigin,
  type PriceWrite,
  type TierPriceWrite,
  writePrices,
  writeTierPrices,
} from "../pricing/published.js";
import type { SampleProduct } from "./sample-products.js";

/** A sample product that has been created. */
export interface CreatedProduct extends SampleProduct {
  readonly id: number;
}

const origin: PriceOrigin = {
  actor: { type: UserType.administrator, id: null, resources: new Set([everything]) },
  call: "sampledata:deploy",
};

/** Gives the products their prices; every fifth a special price, every fourth tier prices, every third a cost. */
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
  const { id, number, typeId, price } = product;
  if (typeId === "configurable") return [];
  const isReduced = number % 5 === 0;
  const hasCost = typeId !== "bundle" && number % 3 === 0;
  if (price === null && !isReduced) return [];
  return [
    {
      productId: id,
      storeId: 0,
      ...(price === null ? {} : { price }),
      // Of a bundle it is a percentage.
      ...(isReduced
        ? { specialPrice: typeId === "bundle" ? "80" : share(price, "0.8"), specialFrom: "2024-01-01 00:00:00" }
        : {}),
      ...(hasCost ? { cost: share(price, "0.55") } : {}),
    },
  ];
}

function tierPricesOf({ id, number, typeId, price }: CreatedProduct, vipGroupId: number): TierPriceWrite[] {
  if (number % 4 !== 0 || typeId === "configurable") return [];
  const base = { productId: id, websiteId: 0 };
  const amount =
    typeId === "bundle" ? { value: null, percentage: "5" } : { value: share(price, "0.9"), percentage: null };
  return [
    { ...base, allGroups: true, customerGroupId: 0, quantity: "10", ...amount },
    { ...base, allGroups: false, customerGroupId: vipGroupId, quantity: "1", value: null, percentage: "15" },
  ];
}

const share = (price: string | null, of: string) => new Decimal(price ?? 0).mul(of).toFixed(2);
