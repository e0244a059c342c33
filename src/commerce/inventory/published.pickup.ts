// What other domains may import about the places where customers pick up orders.

export type { PickupPlace } from "./pickup/pickup-locations.rows.js";
export {
  findPickupLocation,
  hasPickupLocation,
  requirePickupLocation,
  unknownPickupLocation,
} from "./pickup/pickup-of-website.js";
