import { BulkCallbackManagement, BulkManagement } from "./manage/bulk-management.resolver.js";
import { BulkRepository, BulkStatus, OperationRepository } from "./status/bulk.resolver.js";

export const resolvers = [BulkStatus, OperationRepository, BulkRepository, BulkManagement, BulkCallbackManagement];
