import { WrappingRepository } from "./wrappings.resolver.js";

export const resolvers = [WrappingRepository];
