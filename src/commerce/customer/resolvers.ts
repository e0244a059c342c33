import { AccountManagement } from "./accounts/accounts.resolver.js";
import { AddressRepository, DefaultAddresses } from "./addresses/addresses.resolver.js";
import { AddressMetadata, CustomerMetadata } from "./attributes/attributes.resolver.js";
import { CustomerRepository } from "./customers.resolver.js";
import { CustomerGroupConfig, GroupManagement, GroupRepository } from "./groups/groups.resolver.js";
import { PasswordManagement } from "./passwords/passwords.resolver.js";

export const resolvers = [
  AccountManagement,
  AddressMetadata,
  AddressRepository,
  CustomerMetadata,
  CustomerRepository,
  DefaultAddresses,
  PasswordManagement,
  CustomerGroupConfig,
  GroupManagement,
  GroupRepository,
];
