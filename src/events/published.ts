// Everything that other domains may import from here, besides shapes.

export { decimal } from "./event-data.js";
export { eventCleanup } from "./event-cleanup.js";
export { readEvents } from "./read-events.js";
export { recordEvents, type NewEvent } from "./record-events.sql.js";
