import { afterAll, beforeAll, expect, it } from "vitest";
import { hasCurl } from "../support/curl.js";
import { DocShop } from "./doc-page.js";

let newcomer: DocShop;
beforeAll(async () => {
  newcomer = await DocShop.start({ PORTICO_EDITION: "commerce" });
}, 120_000);
afterAll(() => newcomer[Symbol.asyncDispose]());

/** The third argument, if there is one, as the body of a request. */
const body = '${3:+-d "$3"}';
const signIn = String.raw`
  export REST=http://127.0.0.1:8080/rest
  token() { curl -sS $REST/V1/integration/$1/token -H 'Content-Type: application/json' -d "{\"username\":\"$2\",\"password\":\"$PORTICO_ADMIN_PASSWORD\"}" | tr -d '"'; }
  call() { curl -sS -X "$1" "$REST/V1/$2" -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' ${body}; }
  export TOKEN=$(token admin admin)`;

/** A paid order of a customer, which can be refunded. */
const order = String.raw`
  call POST products '{"product":{"sku":"sample-simple-00001","name":"Chair","price":25,"attribute_set_id":4,"type_id":"simple","weight":1,"extension_attributes":{"stock_item":{"qty":9,"is_in_stock":true}}}}'
  call POST customers "{\"customer\":{\"email\":\"ada@example.com\",\"firstname\":\"Ada\",\"lastname\":\"Byron\"},\"password\":\"$PORTICO_ADMIN_PASSWORD\"}"
  export ADMIN=$TOKEN TOKEN=$(token customer ada@example.com)
  call POST carts/mine '{}'
  call POST carts/mine/items '{"cartItem":{"sku":"sample-simple-00001","qty":1}}'
  ADDRESS='{"firstname":"Ada","lastname":"Byron","street":["1 Main Street"],"city":"Los Angeles","region_id":12,"postcode":"90210","country_id":"US","telephone":"555-0100"}'
  call POST carts/mine/shipping-information "{\"addressInformation\":{\"shipping_address\":$ADDRESS,\"billing_address\":$ADDRESS,\"shipping_carrier_code\":\"flatrate\",\"shipping_method_code\":\"flatrate\"}}"
  call POST carts/mine/payment-information '{"paymentMethod":{"method":"checkmo"}}'
  TOKEN=$ADMIN
  call POST order/1/invoice '{"capture":false}'`;

it.skipIf(!hasCurl)("docs/commerce-edition.md has requests that work unchanged", async () => {
  await newcomer.paste(newcomer.located(signIn + order));
  const output = await newcomer.runPage("commerce-edition.md");
  const expected = ['"balance":50', '"balance":100'];
  expect(expected.filter((text) => !output.includes(text))).toEqual([]);
  const refund = await newcomer.paste(newcomer.located(`${signIn}\ncall GET creditmemo/1`));
  expect(JSON.parse(refund)).toMatchObject({ extension_attributes: { customer_balance_amount: 12.5 } });
});
