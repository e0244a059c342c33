// How extensions add carriers and payment methods.

export { addPaymentMethod } from "./payment/methods.js";
export type { PaymentGateway } from "./payment/payment-method.js";
export type { Carrier, CarrierInput } from "./shipping/carrier.js";
export { addCarrier } from "./shipping/rates.js";
