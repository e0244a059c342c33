import { readShopper, type Shopper } from "../../customer/published.js";
import { type AppliedRule, readAppliedRules, readRuleUses } from "../../promotion/published.js";
import { readSettings, type Settings } from "../../store/published.js";
import { type AppliedTaxRule, readAppliedTaxRules } from "../../tax/published.rules.js";
import type { CartCall } from "../cart-dependencies.js";
import { addedTotals } from "../totals/added/added-facts.js";
import { totalsSettingPaths } from "./settings-facts.js";

/** Facts that many carts have in common. */
interface CommonFacts {
  readonly settings: Settings;
  readonly shopper: Shopper | undefined;
  readonly rules: readonly AppliedRule[];
  /** Number of the customer's orders that used a rule, by rule id, if a rule may be used a limited number of times. */
  readonly customerUses: ReadonlyMap<number, number>;
  readonly taxRules: readonly AppliedTaxRule[];
}

/**
 * Returns the facts of a cart that others share. Those that depend on neither a customer nor a coupon are kept in the process
 * as long as no such fact changes.
 */
export async function readCommonFacts(call: CartCall): Promise<CommonFacts> {
  const [settings, shopper, { rules, customerUses }, taxRules] = await Promise.all([
    readCartSettings(call),
    readCartShopper(call),
    readCartRules(call),
    readTaxRules(call),
  ]);
  return { settings, shopper, rules, customerUses, taxRules };
}

/** Reads facts of the database, or returns those that the process keeps. */
const readShared = <Value>(
  { ctx: { db }, cart, dependencies }: CartCall,
  key: readonly unknown[],
  load: () => Promise<Value>,
): Promise<Value> => dependencies.sharedFacts.read(db, { revision: cart.shared_facts, key, load });

function readCartSettings(call: CartCall): Promise<Settings> {
  const { carriers, commerce } = call.dependencies;
  const paths = [
    ...totalsSettingPaths,
    ...carriers.settingPaths,
    ...(commerce?.settingPaths ?? []),
    ...addedTotals().flatMap(({ settingPaths }) => settingPaths),
  ];
  return readShared(call, ["settings", ...paths], () => readSettings(call.ctx.db, paths));
}

function readCartShopper(call: CartCall): Promise<Shopper | undefined> {
  const { cart, ctx } = call;
  const shopper = { groupId: cart.customer_group_id, customerId: cart.customer_id, websiteId: cart.store.website_id };
  const load = () => readShopper(ctx.db, shopper);
  return shopper.customerId === null ? readShared(call, ["shopper", shopper], load) : load();
}

/** Returns the cart price rules that can apply to a cart, and how often its customer has used those of limited use. */
export async function readCartRules(call: CartCall): Promise<Pick<CommonFacts, "rules" | "customerUses">> {
  const { cart, ctx } = call;
  const { store_id: storeId, customer_group_id: groupId, coupon_code: couponCode, customer_id: customerId } = cart;
  const scope = { storeId, websiteId: cart.store.website_id, groupId, couponCode };
  const load = () => readAppliedRules(ctx.db, scope);
  const rules = await (couponCode === null ? readShared(call, ["rules", scope, today()], load) : load());
  const limited = rules.filter(({ uses_per_customer: uses }) => uses > 0).map(({ rule_id: id }) => id);
  if (customerId === null || limited.length === 0) return { rules, customerUses: new Map() };
  return { rules, customerUses: await readRuleUses(ctx.db, customerId, limited) };
}

/** Rules are read with a day before and after them, which is more than clocks and time zones differ. */
const today = () => new Date().toISOString().slice(0, "2026-01-01".length);

/** Reads tax rules with the rates of the destinations that the cart may be taxed for. */
function readTaxRules(call: CartCall): Promise<AppliedTaxRule[]> {
  const { cart, ctx } = call;
  const { addresses } = cart;
  const places = {
    storeId: cart.store_id,
    customerId: cart.customer_id,
    countryIds: addresses.flatMap(({ country_id }) => country_id ?? []),
    regionIds: addresses.flatMap(({ region_id }) => region_id ?? []),
    postcodes: addresses.flatMap(({ postcode }) => (postcode ? [postcode, postcode.split("-")[0] ?? ""] : [])),
  };
  const load = () => readAppliedTaxRules(ctx.db, places);
  return places.customerId === null ? readShared(call, ["taxes", places], load) : load();
}
