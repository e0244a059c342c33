import type { DomainGraph } from "../../api/contract/graph.js";
import { followedEvents } from "./followed-events.js";

export const graph: DomainGraph = { subscriptions: [followedEvents] };
