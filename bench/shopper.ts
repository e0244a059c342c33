import { address, email } from "./carts.js";

/** The steps of a shopper, in the order of a visit. */
export const steps = ["list", "product", "cart", "add", "estimate", "shipping", "order"] as const;

export type Step = (typeof steps)[number];

/** The shop that shoppers visit. */
interface Shop {
  readonly url: string;
  readonly skus: readonly string[];
  /** Runs a step and measures it. */
  readonly timed: <Result>(step: Step, work: () => Promise<Result>) => Promise<Result>;
}

const carrier = { shipping_carrier_code: "flatrate", shipping_method_code: "flatrate" };
const pageSize = 20;
const linesOfCart = 3;

/** Number of visits in ten that fill a cart, and that place the order. */
const [filling, ordering] = [3, 1];

/** A guest of the shop. Throws for an answer that is not 200 or has the wrong content. */
export class Shopper {
  constructor(private readonly shop: Shop) {}

  /** Looks at products; three of ten visits fill a cart, and one of these three orders it. */
  async visit(number: number): Promise<void> {
    const skus = Array.from({ length: linesOfCart }, (_, line) => this.skuAt(number * linesOfCart + line));
    const page = 1 + (number % 100);
    const criteria = `searchCriteria[pageSize]=${pageSize}&searchCriteria[currentPage]=${page}`;
    await this.step("list", ["GET", `products?${criteria}&fields=items[sku,name,price]`]);
    for (const sku of skus) {
      const product = await this.step("product", ["GET", `products/${sku}`]);
      check((product as { sku?: string }).sku === sku, `${sku} was read as another product`);
    }
    if (number % 10 < filling) await this.fill(skus, number % 10 < ordering);
  }

  private async fill(skus: readonly string[], orders: boolean): Promise<void> {
    const cart = `guest-carts/${String(await this.step("cart", ["POST", "guest-carts"]))}`;
    for (const sku of skus) await this.step("add", ["POST", `${cart}/items`, { cartItem: { sku, qty: 1 } }]);
    const rates = await this.step("estimate", ["POST", `${cart}/estimate-shipping-methods`, { address }]);
    check(Array.isArray(rates) && rates.length > 0, "a cart cannot be shipped");
    if (!orders) return;
    const addressInformation = { shipping_address: address, billing_address: address, ...carrier };
    await this.step("shipping", ["POST", `${cart}/shipping-information`, { addressInformation }]);
    const payment = { email, billingAddress: address, paymentMethod: { method: "checkmo" } };
    const id = await this.step("order", ["POST", `${cart}/payment-information`, payment]);
    check(Number(id) > 0, `an order has the id ${String(id)}`);
  }

  private skuAt(place: number): string {
    const { skus } = this.shop;
    const sku = skus[place % skus.length];
    if (sku === undefined) throw new Error("There are no products.");
    return sku;
  }

  private async step(step: Step, [method, path, body]: readonly [string, string, object?]): Promise<unknown> {
    return this.shop.timed(step, async () => {
      const answer = await fetch(`${this.shop.url}/rest/V1/${path}`, {
        method,
        headers: { "Content-Type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      check(answer.status === 200, `${method} ${path} answered ${answer.status}: ${text.slice(0, 300)}`);
      return JSON.parse(text) as unknown;
    });
  }
}

function check(isTrue: boolean, problem: string): void {
  if (!isTrue) throw new Error(problem);
}
