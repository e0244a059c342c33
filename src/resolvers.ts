import type { NonEmptyArray } from "type-graphql";
import { AdminTokenService, CustomerTokenService } from "./auth/tokens.resolver.js";
import { CategoryLinkManagement, CategoryLinkRepository } from "./catalog/categories/category-links.resolver.js";
import {
  CategoryAttributeOptionManagement,
  CategoryAttributeRepository,
} from "./catalog/categories/category-attributes.resolver.js";
import { CategoryList, CategoryManagement, CategoryRepository } from "./catalog/categories/category.resolver.js";
import { ProductLinkTypeList } from "./catalog/links/product-link-type-list.resolver.js";
import { ProductLinkManagement, ProductLinkRepository } from "./catalog/links/product-links.resolver.js";
import { ProductCustomOptionRepository } from "./catalog/options/custom-option-repository.resolver.js";
import { ProductCustomOptionTypeList } from "./catalog/options/custom-option-type-list.resolver.js";
import * as bundle from "./catalog/bundle/bundle.resolver.js";
import * as configurable from "./catalog/configurable/configurable.resolver.js";
import {
  AttributeSetManagement,
  AttributeSetRepository,
  ProductAttributeGroupRepository,
  ProductAttributeManagement,
} from "./catalog/attribute-sets/attribute-sets.resolver.js";
import {
  EavAttributeSetManagement,
  EavAttributeSetRepository,
} from "./catalog/attribute-sets/eav-attribute-sets.resolver.js";
import {
  ProductAttributeOptionManagement,
  ProductAttributeRepository,
  ProductAttributeTypesList,
} from "./catalog/attributes/product-attributes.resolver.js";
import * as downloadable from "./catalog/downloadable/downloadable.resolver.js";
import { IntegrationService, OauthService } from "./auth/integrations/integrations.resolver.js";
import { RightsManagement } from "./auth/rights/rights.resolver.js";
import { SessionManagement } from "./auth/sessions/sessions.resolver.js";
import { ProductAttributeMediaGalleryManagement } from "./catalog/media/media-gallery.resolver.js";
import { ProductMediaAttributeManagement } from "./catalog/media/media-roles.resolver.js";
import { ProductRenderList } from "./catalog/render/product-render-list.resolver.js";
import { ProductRepository } from "./catalog/products/product-repository.resolver.js";
import { ProductTypeList } from "./catalog/products/product-type-list.resolver.js";
import { StockRegistry } from "./catalog/stock/stock-registry.resolver.js";
import { ProductWebsiteLinkRepository } from "./catalog/websites/product-website-link-repository.resolver.js";
import { ModuleService } from "./backend/modules.resolver.js";
import { BulkCallbackManagement, BulkManagement } from "./bulk/bulk-management.resolver.js";
import { BulkStatus, OperationRepository } from "./bulk/bulk.resolver.js";
import { AccountManagement } from "./customer/accounts.resolver.js";
import { AddressRepository, DefaultAddresses } from "./customer/addresses.resolver.js";
import { AddressMetadata, CustomerMetadata } from "./customer/attributes.resolver.js";
import { CustomerRepository } from "./customer/customers.resolver.js";
import { BlockRepository } from "./content/cms-blocks.resolver.js";
import { PageRepository } from "./content/cms-pages.resolver.js";
import { CustomerGroupConfig, GroupManagement, GroupRepository } from "./customer/groups.resolver.js";
import { CountryInformationAcquirer, CurrencyInformationAcquirer } from "./directory/directory.resolver.js";
import { PasswordManagement } from "./customer/passwords.resolver.js";
import { BasePriceStorage } from "./pricing/base-price-storage.resolver.js";
import { CostStorage } from "./pricing/cost-storage.resolver.js";
import { ProductTierPriceManagement } from "./pricing/product-tier-price-management.resolver.js";
import { Search } from "./search/search.resolver.js";
import { SpecialPriceStorage } from "./pricing/special-price-storage.resolver.js";
import { TierPriceStorage } from "./pricing/tier-price-storage.resolver.js";
import { TaxClassRepository } from "./tax/tax-classes.resolver.js";
import { TaxRateRepository } from "./tax/tax-rates.resolver.js";
import { TaxRuleRepository } from "./tax/tax-rules.resolver.js";
import * as store from "./store/stores.resolver.js";

/** Every resolver class of the schema, by domain. */
export const resolvers: NonEmptyArray<new () => object> = [
  AdminTokenService,
  CustomerTokenService,
  IntegrationService,
  RightsManagement,
  SessionManagement,
  OauthService,
  BulkStatus,
  OperationRepository,
  BulkManagement,
  BulkCallbackManagement,
  AccountManagement,
  AddressMetadata,
  AddressRepository,
  CustomerMetadata,
  CustomerRepository,
  CountryInformationAcquirer,
  CurrencyInformationAcquirer,
  ModuleService,
  DefaultAddresses,
  PasswordManagement,
  CustomerGroupConfig,
  GroupManagement,
  GroupRepository,
  BasePriceStorage,
  CostStorage,
  ProductTierPriceManagement,
  SpecialPriceStorage,
  TierPriceStorage,
  CategoryAttributeOptionManagement,
  CategoryAttributeRepository,
  CategoryLinkManagement,
  CategoryLinkRepository,
  CategoryList,
  CategoryManagement,
  CategoryRepository,
  ProductCustomOptionRepository,
  ProductCustomOptionTypeList,
  ProductLinkManagement,
  ProductLinkRepository,
  ProductLinkTypeList,
  ProductWebsiteLinkRepository,
  StockRegistry,
  AttributeSetManagement,
  AttributeSetRepository,
  EavAttributeSetManagement,
  EavAttributeSetRepository,
  ProductAttributeGroupRepository,
  ProductAttributeManagement,
  ProductAttributeOptionManagement,
  ProductAttributeRepository,
  ProductAttributeTypesList,
  ProductAttributeMediaGalleryManagement,
  ProductMediaAttributeManagement,
  ProductRenderList,
  ProductRepository,
  ProductTypeList,
  bundle.ProductLinkManagement,
  bundle.ProductOptionManagement,
  bundle.ProductOptionRepository,
  bundle.ProductOptionTypeList,
  configurable.ConfigurableProductManagement,
  configurable.LinkManagement,
  configurable.OptionRepository,
  downloadable.LinkRepository,
  downloadable.SampleRepository,
  BlockRepository,
  PageRepository,
  Search,
  TaxClassRepository,
  TaxRateRepository,
  TaxRuleRepository,
  store.GroupRepository,
  store.StoreConfigManager,
  store.StoreRepository,
  store.WebsiteRepository,
];
