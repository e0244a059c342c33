import type { NonEmptyArray } from "type-graphql";
import { AdminTokenService, CustomerTokenService } from "./auth/tokens.resolver.js";
import { ProductRenderList } from "./catalog/product-render-list.resolver.js";
import { ProductRepository } from "./catalog/product-repository.resolver.js";
import { ProductTypeList } from "./catalog/product-type-list.resolver.js";
import { BulkCallbackManagement, BulkManagement } from "./bulk/bulk-management.resolver.js";
import { BulkStatus, OperationRepository } from "./bulk/bulk.resolver.js";
import { AccountManagement, CustomerRepository } from "./customer/customers.resolver.js";
import { CustomerGroupConfig, GroupManagement, GroupRepository } from "./customer/groups.resolver.js";
import { BasePriceStorage } from "./pricing/base-price-storage.resolver.js";
import { CostStorage } from "./pricing/cost-storage.resolver.js";
import { ProductTierPriceManagement } from "./pricing/product-tier-price-management.resolver.js";
import { SpecialPriceStorage } from "./pricing/special-price-storage.resolver.js";
import { TierPriceStorage } from "./pricing/tier-price-storage.resolver.js";
import * as store from "./store/stores.resolver.js";

/** Every resolver class of the schema, by domain. */
export const resolvers: NonEmptyArray<new () => object> = [
  AdminTokenService,
  CustomerTokenService,
  BulkStatus,
  OperationRepository,
  BulkManagement,
  BulkCallbackManagement,
  AccountManagement,
  CustomerRepository,
  CustomerGroupConfig,
  GroupManagement,
  GroupRepository,
  BasePriceStorage,
  CostStorage,
  ProductTierPriceManagement,
  SpecialPriceStorage,
  TierPriceStorage,
  ProductRenderList,
  ProductRepository,
  ProductTypeList,
  store.GroupRepository,
  store.StoreConfigManager,
  store.StoreRepository,
  store.WebsiteRepository,
];
