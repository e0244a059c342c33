import { addedSqlFields } from "../../api/search-criteria/added-values.sql.js";
import { modelFields } from "../../api/search-criteria/model-fields.js";
import { fieldsByCode } from "../../api/search-criteria/sql-field.js";
import { Cart } from "./carts.types.js";
import { cartValues } from "./state/cart-state.rows.js";

const columns = [
  ...["grand_total", "base_grand_total", "subtotal", "base_subtotal", "subtotal_with_discount"],
  ...["base_subtotal_with_discount", "coupon_code", "applied_rule_ids", "customer_id", "customer_group_id"],
  ...["customer_email", "customer_prefix", "customer_firstname", "customer_middlename", "customer_lastname"],
  ...["customer_suffix", "customer_dob", "customer_gender", "customer_taxvat", "remote_ip", "global_currency_code"],
  ...["base_currency_code", "store_currency_code", "quote_currency_code", "base_to_global_rate", "base_to_quote_rate"],
] as const;

const fields = modelFields("cart", Cart, {
  ...Object.fromEntries(columns.map((name) => [name, name] as const)),
  entity_id: "id",
  store_to_base_rate: "base_to_global_rate",
  store_to_quote_rate: "base_to_quote_rate",
});

/** The searchable fields of carts: those of the shape, other columns of Magento's table, and attributes that extensions added. */
export const cartFields: typeof fields = {
  ...fields,
  field: (code) => fields.field(code) ?? fieldsByCode(addedSqlFields(cartValues, "t.id"))(code),
};
