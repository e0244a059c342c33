import { describe, expect, it } from "vitest";
import { askGateway, type GatewayStep } from "../../../src/commerce/checkout/payment/ask-gateway.js";
import { asAmount } from "../../../src/platform/money/amount.js";
import { FakeGateway } from "./fake-gateway.js";

const reference = "000000001";

function shop(limit = "100") {
  const gateway = new FakeGateway(limit);
  const ask = (step: GatewayStep, amount: string, key = `${step} ${amount}`) =>
    askGateway({ code: "fake", gateway }, step, {
      key,
      reference,
      amount: asAmount(amount),
      currency: "USD",
      data: [],
      setting: () => "",
    });
  return { gateway, ask };
}

describe("a payment method with a gateway", () => {
  it("authorizes, captures and refunds an amount, and releases the rest", async () => {
    const { gateway, ask } = shop();
    expect(await ask("authorize", "50")).toBe("fake-1");
    expect(gateway.of(reference)).toEqual(["50", "0"]);
    await ask("capture", "30");
    await ask("refund", "10");
    expect(gateway.of(reference)).toEqual(["20", "20"]);
    await ask("void", "20");
    expect(gateway.of(reference)).toEqual(["0", "20"]);
  });

  it("moves the money of a step only once, even if it is called again", async () => {
    const { gateway, ask } = shop();
    const first = await ask("authorize", "50", "order 1");
    expect(await ask("authorize", "50", "order 1")).toBe(first);
    expect(gateway.of(reference)).toEqual(["50", "0"]);
  });

  it("returns the message of a gateway that declines", async () => {
    const { gateway, ask } = shop("10");
    await expect(ask("authorize", "50")).rejects.toMatchObject({
      status: 400,
      message: "The card has not enough money.",
    });
    await expect(ask("capture", "1")).rejects.toThrow("This is more than was authorized.");
    expect(gateway.of(reference)).toEqual(["0", "0"]);
  });

  it("hides the error of an unavailable gateway from the shopper", async () => {
    const { gateway, ask } = shop();
    const failure = new Error("connect ECONNREFUSED 10.0.0.7:443");
    gateway.failure = failure;
    await expect(ask("authorize", "50")).rejects.toMatchObject({
      status: 400,
      message: "The payment failed. Try again or choose another payment method.",
      cause: failure,
    });
  });
});

describe("a payment method without a gateway", () => {
  it("moves no money", async () => {
    const payment = { key: "1", reference, amount: asAmount("5"), currency: "USD", data: [], setting: () => "" };
    expect(await askGateway({ code: "checkmo" }, "capture", payment)).toBeUndefined();
  });
});
