// What other domains may import about the events that operations record.

export { decimal } from "./event-data.js";
export { recordEvents, type NewEvent } from "./record-events.sql.js";
