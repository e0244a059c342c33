// Everything that other domains may import from here, besides shapes.

export { objectOf } from "./event-objects.js";
export { requireAdmittedTypes } from "./event-rights.js";
export { admittedTypes, declarationOf, eventTypes, type EventType, matchingTypes } from "./event-types.js";
export { type FeedEvent, readBounds, readEvent, readFeed } from "./feed.sql.js";
export { checkCursor, checkPatterns, patternsOf, readEvents, removedEvents, eventCleanup } from "./read-events.js";
