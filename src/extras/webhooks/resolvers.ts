import { WebhookDeliveryManagement } from "./deliveries/webhook-deliveries.resolver.js";
import { WebhookManagement } from "./webhook-management.resolver.js";
import { WebhookRepository } from "./webhooks.resolver.js";

export const resolvers = [WebhookRepository, WebhookManagement, WebhookDeliveryManagement];
