// Everything that other domains may import from here, besides shapes.

export { objectOf } from "./event-objects.js";
export { requireAdmittedTypes } from "./event-rights.js";
export { admittedTypes, declarationOf, eventTypes, type EventType, matchingTypes } from "./event-types.js";
export { type FeedEvent, readBounds, readFeed } from "./feed.sql.js";
export { checkPatterns, patternsOf, readEvents, resolveCursor, eventCleanup } from "./read-events.js";
