import type { Context } from "../../api/call/context.js";
import { invalid, missing, noSuchEntity } from "../../api/call/errors.js";
import type { CartAddress } from "../cart/addresses/addresses.types.js";
import { type CartDependencies, type CartState, readOpenCart } from "../cart/published.js";
import { readProductIds, readProductSkus } from "../catalog/published.js";
import { estimateMethods } from "../checkout/published.js";
import type { ShippingMethod } from "../checkout/shipping/shipping-methods.types.js";
import { readCustomers } from "../customer/published.js";
import { readSettings, readWebsites } from "../store/published.js";
import { insertRegistry, readRegistry, type StoredRegistry } from "./registries.rows.js";
import type { GiftRegistry } from "./registries.types.js";
import { keyOf } from "../../platform/db/models.js";

const enabled = "magento_giftregistry/general/enabled";

/** A cart with gifts for a registry. */
interface RegistryCart {
  readonly cartId: number;
  readonly registryId: number;
}

/**
 * Returns the shipping methods for a cart and the address of a registry. The buyer does not learn the address. Throws the
 * same 404 for every reason why the buyer cannot buy for a registry.
 */
export async function estimateToRegistry(
  ctx: Context,
  { cartId, registryId }: RegistryCart,
  dependencies: CartDependencies,
): Promise<ShippingMethod[]> {
  const cart = await readOpenCart(ctx, cartId);
  const [registry, settings] = await Promise.all([readRegistry(ctx.db, registryId), readSettings(ctx.db, [enabled])]);
  const scope = { storeId: cart.store_id, websiteId: cart.store.website_id };
  if (!registry || !settings.isOn(enabled, scope) || !acceptsCart(registry, cart))
    throw noSuchEntity("registryId", registryId);
  return estimateMethods(ctx, cart, { address: registry.address as CartAddress, dependencies });
}

/** Whether a cart may be sent to a registry. A private one accepts carts of its owner and carts with one of its items. */
function acceptsCart(
  { is_active, is_public, website_id, customer_id, items }: StoredRegistry,
  cart: CartState,
): boolean {
  if (!is_active || website_id !== cart.store.website_id) return false;
  const registryProducts = new Set(items.map(({ product_id }) => product_id));
  return (
    is_public ||
    customer_id === cart.customer_id ||
    cart.items.some(({ product_id }) => registryProducts.has(product_id))
  );
}

/** Creates a registry. Throws 404 for an unknown customer, website or product. */
export async function createRegistry({ db }: Context, given: GiftRegistry): Promise<GiftRegistry> {
  const { customer_id, website_id, title, shipping_address: address } = given;
  const [customers, websites] = await Promise.all([readCustomers(db, [customer_id]), readWebsites(db)]);
  if (customers.length === 0) throw noSuchEntity("customerId", customer_id);
  if (website_id === 0 || !websites.some(({ id }) => id === website_id)) throw noSuchEntity("websiteId", website_id);
  if (!address.country_id) throw missing(["country_id"]);
  const wanted = given.items ?? [];
  const ids = await readProductIds(
    db,
    wanted.map(({ sku }) => sku),
  );
  const items = wanted.map(({ sku, qty }) => {
    const product_id = ids.get(keyOf(sku));
    if (product_id === undefined) throw noSuchEntity("sku", sku);
    if (qty < 1) throw invalid("qty", qty);
    return { product_id, qty };
  });
  const { is_public, is_active } = { is_public: given.is_public ?? true, is_active: given.is_active ?? true };
  const columns = { customer_id, website_id, title, is_public, is_active };
  return toRegistry(db, await insertRegistry(db, { ...columns, address, items }));
}

/** Returns a registry. Throws 404 if it is unknown. */
export async function requireRegistry({ db }: Context, registryId: number): Promise<GiftRegistry> {
  const found = await readRegistry(db, registryId);
  if (!found) throw noSuchEntity("registryId", registryId);
  return toRegistry(db, found);
}

async function toRegistry(db: Context["db"], { address, items, ...row }: StoredRegistry): Promise<GiftRegistry> {
  const skus = await readProductSkus(
    db,
    items.map(({ product_id }) => product_id),
  );
  return {
    ...row,
    shipping_address: address as CartAddress,
    items: items.flatMap(({ product_id, qty }) => {
      const sku = skus.get(product_id);
      return sku === undefined ? [] : [{ sku, qty }];
    }),
  };
}
