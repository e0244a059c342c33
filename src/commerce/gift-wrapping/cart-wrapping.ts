import type { CartState, CommerceFacts } from "../cart/published.js";
import { toDecimal } from "../../api/contract/scalars.js";
import type { Db } from "../../platform/db/database.js";
import { type Amount, asAmount } from "../../platform/money/amount.js";
import type { Settings } from "../store/published.js";
import { type ProductWrapping, readProductWrappings } from "./product-wrapping.sql.js";
import { readWrappings, type StoredWrapping } from "./wrappings.rows.js";

const taxClass = "tax/classes/wrapping_tax_class";
const cardPrice = "sales/gift_options/printed_card_price";

/** Paths of the settings that charges for gift wrapping depend on. */
export const wrappingPaths: readonly string[] = [taxClass, cardPrice];

/** Whether a wrapping is enabled and offered on the website of a cart. */
export const isOffered = ({ status, websites }: StoredWrapping, cart: CartState): boolean =>
  status === 1 && websites.some(({ website_id }) => website_id === cart.store.website_id);

/** Reads the gift wrapping of a cart. Wrappings that are no longer offered are left out. */
export async function prepareWrapping(
  db: Db,
  cart: CartState,
): Promise<(settings: Settings) => Pick<CommerceFacts, "wrapping">> {
  const wrapped = cart.items.filter(({ gw_id }) => gw_id !== null);
  if (cart.gw_id === null && wrapped.length === 0 && !cart.gw_add_card && !cart.gw_allow_gift_receipt)
    return () => ({});
  const ids = [cart.gw_id, ...wrapped.map(({ gw_id }) => gw_id)].flatMap((id) => id ?? []);
  const productIds = wrapped.map(({ product_id }) => product_id);
  const [stored, products] = await Promise.all([
    ids.length === 0 ? [] : readWrappings(db, ids),
    productIds.length === 0 ? [] : readProductWrappings(db, productIds, cart.store_id),
  ]);
  const offered = new Map(stored.filter((one) => isOffered(one, cart)).map((one) => [one.wrapping_id, one]));
  const own = new Map(products.map((product) => [product.product_id, product]));
  const items = wrapped.flatMap(({ item_id, product_id, gw_id }) => {
    const found = offered.get(gw_id ?? 0);
    return found ? [{ itemId: item_id, id: found.wrapping_id, price: priceOf(found, own.get(product_id)) }] : [];
  });
  const order = offered.get(cart.gw_id ?? 0);
  const scope = { storeId: cart.store_id, websiteId: cart.store.website_id };
  return (settings) => ({
    wrapping: {
      taxClassId: settings.number(taxClass, scope),
      ...(order ? { order: { id: order.wrapping_id, price: asAmount(order.base_price) } } : {}),
      items,
      allowsGiftReceipt: cart.gw_allow_gift_receipt,
      ...(cart.gw_add_card ? { cardPrice: asAmount(toDecimal(settings.value(cardPrice, scope)) ?? 0) } : {}),
    },
  });
}

/** Returns the product's own price for gift wrapping, or the price of the wrapping if it has none. */
function priceOf({ base_price }: StoredWrapping, product: ProductWrapping | undefined): Amount {
  return asAmount((product?.price ? toDecimal(product.price) : undefined) ?? base_price);
}
