import { UrlRoutes } from "./url-routes.resolver.js";

export const resolvers = [UrlRoutes];
