// Everything that other domains may import from here, besides shapes.

export { estimateMethods } from "./shipping/estimates.js";
export { carriers } from "./shipping/carriers-of-carts.js";
export { askGateway, type GatewayStep, readGatewaySettings } from "./payment/ask-gateway.js";
export { findPaymentMethod } from "./payment/methods.js";
export type { PaymentMethod } from "./payment/payment-method.js";
export { exportTableRates, importTableRates } from "./shipping/table-rate-tables.js";
