import { AnalyticsLink } from "./analytics-link.resolver.js";

export const resolvers = [AnalyticsLink];
