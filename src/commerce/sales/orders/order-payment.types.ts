import { Field } from "type-graphql";
import { amounts, Fields, integers, money, orZero, texts } from "../../../api/contract/fields.js";
import { Shape } from "../../../api/contract/shape.js";

@Shape("OrderPayment", "The payment of an order.", { always: ["entity_id", "parent_id"] })
export class OrderPayment extends Fields({
  ...orZero(
    amounts({
      amount_authorized: "Authorized amount",
      amount_canceled: "Canceled amount",
      amount_ordered: "Amount to pay",
      amount_paid: "Paid amount",
      amount_refunded: "Refunded amount",
      shipping_amount: "Shipping",
      shipping_captured: "Paid shipping",
      shipping_refunded: "Refunded shipping",
    }),
  ),
  ...orZero(
    money({
      base_amount_paid_online: "Amount that a gateway captured, in base currency.",
      base_amount_refunded_online: "Amount that a gateway refunded, in base currency.",
    }),
  ),
  ...integers({
    entity_id: "Id; assigned by the service.",
    parent_id: "Id of the order.",
    quote_payment_id: "Id of the cart's payment.",
  }),
  ...texts({
    account_status: "Status of the payer's account.",
    additional_data: "Data of the payment method.",
    address_status: "Status of the payer's address.",
    anet_trans_method: "Transaction method of the gateway Authorize.Net.",
    cc_approval: "Approval code of the card payment.",
    cc_avs_status: "Result of the check of the card's address.",
    cc_cid_status: "Result of the check of the card's security code.",
    cc_debug_request_body: "Request to the gateway, for debugging.",
    cc_debug_response_body: "Response of the gateway, for debugging.",
    cc_debug_response_serialized: "Response of the gateway, in PHP's format.",
    cc_exp_month: "Month in which the card expires.",
    cc_exp_year: "Year in which the card expires.",
    cc_last4: "Last four digits of the card.",
    cc_number_enc: "Encrypted number of the card.",
    cc_owner: "Owner of the card.",
    cc_secure_verify: "Result of the card owner's verification.",
    cc_ss_issue: "Issue number of a Switch or Solo card.",
    cc_ss_start_month: "Month from which a Switch or Solo card is valid.",
    cc_ss_start_year: "Year from which a Switch or Solo card is valid.",
    cc_status: "Status of the card payment.",
    cc_status_description: "Description of the card payment's status.",
    cc_trans_id: "Id of the card transaction.",
    cc_type: "Code of the card's brand.",
    echeck_account_name: "Name of the account of an electronic check.",
    echeck_account_type: "Type of the account of an electronic check.",
    echeck_bank_name: "Bank of an electronic check.",
    echeck_routing_number: "Routing number of an electronic check.",
    echeck_type: "Type of an electronic check.",
    last_trans_id: "Id of the last transaction.",
    method: "Code of the payment method.",
    po_number: "Number of the customer's purchase order.",
    protection_eligibility: "Whether the gateway protects the seller.",
  }),
}) {
  @Field(() => [String], {
    nullable: "itemsAndList",
    description: "Values of the payment's details, without their keys; JSON if they are not text.",
  })
  additional_information?: (string | null)[] | null;
}
