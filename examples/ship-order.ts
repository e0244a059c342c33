// Ships what is left of an order, with a tracking number, and has an email sent to the customer:
//   npx jiti examples/ship-order.ts 000000001 ups "UPS" 1Z999
import { items, unwrap } from "../clients/typescript/src/index.js";
import { connect } from "./connect.js";

const [number, carrier_code, title, track_number] = process.argv.slice(2);
if (number === undefined || carrier_code === undefined || title === undefined || track_number === undefined)
  throw new Error("Usage: ship-order.ts <order number> <carrier code> <carrier> <tracking number>");
const shop = connect();
const where = [{ field: "increment_id", value: number }];
const { value: order } = await items(shop, "/V1/orders", { where, pageSize: 1 }).next();
if (order?.entity_id == null) throw new Error(`There is no order ${number}.`);
const tracks = [{ carrier_code, title, track_number }];
const shipment = unwrap(
  await shop.api.POST("/V1/order/{orderId}/ship", {
    params: { path: { orderId: order.entity_id } },
    body: { tracks, notify: true },
  }),
);
console.log(`Order ${number} was shipped as shipment ${shipment}.`);
