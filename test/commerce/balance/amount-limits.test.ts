import { beforeAll, expect, it } from "vitest";
import { answered, customerWith, refused } from "../checkout/support.js";
import { useApp } from "../../support/app.js";
import { newCard } from "./support.js";

const { app, admin } = useApp({ PORTICO_EDITION: "commerce" });
let credit: string;

beforeAll(async () => {
  const { id } = await customerWith(app, "ada@example.com");
  credit = `/V1/customers/${id}/storeCredit/1`;
});

const invalid = (fieldName: string, value: string) =>
  refused(400, 'Invalid value of "%value" provided for the %fieldName field.', { fieldName, value });

it.each(["1e150", "1e50", "1e16", "10000000000000000", "1e-150", "1.0000001"])(
  "rejects %s as an amount of a balance and names the field",
  async (amount) => {
    const rate = { website_id: 1, customer_group_id: 0, direction: 1, points: 10, currency_amount: amount };
    const card = await newCard(app, 1);
    const answers = [
      await admin.post("/V1/giftcardaccounts", { giftCardAccount: { balance: amount } }),
      await admin.put(`/V1/giftcardaccounts/${card.id}`, { giftCardAccount: { balance: amount } }),
      await admin.post(credit, { change: amount }),
      await admin.post(credit, { change: `-${amount}` }),
      await admin.post("/V1/rewardRates", { rate }),
    ];
    expect(answers.map(answered)).toEqual([
      invalid("balance", amount),
      invalid("balance", amount),
      invalid("change", amount),
      invalid("change", `-${amount}`),
      invalid("currency_amount", amount),
    ]);
  },
);

it("keeps every digit of the largest balance", async () => {
  const card = await admin.post("/V1/giftcardaccounts", { giftCardAccount: { balance: "9999999999999999.99" } });
  expect([card.status, card.text]).toEqual([200, expect.stringContaining('"balance":9999999999999999.99')]);
});
