import { RmaAttributesManagement } from "./return-attributes.resolver.js";
import { CommentManagement, RmaManagement, RmaRepository, TrackManagement } from "./returns.resolver.js";

export const resolvers = [RmaManagement, RmaRepository, CommentManagement, TrackManagement, RmaAttributesManagement];
