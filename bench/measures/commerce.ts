import { asGuest, cartOf, copyCart, createCart, deleteCarts } from "../carts.js";
import type { Bench, Measure, Target } from "../measure.js";
import { measureAlternately, post, throughput } from "../timing.js";

const rounds = 4;
const code = "BENCH-COUPON";

/** Runs the work with a server of the commerce edition, and deletes the carts. */
async function withCommerceServer<Result>(bench: Bench, work: (shop: Target) => Promise<Result>): Promise<Result> {
  await using server = await bench.startOurs({ PORTICO_CONSUMER: "off", PORTICO_EDITION: "commerce" });
  try {
    return await work({ url: server.url, headers: bench.ours.headers });
  } finally {
    await deleteCarts(bench.database);
  }
}

/** Creates a record and returns it. */
const create = async (...call: Parameters<typeof post>) => (await post(...call)) as Readonly<Record<string, unknown>>;

const maxApplied = 2500;

const applyCard: Measure = {
  name: "apply-gift-card",
  title:
    "`POST /V1/carts/guest-carts/:cartId/giftCards`, a cart of 10 lines, 8 connections; the baseline is Portico's own route for a coupon",
  unit: "requests/s",
  goal: { of: "ratio", atLeast: 1 },
  run: (bench) =>
    withCommerceServer(bench, async (shop) => {
      const { rule_id } = await create(shop, "salesRules", { rule: couponRule });
      await post(shop, "coupons", { coupon: { rule_id, code, is_primary: true } });
      const card = await create(shop, "giftcardaccounts", { giftCardAccount: { balance: 5 } });
      const template = await createCart(shop, bench.skus.slice(0, 10));
      const cards = JSON.stringify({ giftCardAccountData: { gift_cards: [card["code"]] } });
      const measure = async (method: "POST" | "PUT", pathOf: (mask: string) => string, body?: string) => {
        const masks = await copyCart(bench.database, template, maxApplied);
        const given = body === undefined ? {} : { body };
        const next = (number: number) => ({ path: `/rest/V1/${pathOf(cartOf(masks, number))}`, ...given });
        return throughput(asGuest(shop), { connections: 8, method, next });
      };
      const both = {
        ours: () => measure("POST", (mask) => `carts/guest-carts/${mask}/giftCards`, cards),
        baseline: () => measure("PUT", (mask) => `guest-carts/${mask}/coupons/${code}`),
      };
      try {
        await measureAlternately(1, both);
        return await measureAlternately(rounds, both);
      } finally {
        await bench.database.query("delete from sales_rule");
      }
    }),
};

const couponRule = {
  name: "Bench coupon",
  is_active: true,
  website_ids: [1],
  customer_group_ids: [0, 1, 2, 3],
  coupon_type: "SPECIFIC_COUPON",
  simple_action: "by_percent",
  discount_amount: 10,
};

const maxOrders = 800;

/** Registers the customers who order. */
async function createCustomers(shop: Target): Promise<number[]> {
  const ids: number[] = [];
  for (let number = 1; number <= maxOrders; number += 1) {
    const customer = { email: `bench-${number}@example.com`, firstname: "Ada", lastname: "Byron" };
    ids.push(Number((await create(shop, "customers", { customer }))["id"]));
  }
  return ids;
}

/**
 * Gives each customer a gift card, store credit and points, each worth a part of an order. Returns the ids of the
 * cards.
 */
async function giveBalances(shop: Target, customers: readonly number[]): Promise<number[]> {
  const cards: number[] = [];
  for (const id of customers) {
    cards.push(Number((await create(shop, "giftcardaccounts", { giftCardAccount: { balance: 1 } }))["id"]));
    await post(shop, `customers/${id}/storeCredit/1`, { change: 1 });
    await post(shop, `customers/${id}/rewardPoints/1`, { change: 10 });
  }
  return cards;
}

const placeWithBalances: Measure = {
  name: "place-order-with-balances",
  title:
    "`PUT /V1/carts/:cartId/order`, 5 lines, paid in part by a gift card, store credit and points, 8 connections; the baseline is the same order without them",
  unit: "requests/s",
  // At most 1.3 times as long.
  goal: { of: "ratio", atLeast: 0.77 },
  run: (bench) =>
    withCommerceServer(bench, async (shop) => {
      const rate = { website_id: 1, customer_group_id: 0, direction: 1, points: 10, currency_amount: 1 };
      await post(shop, "rewardRates", { rate });
      const customers = await createCustomers(shop);
      const template = await createCart(shop, bench.skus.slice(0, 5));
      const body = JSON.stringify({ paymentMethod: { method: "checkmo" } });
      const place = async (isPaid: boolean) => {
        const cards = isPaid ? await giveBalances(shop, customers) : [];
        const carts = await cartsOf(bench, { template, customers, cards });
        const next = (number: number) => ({ path: `/rest/V1/carts/${cartOf(carts, number)}/order`, body });
        return throughput(shop, { connections: 8, method: "PUT", next });
      };
      const both = { ours: () => place(true), baseline: () => place(false) };
      await measureAlternately(1, both);
      const outcome = await measureAlternately(rounds, both);
      await expectPaid(bench);
      return outcome;
    }),
};

/** Throws if the orders with balances were not paid with all three kinds. */
async function expectPaid({ database }: Bench): Promise<void> {
  const { rows } = await database.query<{ kind: string; orders: number }>(
    "select kind, count(distinct order_id)::int as orders from balance_entry where action = 'used' group by kind",
  );
  const [first, ...others] = rows;
  if (others.length !== 2 || !first?.orders || others.some(({ orders }) => orders !== first.orders)) {
    throw new Error(`The balances did not pay for the orders: ${JSON.stringify(rows)}`);
  }
}

interface Given {
  readonly template: string;
  readonly customers: readonly number[];
  /** Gift cards of the customers; if empty, the carts use no balances. */
  readonly cards: readonly number[];
}

/** Copies a guest's cart for each customer and returns the ids of the copies. */
async function cartsOf({ database }: Bench, { template, customers, cards }: Given): Promise<number[]> {
  const masks = await copyCart(database, template, customers.length);
  const { rows } = await database.query<{ id: number }>(
    `update cart set mask = null, customer_is_guest = false, customer_group_id = c.group_id, customer_id = c.id,
       customer_email = c.email, customer_firstname = c.firstname, customer_lastname = c.lastname,
       use_store_credit = given.card is not null, use_reward_points = given.card is not null,
       gift_card_ids = array_remove(array[given.card], null)
     from unnest($1::text[], $2::int[], $3::int[]) as given (mask, customer, card) join customer c on c.id = given.customer
     where cart.mask = given.mask returning cart.id`,
    [masks, customers, cards],
  );
  return rows.map(({ id }) => id);
}

/** Features of the commerce edition in carts and orders, compared with the same calls without them. */
export const commerce: readonly Measure[] = [applyCard, placeWithBalances];
