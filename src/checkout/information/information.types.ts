import { Field, InputType } from "type-graphql";
import { CartAddress } from "../../cart/addresses.types.js";
import { CartTotals } from "../../cart/totals.types.js";
import { OutputShape } from "../../contract/shape.js";
import { PaymentMethod } from "../payment/payment.types.js";
import { CustomAttribute } from "../../catalog/attributes/custom-attribute.types.js";

@OutputShape("PaymentDetails", "The payment methods and the totals of a cart.")
export class PaymentDetails {
  @Field(() => [PaymentMethod], { description: "Methods that the cart can be paid with." })
  payment_methods!: PaymentMethod[];

  @Field(() => CartTotals, { description: "Totals." })
  totals!: CartTotals;
}

@InputType("ShippingInformationInput", { description: "Where and how a cart is shipped." })
export class ShippingInformation {
  @Field(() => CartAddress, { nullable: true, description: "Shipping address; its country is required." })
  shipping_address?: CartAddress | null;

  @Field(() => CartAddress, { nullable: true, description: "Billing address; kept as it is by default." })
  billing_address?: CartAddress | null;

  @Field(() => String, { nullable: true, description: "Code of the shipping method." })
  shipping_method_code?: string | null;

  @Field(() => String, { nullable: true, description: "Code of the carrier." })
  shipping_carrier_code?: string | null;

  @Field(() => [CustomAttribute], { nullable: true, description: "Accepted and ignored, as in Magento." })
  custom_attributes?: CustomAttribute[] | null;
}

@InputType("TotalsInformationInput", { description: "Where and how a cart may be shipped." })
export class TotalsInformation {
  @Field(() => CartAddress, { description: "Shipping address, or billing address if nothing is shipped." })
  address!: CartAddress;

  @Field(() => String, { nullable: true, description: "Code of the shipping method." })
  shipping_method_code?: string | null;

  @Field(() => String, { nullable: true, description: "Code of the carrier." })
  shipping_carrier_code?: string | null;

  @Field(() => [CustomAttribute], { nullable: true, description: "Accepted and ignored, as in Magento." })
  custom_attributes?: CustomAttribute[] | null;
}
