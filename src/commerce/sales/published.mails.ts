// What other domains may import about emails about orders.

export { SalesMails } from "./mails/sales-mails.js";
