import { BulkCallbackManagement, BulkManagement } from "./manage/bulk-management.resolver.js";
import { BulkStatus, OperationRepository } from "./status/bulk.resolver.js";

export const resolvers = [BulkStatus, OperationRepository, BulkManagement, BulkCallbackManagement];
