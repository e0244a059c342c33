import { CheckoutAgreementsList, CheckoutAgreementsRepository } from "./agreements/agreements.resolver.js";
import { CartRepository, ItemRepository } from "./gift-messages/gift-messages.resolver.js";
import { CartTotalManagement } from "./information/collect-totals.resolver.js";
import { ShippingInformationManagement, TotalsInformationManagement } from "./information/information.resolver.js";
import { PaymentInformationManagement } from "./payment/payment-information.resolver.js";
import { PaymentMethodManagement } from "./payment/payment-methods.resolver.js";
import { OrderPayment, OrderPlacement } from "./placing/place-order.resolver.js";
import { ShipmentEstimation, ShippingMethodManagement } from "./shipping/shipping-methods.resolver.js";

export const resolvers = [
  CartRepository,
  CartTotalManagement,
  CheckoutAgreementsList,
  CheckoutAgreementsRepository,
  ItemRepository,
  OrderPayment,
  OrderPlacement,
  PaymentInformationManagement,
  PaymentMethodManagement,
  ShipmentEstimation,
  ShippingInformationManagement,
  ShippingMethodManagement,
  TotalsInformationManagement,
];
