import { ShelfRepository } from "./shelves.resolver.js";

export const resolvers = [ShelfRepository];
