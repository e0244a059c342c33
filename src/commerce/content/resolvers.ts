import { BlockRepository } from "./cms-blocks.resolver.js";
import { PageRepository } from "./cms-pages.resolver.js";

export const resolvers = [BlockRepository, PageRepository];
