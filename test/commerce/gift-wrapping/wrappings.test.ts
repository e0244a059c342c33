import { expect, it } from "vitest";
import { answered } from "../checkout/support.js";
import { gif } from "../../platform/media/images.js";
import { useApp } from "../../support/app.js";
import { search } from "../../support/client.js";

const { app, admin } = useApp({ PORTICO_EDITION: "commerce" });

const path = "/V1/gift-wrappings";
const create = (data: object, more: object = {}) => admin.post(path, { data, ...more });

it("stores gift wrappings with a name per store view, a price and an image", async () => {
  const image_base64_content = gif().toString("base64");
  const { body: created } = await create({
    design: "Stars",
    base_price: 2.5,
    image_name: "stars.gif",
    image_base64_content,
  });
  const id = created.wrapping_id as number;
  const expected = {
    wrapping_id: id,
    design: "Stars",
    status: 1,
    base_price: 2.5,
    base_currency_code: "USD",
    website_ids: [1],
    image_name: "stars.gif",
    image_base64_content: null,
  };
  expect(created).toMatchObject(expected);
  const served = new URL(created.image_url as string).pathname;
  expect((await fetch(app.url + served)).status).toBe(200);
  const changed = await admin.put(`${path}/${id}`, {
    data: { design: "Sterne", base_price: 3, image_name: "x.gif" },
    storeId: 1,
  });
  expect(changed.body).toMatchObject({ design: "Sterne", base_price: 3, image_name: "stars.gif" });
  expect((await admin.get(`${path}/${id}`)).body).toMatchObject({ design: "Stars" });
  expect((await admin.get(`${path}/${id}?storeId=1`)).body).toMatchObject({ design: "Sterne" });
  expect((await create({ wrapping_id: id, status: 0, image_name: null })).body).toMatchObject({
    status: 0,
    image_url: null,
  });
  const found = await admin.get(`${path}?${search([["status", "0"]])}`);
  expect(found.body).toMatchObject({ items: [{ wrapping_id: id }], total_count: 1 });
  expect((await admin.get(`${path}?${search([["colour", "red"]])}`)).status).toBe(400);
  expect(answered(await admin.delete(`${path}/${id}`))).toEqual([200, true]);
  const gone = {
    message: "No such entity with %fieldName = %fieldValue",
    parameters: { fieldName: "wrappingId", fieldValue: id },
  };
  expect(answered(await admin.delete(`${path}/${id}`))).toEqual([404, gone]);
  expect(answered(await admin.get(`${path}/${id}`))).toEqual([404, gone]);
  expect(answered(await admin.put(`${path}/${id}`, { data: { design: "A" } }))).toEqual([404, gone]);
});

it("rejects a wrapping without a name or a price, and unknown store views, websites, currencies and invalid prices and images", async () => {
  const wrapping = { design: "Plain", base_price: 1 };
  expect((await create({})).body.errors).toHaveLength(2);
  expect((await create({ ...wrapping, base_price: -1 })).status).toBe(400);
  expect((await create({ ...wrapping, status: 2 })).status).toBe(400);
  expect((await create({ ...wrapping, base_currency_code: "EUR" })).status).toBe(400);
  expect((await create({ ...wrapping, image_name: "a.gif", image_base64_content: "bm8=" })).status).toBe(400);
  expect((await create({ ...wrapping, website_ids: [9] })).body).toMatchObject({
    parameters: { fieldName: "websiteId" },
  });
  expect((await create(wrapping, { storeId: 9 })).body).toMatchObject({ parameters: { fieldName: "storeId" } });
  expect(await app.db.models.giftWrapping.count()).toBe(0);
});
