import { expect, it } from "vitest";
import { answered, refused } from "../checkout/support.js";
import { useApp } from "../../support/app.js";

const { admin } = useApp({ PORTICO_EDITION: "commerce" });

it.each(["1e150", "1e50", "1e16", "-1e150", "-0.00001"])(
  "rejects %s as the price of a new and of a stored gift wrapping and names the field",
  async (base_price) => {
    const { body } = await admin.post("/V1/gift-wrappings", { data: { design: "Stars", base_price: 1 } });
    const message = 'Invalid value of "%value" provided for the %fieldName field.';
    const expected = refused(400, message, { fieldName: "base_price", value: base_price });
    const answers = [
      await admin.post("/V1/gift-wrappings", { data: { design: "Stars", base_price } }),
      await admin.put(`/V1/gift-wrappings/${String(body.wrapping_id)}`, { data: { base_price } }),
    ];
    expect(answers.map(answered)).toEqual([expected, expected]);
  },
);

it("rounds the price of a gift wrapping to four decimals half away from zero", async () => {
  const answer = await admin.post("/V1/gift-wrappings", { data: { design: "Stars", base_price: "0.00005" } });
  expect(answered(answer)).toMatchObject([200, { base_price: 0.0001 }]);
});
