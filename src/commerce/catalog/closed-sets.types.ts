import { closedSet } from "../../api/contract/closed-set.js";

export const productStatus = closedSet("ProductStatus", "Whether a product is offered for sale.", {
  ENABLED: [1, "The product is offered."],
  DISABLED: [2, "The product is not offered.", [0]],
});

export const productVisibility = closedSet("ProductVisibility", "Where the storefront shows a product.", {
  NOT_VISIBLE: [1, "Nowhere by itself, only as part of other products."],
  CATALOG: [2, "In category listings."],
  SEARCH: [3, "In search results."],
  CATALOG_SEARCH: [4, "In category listings and search results."],
});

export const productTypeId = closedSet("ProductTypeId", "The type of a product.", {
  SIMPLE: ["simple", "A single physical product."],
  VIRTUAL: ["virtual", "A product that is not shipped, such as a service."],
  BUNDLE: ["bundle", "A product that shoppers put together from options."],
  DOWNLOADABLE: ["downloadable", "A product that consists of files to download."],
  CONFIGURABLE: ["configurable", "A product with variations."],
  GROUPED: ["grouped", "A group of products that are offered together."],
});

export const linkType = closedSet("ProductLinkTypeCode", "How one product is linked to another.", {
  RELATED: ["related", "A product that goes well with it."],
  CROSSSELL: ["crosssell", "A product that the cart suggests."],
  UPSELL: ["upsell", "A better alternative to it."],
  ASSOCIATED: ["associated", "A product that belongs to a grouped product."],
});

export const mediaType = closedSet("MediaType", "Type of a media gallery entry.", {
  IMAGE: ["image", "An image."],
  EXTERNAL_VIDEO: ["external-video", "A video on another site, with a preview image."],
});

export const fileSource = closedSet("FileSource", "Where the file of a download is stored.", {
  URL: ["url", "At a URL."],
  FILE: ["file", "In the file storage of this service."],
});

export const attributeScope = closedSet("AttributeScope", "Scope in which the values of an attribute can differ.", {
  STORE: ["store", "Values can differ by store view."],
  WEBSITE: ["website", "Values can differ by website."],
  GLOBAL: ["global", "Values are the same everywhere."],
});

export const bundleInput = closedSet("BundleInput", "How a shopper chooses the products of a bundle option.", {
  SELECT: ["select", "One product, from a drop-down list."],
  RADIO: ["radio", "One product, from radio buttons."],
  CHECKBOX: ["checkbox", "Any number of products, from checkboxes."],
  MULTI: ["multi", "Any number of products, from a list."],
});

export const bundlePriceType = closedSet("BundlePriceType", "How the price of a bundle selection is given.", {
  FIXED: [0, "As an amount in base currency."],
  PERCENT: [1, "As a percentage of the price of the bundle."],
});

export const optionPriceType = closedSet("OptionPriceType", "How the price of a custom option is given.", {
  FIXED: ["fixed", "As an amount in base currency."],
  PERCENT: ["percent", "As a percentage of the price of the product."],
});

export const optionInput = closedSet("CustomOptionTypeCode", "What a shopper enters or chooses for a custom option.", {
  FIELD: ["field", "A line of text."],
  AREA: ["area", "Several lines of text."],
  FILE: ["file", "A file."],
  DROP_DOWN: ["drop_down", "One value, from a drop-down list."],
  RADIO: ["radio", "One value, from radio buttons."],
  CHECKBOX: ["checkbox", "Any number of values, from checkboxes."],
  MULTIPLE: ["multiple", "Any number of values, from a list."],
  DATE: ["date", "A date."],
  DATE_TIME: ["date_time", "A date and a time of day."],
  TIME: ["time", "A time of day."],
});
