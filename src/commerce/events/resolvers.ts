import { EventFeed } from "./events.resolver.js";

export const resolvers = [EventFeed];
