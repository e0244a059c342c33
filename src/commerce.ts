import { balancePaths, prepareBalances } from "./balance/published.js";
import type { Commerce } from "./cart/published.js";
import type { Config } from "./config.js";
import { prepareWrapping, wrappingPaths } from "./gift-wrapping/published.js";

const commerce: Commerce = {
  settingPaths: [...balancePaths, ...wrappingPaths],
  prepare: async (db, cart) => {
    const [balances, wrapping] = await Promise.all([prepareBalances(db, cart), prepareWrapping(db, cart)]);
    return (settings) => ({ ...balances(settings), ...wrapping(settings) });
  },
};

/** Returns the additions of the commerce edition to carts; undefined in the open-source edition. */
export const commerceOf = ({ PORTICO_EDITION }: Config): Commerce | undefined =>
  PORTICO_EDITION === "commerce" ? commerce : undefined;
