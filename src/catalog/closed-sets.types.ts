import { closedSet } from "../contract/closed-set.js";

export const productStatus = closedSet("ProductStatus", "Whether a product is offered.", {
  ENABLED: [1, "It is offered."],
  DISABLED: [2, "It is not offered.", [0]],
});

export const productVisibility = closedSet("ProductVisibility", "Where a product is shown.", {
  NOT_VISIBLE: [1, "Not by itself, only as a part of others."],
  CATALOG: [2, "In categories."],
  SEARCH: [3, "In search."],
  CATALOG_SEARCH: [4, "In categories and in search."],
});

export const productTypeId = closedSet("ProductTypeId", "The type of a product.", {
  SIMPLE: ["simple", "A single physical product."],
  VIRTUAL: ["virtual", "A product that is not shipped, such as a service."],
  BUNDLE: ["bundle", "A product that is put together by choices."],
  DOWNLOADABLE: ["downloadable", "Files to download."],
  CONFIGURABLE: ["configurable", "A product with variations."],
  GROUPED: ["grouped", "Products that are offered together."],
});

export const linkType = closedSet("ProductLinkTypeCode", "How a product is linked to another one.", {
  RELATED: ["related", "A product that fits to it."],
  CROSSSELL: ["crosssell", "A product that the cart offers."],
  UPSELL: ["upsell", "A better product."],
  ASSOCIATED: ["associated", "A part of a grouped product."],
});

export const mediaType = closedSet("MediaType", "What an entry of a media gallery is.", {
  IMAGE: ["image", "An image."],
  EXTERNAL_VIDEO: ["external-video", "A video on another site, with an image."],
});

export const fileSource = closedSet("FileSource", "Where the file of a download is.", {
  URL: ["url", "At an address."],
  FILE: ["file", "With this service."],
});

export const attributeScope = closedSet("AttributeScope", "For what the values of an attribute differ.", {
  STORE: ["store", "For store views."],
  WEBSITE: ["website", "For websites."],
  GLOBAL: ["global", "They are the same everywhere."],
});

export const bundleInput = closedSet("BundleInput", "How a shopper chooses the products of a bundle option.", {
  SELECT: ["select", "One, from a list."],
  RADIO: ["radio", "One, from buttons."],
  CHECKBOX: ["checkbox", "Any, from boxes."],
  MULTI: ["multi", "Any, from a list."],
});

export const bundlePriceType = closedSet("BundlePriceType", "What the price of a bundled product is.", {
  FIXED: [0, "An amount."],
  PERCENT: [1, "A percentage of the price of the bundle."],
});

export const optionPriceType = closedSet("OptionPriceType", "What the price of a custom option is.", {
  FIXED: ["fixed", "An amount in base currency."],
  PERCENT: ["percent", "A percentage of the price of the product."],
});

export const optionInput = closedSet("CustomOptionTypeCode", "What a shopper enters for a custom option.", {
  FIELD: ["field", "A line of text."],
  AREA: ["area", "Several lines of text."],
  FILE: ["file", "A file."],
  DROP_DOWN: ["drop_down", "One value of a list."],
  RADIO: ["radio", "One value, from buttons."],
  CHECKBOX: ["checkbox", "Any values, from boxes."],
  MULTIPLE: ["multiple", "Any values of a list."],
  DATE: ["date", "A day."],
  DATE_TIME: ["date_time", "A day and a time."],
  TIME: ["time", "A time of day."],
});
