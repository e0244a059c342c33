import { AuditLog } from "./audit-log.resolver.js";
import { IntegrationService, OauthService } from "./integrations/integrations.resolver.js";
import { LimitInformation } from "./limits/limits.resolver.js";
import { OwnSecondFactorProviders, SecondFactorProviders } from "./second-factor/providers.resolver.js";
import { GoogleAuthenticate, GoogleConfiguration } from "./second-factor/second-factor.resolver.js";
import { AdminRoleManagement, AdminUserManagement } from "./rights/manage.resolver.js";
import { RightsManagement } from "./rights/rights.resolver.js";
import { SessionManagement } from "./sessions/sessions.resolver.js";
import { AdminTokenService, CustomerTokenService } from "./tokens/tokens.resolver.js";

export const resolvers = [
  AdminRoleManagement,
  AdminTokenService,
  AdminUserManagement,
  AuditLog,
  CustomerTokenService,
  GoogleAuthenticate,
  GoogleConfiguration,
  IntegrationService,
  LimitInformation,
  OwnSecondFactorProviders,
  RightsManagement,
  SecondFactorProviders,
  SessionManagement,
  OauthService,
];
