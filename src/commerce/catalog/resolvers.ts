import {
  AttributeSetManagement,
  AttributeSetRepository,
  ProductAttributeGroupRepository,
  ProductAttributeManagement,
} from "./attribute-sets/attribute-sets.resolver.js";
import { EavAttributeSetManagement, EavAttributeSetRepository } from "./attribute-sets/eav-attribute-sets.resolver.js";
import {
  ProductAttributeIsFilterableManagement,
  ProductAttributeOptionManagement,
  ProductAttributeOptionUpdate,
  ProductAttributeRepository,
  ProductAttributeTypesList,
} from "./attributes/product-attributes.resolver.js";
import * as bundle from "./bundle/bundle.resolver.js";
import {
  CategoryAttributeOptionManagement,
  CategoryAttributeRepository,
} from "./categories/values/category-attributes.resolver.js";
import { CategoryLinkManagement, CategoryLinkRepository } from "./categories/links/category-links.resolver.js";
import { CategoryList, CategoryManagement, CategoryRepository } from "./categories/category.resolver.js";
import * as configurable from "./configurable/configurable.resolver.js";
import * as downloadable from "./downloadable/downloadable.resolver.js";
import { ProductLinkTypeList } from "./links/product-link-type-list.resolver.js";
import { ProductLinkManagement, ProductLinkRepository } from "./links/product-links.resolver.js";
import { ProductAttributeMediaGalleryManagement } from "./media/media-gallery.resolver.js";
import { ProductMediaAttributeManagement } from "./media/media-roles.resolver.js";
import { ProductCustomOptionRepository } from "./options/custom-option-repository.resolver.js";
import { ProductCustomOptionTypeList } from "./options/custom-option-type-list.resolver.js";
import { ProductRepository, ProductTypeList } from "./products/product-repository.resolver.js";
import { ProductRenderList } from "./render/product-render-list.resolver.js";
import { ProductWebsiteLinkRepository } from "./websites/product-website-link-repository.resolver.js";

export const resolvers = [
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
  AttributeSetManagement,
  AttributeSetRepository,
  EavAttributeSetManagement,
  EavAttributeSetRepository,
  ProductAttributeGroupRepository,
  ProductAttributeManagement,
  ProductAttributeIsFilterableManagement,
  ProductAttributeOptionManagement,
  ProductAttributeOptionUpdate,
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
];
