import type { DomainGraph } from "../contract/graph.js";
import { followedEvents } from "./followed-events.js";

export const graph: DomainGraph = { subscriptions: [followedEvents] };
