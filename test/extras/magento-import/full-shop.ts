import type { Client, Reply } from "../../support/client.js";

/** Returns the answer of a call that must succeed. */
async function requireSuccess(reply: Promise<Reply>): Promise<Reply["body"]> {
  const { status, text, body } = await reply;
  if (status !== 200) throw new Error(`${status}: ${text}`);
  return body;
}

/** A red square of one pixel. */
const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";

const address = {
  ...{ firstname: "Ada", lastname: "Byron", street: ["1 Main Street"], city: "Los Angeles", postcode: "90210" },
  ...{ country_id: "US", telephone: "555-0100" },
};
const region = { region_id: 12, region: { region_code: "CA", region: "California", region_id: 12 } };

/** Completes the sample data with records of every kind that can be imported. */
export async function fillShop(admin: Client): Promise<void> {
  await addCatalog(admin);
  await addTaxAndContent(admin);
  const customer = await addCustomers(admin);
  await addOrders(admin, customer);
}

async function addCatalog(admin: Client): Promise<void> {
  await requireSuccess(
    admin.post("/V1/products/attributes", {
      attribute: {
        attribute_code: "fabric",
        frontend_input: "select",
        scope: "global",
        frontend_labels: [{ store_id: 0, label: "Fabric" }],
        options: [{ label: "Wool" }, { label: "Linen" }],
      },
    }),
  );
  const set = await requireSuccess(
    admin.post("/V1/products/attribute-sets", { attributeSet: { attribute_set_name: "Clothes" }, skeletonId: 4 }),
  );
  const setId = set.attribute_set_id as number;
  const group = await requireSuccess(
    admin.post("/V1/products/attribute-sets/groups", {
      group: { attribute_group_name: "Cloth", attribute_set_id: setId },
    }),
  );
  await requireSuccess(
    admin.post("/V1/products/attribute-sets/attributes", {
      ...{ attributeSetId: setId, attributeGroupId: group.attribute_group_id, attributeCode: "fabric", sortOrder: 1 },
    }),
  );
  const { options } = await requireSuccess(admin.get("/V1/products/attributes/fabric"));
  const wool = (options as { label: string; value: string }[]).find(({ label }) => label === "Wool")?.value;
  const category = await requireSuccess(
    admin.post("/V1/categories", { category: { parent_id: 2, name: "Coats", is_active: true, position: 9 } }),
  );
  await requireSuccess(admin.put(`/V1/categories/${category.id}`, { category: { name: "Mantel" } }, { store: "de" }));
  await requireSuccess(
    admin.post("/V1/products", { product: coat(setId, { wool, categoryId: category.id as number }) }, { store: "all" }),
  );
  await requireSuccess(admin.put("/V1/products/coat", { product: { sku: "coat", name: "Mantel" } }, { store: "de" }));
  const prices = [
    { ...{ price: 50, price_type: "fixed", website_id: 0, sku: "coat" }, customer_group: "ALL GROUPS", quantity: 3 },
    { ...{ price: 10, price_type: "discount", website_id: 0, sku: "coat" }, customer_group: "Wholesale", quantity: 1 },
  ];
  await requireSuccess(admin.post("/V1/products/tier-prices", { prices }));
}

const coat = (attribute_set_id: number, { wool, categoryId }: { wool: string | undefined; categoryId: number }) => ({
  ...{
    sku: "coat",
    name: "Coat",
    attribute_set_id,
    price: 99.5,
    weight: 1.5,
    type_id: "simple",
    visibility: 4,
    status: 1,
  },
  custom_attributes: [
    { attribute_code: "fabric", value: wool },
    { attribute_code: "description", value: "A <b>warm</b> coat" },
    { attribute_code: "special_price", value: 89.99 },
    { attribute_code: "special_from_date", value: "2026-01-01 00:00:00" },
    { attribute_code: "tax_class_id", value: "2" },
  ],
  extension_attributes: {
    category_links: [{ category_id: String(categoryId), position: 1 }],
    stock_item: { qty: 25, is_in_stock: true, min_sale_qty: 2, use_config_min_sale_qty: 0 },
  },
  options: [
    {
      ...{ title: "Monogram", type: "field", is_require: false, sort_order: 2, price: 5, price_type: "fixed" },
      ...{ product_sku: "coat", max_characters: 3 },
    },
    {
      ...{ title: "Lining", type: "drop_down", is_require: true, sort_order: 1, product_sku: "coat" },
      values: [
        { title: "Silk", sort_order: 1, price: 20, price_type: "fixed" },
        { title: "Cotton", sort_order: 2, price: 10, price_type: "percent" },
      ],
    },
  ],
  media_gallery_entries: [
    {
      ...{ media_type: "image", label: "Front", position: 1, disabled: false, types: ["image", "thumbnail"] },
      content: { base64_encoded_data: pixel, type: "image/png", name: "coat-front.png" },
    },
  ],
  product_links: [
    {
      ...{ sku: "coat", link_type: "related", linked_product_sku: "sample-simple-00001" },
      ...{ linked_product_type: "simple", position: 1 },
    },
  ],
});

