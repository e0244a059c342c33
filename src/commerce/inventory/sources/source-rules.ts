import type { Reason } from "../../../api/call/errors.js";
import { brokenCodeRules, cannotBeEmpty } from "../broken-rules.js";
import { fit, latitudeColumn, longitudeColumn } from "../../../platform/money/columns.js";
import type { InventorySource } from "./sources.types.js";
import { isBlank } from "../../../api/call/spelling.js";
import { keyOf } from "../../../platform/db/models.js";

/** Code of the source that a shop with a single warehouse uses for all products. It cannot be disabled or deleted. */
export const defaultSource = "default";

/** Returns the form in which source codes are compared, because they are case-insensitive. */
export const sourceKey = (code: string): string => keyOf(code);

export const isDefaultSource = (code: string): boolean => sourceKey(code) === defaultSource;

/** `${…}`, which Magento would read as a variable of a template. */
const variable = /\$:*\{.*\}/s;

/** Returns every rule that a source breaks, in the order of Magento's validators. */
export const brokenSourceRules = (source: InventorySource): Reason[] => [
  ...brokenTextRules("name", source.name),
  ...brokenVariableRules(source.name),
  ...brokenCodeRules("source_code", source.source_code),
  ...brokenVariableRules(source.source_code),
  ...brokenTextRules("postcode", source.postcode),
  ...brokenTextRules("country_id", source.country_id),
  ...brokenDefaultRules(source),
  ...brokenCarrierRules(source),
  ...brokenPickupRules(source),
];

const brokenTextRules = (field: string, text: string | null | undefined): Reason[] =>
  isBlank(text) ? [cannotBeEmpty(field)] : [];

const brokenVariableRules = (text: string | null | undefined): Reason[] =>
  variable.test(text ?? "") ? [{ message: "Validation Failed" }] : [];

/** Also broken if `enabled` is omitted, as in Magento. */
const brokenDefaultRules = ({ source_code: code, enabled }: InventorySource): Reason[] =>
  isDefaultSource(code ?? "") && enabled !== true ? [{ message: "Default source can not be disabled." }] : [];

const brokenCarrierRules = ({ carrier_links: links }: InventorySource): Reason[] =>
  (links ?? []).length === 0
    ? []
    : [
        {
          message: `You can't configure "%field" because you have chosen Global Shipping configuration.`,
          parameters: { field: "carrier_links" },
        },
      ];

/** Customers need the address and phone number of the place where they pick up an order. */
function brokenPickupRules(source: InventorySource): Reason[] {
  if (source.extension_attributes?.is_pickup_location_active !== true) return [];
  const absent = (["city", "street", "phone"] as const).filter((field) => isBlank(source[field]));
  return [
    ...absent.map((field) => ({ message: '"%field" can not be empty for Pickup Location.', parameters: { field } })),
    ...(isDefaultSource(source.source_code ?? "")
      ? [{ message: "The Default Source can not be used for In-Store Pickup Delivery." }]
      : []),
  ];
}

/** Maximum lengths of the text columns. */
const texts = {
  source_code: 255,
  name: 255,
  region: 255,
  city: 255,
  street: 255,
  postcode: 255,
  contact_name: 255,
  email: 255,
  phone: 255,
  fax: 255,
  country_id: 2,
} as const;

/** Columns in degrees. Like Magento, does not check whether the position exists. */
const degrees = { latitude: latitudeColumn, longitude: longitudeColumn } as const;

/** Returns whether the columns can hold every value of a source. */
export const isStorable = (source: InventorySource): boolean =>
  Object.entries(texts).every(
    ([field, maxLength]) => [...(source[field as keyof typeof texts] ?? "")].length <= maxLength,
  ) &&
  Object.entries(degrees).every(
    ([field, column]) => fit(source[field as keyof typeof degrees] ?? "0", column) !== undefined,
  ) &&
  (source.region_id ?? 0) >= 0;
