import { closedSet } from "../contract/closed-set.js";
import { UserType } from "./actor.js";

export const callerType = closedSet("CallerType", "The type of a caller.", {
  INTEGRATION: [UserType.integration, "An integration."],
  ADMINISTRATOR: [UserType.administrator, "An administrator."],
  CUSTOMER: [UserType.customer, "A customer."],
  GUEST: [UserType.guest, "An unidentified caller."],
});

export const integrationStatus = closedSet("IntegrationStatus", "The state of an integration.", {
  INACTIVE: [0, "Awaits the token exchange."],
  ACTIVE: [1, "Can make calls."],
  REVOKED: [2, "Its tokens were revoked."],
});
