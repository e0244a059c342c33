import { AccountManagement } from "./accounts.resolver.js";
import { AddressRepository, DefaultAddresses } from "./addresses.resolver.js";
import { AddressMetadata, CustomerMetadata } from "./attributes.resolver.js";
import { CustomerRepository } from "./customers.resolver.js";
import { CustomerGroupConfig, GroupManagement, GroupRepository } from "./groups.resolver.js";
import { PasswordManagement } from "./passwords.resolver.js";

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