async function addTaxAndContent(admin: Client): Promise<void> {
  const classId = await requireSuccess(
    admin.post("/V1/taxClasses", { taxClass: { class_name: "Books", class_type: "PRODUCT" } }),
  );
  const rate = await requireSuccess(
    admin.post("/V1/taxRates", {
      taxRate: { code: "CA books", tax_country_id: "US", tax_region_id: 12, tax_postcode: "*", rate: 5.25 },
    }),
  );
  await requireSuccess(
    admin.post("/V1/taxRules", {
      rule: {
        ...{ code: "Books", priority: 1, position: 1, calculate_subtotal: false },
        ...{ customer_tax_class_ids: [3], product_tax_class_ids: [Number(classId)], tax_rate_ids: [rate.id] },
      },
    }),
  );
  await requireSuccess(admin.post("/V1/customerGroups", { group: { code: "Press", tax_class_id: 3 } }));
  await requireSuccess(
    admin.post("/V1/cmsBlock", {
      block: { identifier: "hello", title: "Hello", content: "<p>Hello</p>", active: true },
    }),
  );
  await requireSuccess(
    admin.post("/V1/cmsPage", {
      page: {
        identifier: "about",
        title: "About us",
        content: "<p>We sell.</p>",
        page_layout: "1column",
        active: true,
      },
    }),
  );
}

async function addCustomers(admin: Client): Promise<number> {
  const customer = await requireSuccess(
    admin.post("/V1/customers", {
      customer: {
        ...{ email: "ada@example.com", firstname: "Ada", lastname: "Byron", website_id: 1, group_id: 2 },
        addresses: [
          { ...address, ...region, default_billing: true, default_shipping: true },
          { ...address, ...region, street: ["2 Side Street", "Flat 3"], company: "Engines" },
        ],
      },
    }),
  );
  await requireSuccess(
    admin.post("/V1/customers", {
      customer: { email: "grace@example.com", firstname: "Grace", lastname: "Hopper", website_id: 1 },
    }),
  );
  return customer.id as number;
}

async function addOrders(admin: Client, customerId: number): Promise<void> {
  const ids: number[] = [];
  for (const number of ["000000101", "000000102", "000000103"]) {
    const order = await requireSuccess(admin.post("/V1/orders/", { entity: orderOf(number, customerId) }));
    ids.push(order.entity_id as number);
  }
  const [first = 0, second = 0] = ids;
  await requireSuccess(
    admin.post(`/V1/order/${first}/invoice`, {
      capture: false,
      comment: { comment: "Thank you", is_visible_on_front: 1 },
    }),
  );
  await requireSuccess(
    admin.post(`/V1/order/${first}/ship`, { tracks: [{ carrier_code: "ups", title: "UPS", track_number: "1Z999" }] }),
  );
  await requireSuccess(admin.post(`/V1/order/${first}/refund`, { arguments: { shipping_amount: 0 } }));
  await requireSuccess(admin.post(`/V1/order/${second}/invoice`, {}));
  await requireSuccess(
    admin.post(`/V1/orders/${second}/comments`, {
      statusHistory: { comment: "Call first", is_customer_notified: 0, is_visible_on_front: 0, parent_id: second },
    }),
  );
}

const orderOf = (increment_id: string, customer_id: number) => ({
  ...{ increment_id, store_id: 1, state: "new", status: "pending", customer_id, customer_group_id: 2 },
  ...{ customer_email: "ada@example.com", customer_firstname: "Ada", customer_lastname: "Byron" },
  ...{ base_currency_code: "USD", order_currency_code: "USD", store_currency_code: "USD", global_currency_code: "USD" },
  ...{ subtotal: 199, base_subtotal: 199, grand_total: 204, base_grand_total: 204 },
  ...{ shipping_amount: 5, base_shipping_amount: 5, shipping_description: "Flat Rate", total_qty_ordered: 2 },
  ...{ subtotal_incl_tax: 199, base_subtotal_incl_tax: 199, shipping_incl_tax: 5, base_shipping_incl_tax: 5 },
  billing_address: { ...address, region_id: 12, region_code: "CA", region: "California", email: "ada@example.com" },
  payment: { method: "checkmo", amount_ordered: 204, base_amount_ordered: 204 },
  items: [
    {
      ...{ sku: "coat", name: "Coat", qty_ordered: 2, price: 99.5, base_price: 99.5, product_type: "simple" },
      ...{ row_total: 199, base_row_total: 199, original_price: 99.5, price_incl_tax: 99.5, base_price_incl_tax: 99.5 },
      ...{ row_total_incl_tax: 199, base_row_total_incl_tax: 199 },
    },
  ],
  extension_attributes: {
    shipping_assignments: [
      {
        shipping: {
          address: { ...address, region_id: 12, region_code: "CA", region: "California", email: "ada@example.com" },
          method: "flatrate_flatrate",
        },
      },
    ],
  },
});
