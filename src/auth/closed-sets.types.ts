import { closedSet } from "../contract/closed-set.js";

export const callerType = closedSet("CallerType", "The type of a caller.", {
  INTEGRATION: [1, "An integration."],
  ADMINISTRATOR: [2, "An administrator."],
  CUSTOMER: [3, "A customer."],
  GUEST: [4, "An unidentified caller."],
});

export const integrationStatus = closedSet("IntegrationStatus", "The state of an integration.", {
  INACTIVE: [0, "Awaits the token exchange."],
  ACTIVE: [1, "Can make calls."],
  REVOKED: [2, "Its tokens were revoked."],
});
