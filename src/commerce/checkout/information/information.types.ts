import { Field, InputType } from "type-graphql";
import { CartAddress } from "../../cart/addresses/addresses.types.js";
import { CartTotals } from "../../cart/totals/output/totals.types.js";
import { OutputShape } from "../../../api/contract/shape.js";
import { PaymentMethod } from "../payment/payment.types.js";
import { CustomAttribute } from "../../catalog/attributes/custom-attribute.types.js";
import { RequiredInput } from "../../../api/contract/request-fields.js";

@OutputShape("PaymentDetails", "The payment methods and the totals of a cart.")
export class PaymentDetails {
  @Field(() => [PaymentMethod], { description: "Payment methods that are available for the cart." })
  payment_methods!: PaymentMethod[];

  @Field(() => CartTotals, { description: "Totals." })
  totals!: CartTotals;
}

@InputType("ShippingInformationInput", { description: "Addresses and shipping method of a cart." })
export class ShippingInformation {
  @RequiredInput()
  @Field(() => CartAddress, { nullable: true, description: "Shipping address; its country is required." })
  shipping_address?: CartAddress | null;

  @Field(() => CartAddress, { nullable: true, description: "Billing address; omit it to keep the stored one." })
  billing_address?: CartAddress | null;

  @Field(() => String, { nullable: true, description: "Code of the shipping method." })
  shipping_method_code?: string | null;

  @Field(() => String, { nullable: true, description: "Code of the carrier." })
  shipping_carrier_code?: string | null;

  @Field(() => [CustomAttribute], { nullable: true, description: "Accepted and ignored, as in Magento." })
  custom_attributes?: CustomAttribute[] | null;
}

@InputType("TotalsInformationInput", { description: "Address and shipping method to calculate totals with." })
export class TotalsInformation {
  @Field(() => CartAddress, { description: "Shipping address, or billing address of a virtual cart." })
  address!: CartAddress;

  @Field(() => String, { nullable: true, description: "Code of the shipping method." })
  shipping_method_code?: string | null;

  @Field(() => String, { nullable: true, description: "Code of the carrier." })
  shipping_carrier_code?: string | null;

  @Field(() => [CustomAttribute], { nullable: true, description: "Accepted and ignored, as in Magento." })
  custom_attributes?: CustomAttribute[] | null;
}
