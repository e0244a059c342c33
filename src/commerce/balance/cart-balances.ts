import { localTime } from "../../api/contract/dates.js";
import type { CartState, Commerce, CommerceFacts } from "../cart/published.js";
import type { Db } from "../../platform/db/database.js";
import { asAmount } from "../../platform/money/amount.js";
import { compare } from "../../platform/money/arithmetic.js";
import type { Settings } from "../store/published.js";
import { isUsable, readCardsById, type StoredCard } from "./gift-cards/gift-cards.rows.js";
import { readCustomerBalances } from "./ledger/balances.rows.js";
import { readRateFor } from "./reward-points/rates.rows.js";

const timeZone = "general/locale/timezone";
const creditOn = "customer/magento_customerbalance/is_enabled";
const rewardOn = "magento_reward/general/is_enabled";
const rewardOnFront = "magento_reward/general/is_enabled_on_front";
const minPointsPath = "magento_reward/general/min_points_balance";

/** Paths of the settings that determine which balances can pay for carts. */
export const balancePaths: readonly string[] = [timeZone, creditOn, rewardOn, rewardOnFront, minPointsPath];

interface Scoped {
  readonly store_id: number;
  readonly store: Pick<CartState["store"], "website_id">;
}
const scopeOf = ({ store_id, store }: Scoped) => ({ storeId: store_id, websiteId: store.website_id });

/** Returns the current day in the time zone of a cart's website. */
export const todayOf = (settings: Settings, { store: { website_id: websiteId } }: Pick<Scoped, "store">): string =>
  localTime(new Date(), settings.value(timeZone, { storeId: 0, websiteId })).slice(0, 10);

/** Reads the gift cards, points and store credit that can pay for a cart. */
export async function prepareBalances(db: Db, cart: CartState): ReturnType<Commerce["prepare"]> {
  const { customer_id: customerId, store, customer_group_id: groupId } = cart;
  const websiteId = store.website_id;
  const [cards, own, rate] = await Promise.all([
    cart.gift_card_ids.length === 0 ? [] : readCardsById(db, cart.gift_card_ids),
    customerId === null ? [] : readCustomerBalances(db, { customerId, websiteId }),
    customerId !== null && cart.use_reward_points ? readRateFor(db, { websiteId, groupId }) : undefined,
  ]);
  return (settings) => ({
    giftCards: usableCards(cards, { websiteId, today: todayOf(settings, cart) }),
    ...(customerId === null ? {} : customerFacts(cart, settings, { own, rate })),
  });
}

/** Returns the usable cards, smallest balance first. */
export const usableCards = (cards: readonly StoredCard[], at: Parameters<typeof isUsable>[1]) =>
  cards
    .filter((card) => isUsable(card, at))
    .map(({ id, code, balance }) => ({ id, code, balance: asAmount(balance) }))
    .sort((one, other) => compare(one.balance, other.balance) || one.id - other.id);

interface Own {
  readonly own: Awaited<ReturnType<typeof readCustomerBalances>>;
  readonly rate: Awaited<ReturnType<typeof readRateFor>>;
}

function customerFacts(
  cart: CartState,
  settings: Settings,
  { own, rate }: Own,
): Pick<CommerceFacts, "reward" | "storeCredit"> {
  const scope = scopeOf(cart);
  const of = (kind: string) => own.find((balance) => balance.kind === kind);
  const [points, credit] = [of("reward"), of("store_credit")];
  const isPointsOn = isRewardOn(settings, cart);
  return {
    ...(isPointsOn && {
      reward: {
        ...(points && { accountId: points.id }),
        points: Number(points?.balance ?? 0),
        ...(rate && { rate }),
        isUsed: cart.use_reward_points && hasEnough(settings, cart, Number(points?.balance ?? 0)),
      },
    }),
    ...(settings.isOn(creditOn, scope) && {
      storeCredit: {
        ...(credit && { accountId: credit.id }),
        balance: asAmount(credit?.balance ?? 0),
        isUsed: cart.use_store_credit,
      },
    }),
  };
}

/** Whether customers can pay with points. */
export const isRewardOn = (settings: Settings, cart: Scoped): boolean =>
  settings.isOn(rewardOn, scopeOf(cart)) && settings.isOn(rewardOnFront, scopeOf(cart));

/** Whether customers can pay with store credit. */
export const isCreditOn = (settings: Settings, cart: Scoped): boolean => settings.isOn(creditOn, scopeOf(cart));

/** Whether the customer has points and they reach the minimum balance for using them. */
export const hasEnough = (settings: Settings, cart: Scoped, points: number): boolean =>
  points > 0 && points >= settings.number(minPointsPath, scopeOf(cart));
