import { IntegrationService, OauthService } from "./integrations/integrations.resolver.js";
import { RightsManagement } from "./rights/rights.resolver.js";
import { SessionManagement } from "./sessions/sessions.resolver.js";
import { AdminTokenService, CustomerTokenService } from "./tokens.resolver.js";

export const resolvers = [
  AdminTokenService,
  CustomerTokenService,
  IntegrationService,
  RightsManagement,
  SessionManagement,
  OauthService,
];
