// How extensions add carriers and payment methods, and check orders.

export { addPaymentMethod } from "./payment/methods.js";
export type { PaymentGateway } from "./payment/payment-method.js";
export type { OrderChecks } from "./placing/order-checks.js";
export type { Carrier, CarrierInput } from "./shipping/carrier.js";
export { addCarrier } from "./shipping/rates.js";
