import { closedSet } from "../contract/closed-set.js";

export const callerType = closedSet("CallerType", "The type of a caller.", {
  INTEGRATION: [1, "A program."],
  ADMINISTRATOR: [2, "An administrator."],
  CUSTOMER: [3, "A customer."],
  GUEST: [4, "Nobody who is known."],
});

export const integrationStatus = closedSet("IntegrationStatus", "The state of an integration.", {
  INACTIVE: [0, "It awaits the token exchange."],
  ACTIVE: [1, "It can call."],
  REVOKED: [2, "Its tokens were revoked."],
});
