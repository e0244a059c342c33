import type {
  GatewayAnswer,
  GatewayPayment,
  PaymentGateway,
} from "../../../src/commerce/checkout/payment/payment-method.js";
import { asAmount, type Amount, zero } from "../../../src/platform/money/amount.js";
import { add, isGreater, isPositive, subtract } from "../../../src/platform/money/arithmetic.js";

interface Account {
  authorized: Amount;
  captured: Amount;
}

/**
 * A gateway in memory: it records the authorized, captured and refunded amounts of each order, and runs a key once. A step with a
 * parent belongs to the order of that transaction.
 */
export class FakeGateway implements PaymentGateway {
  private readonly answers = new Map<string, GatewayAnswer>();
  private readonly orders = new Map<string, Account>();
  private readonly byTransaction = new Map<string, Account>();
  /** Error of the next call, in place of an answer. */
  failure: Error | undefined;

  constructor(private readonly limit: string) {}

  authorize = (payment: GatewayPayment) =>
    this.once(payment, (order) => {
      if (isGreater(payment.amount, asAmount(this.limit))) return "The card has not enough money.";
      order.authorized = add(order.authorized, payment.amount);
      return undefined;
    });

  capture = (payment: GatewayPayment) =>
    this.once(payment, (order) => {
      if (isGreater(payment.amount, order.authorized)) return "This is more than was authorized.";
      order.authorized = subtract(order.authorized, payment.amount);
      order.captured = add(order.captured, payment.amount);
      return undefined;
    });

  void = (payment: GatewayPayment) =>
    this.once(payment, (order) => {
      if (!isPositive(order.authorized)) return "Nothing is authorized.";
      order.authorized = zero;
      return undefined;
    });

  refund = (payment: GatewayPayment) =>
    this.once(payment, (order) => {
      if (isGreater(payment.amount, order.captured)) return "This is more than was captured.";
      order.captured = subtract(order.captured, payment.amount);
      return undefined;
    });

  /** Returns the authorized and captured amounts of an order, by its reference or one of its transactions. */
  of(reference: string): readonly [authorized: string, captured: string] {
    const found = this.byTransaction.get(reference) ?? this.orders.get(reference);
    const { authorized, captured } = found ?? { authorized: zero, captured: zero };
    return [authorized, captured];
  }

  private async once(
    { key, reference, parent = "" }: GatewayPayment,
    move: (order: Account) => string | undefined,
  ): Promise<GatewayAnswer> {
    if (this.failure) throw this.failure;
    const known = this.answers.get(key);
    if (known) return known;
    const order = this.byTransaction.get(parent) ?? this.orders.get(reference) ?? { authorized: zero, captured: zero };
    this.orders.set(reference, order);
    const message = move(order);
    const answer: GatewayAnswer =
      message === undefined
        ? { status: "done", transactionId: `fake-${this.answers.size + 1}` }
        : { status: "declined", message };
    this.answers.set(key, answer);
    if (answer.status === "done") this.byTransaction.set(answer.transactionId, order);
    return answer;
  }
}
