import * as z from "zod";
import { addedTypes } from "../../../api/contract/extension-attributes.js";
import { totalPlaces } from "../../../commerce/cart/published.js";
import { eventTypes, matchingTypes } from "../../../commerce/events/published.js";
import { broken, ExtensionError } from "../extension-error.js";
import { extensionApi, type Extension } from "../extension.types.js";
import { fieldsOf } from "../parts/fields.js";
import { mayHaveTable } from "./built-in.js";
import { tablePrefix } from "./extension-files.js";

const name = z.string().regex(/^[a-z][a-z0-9-]{1,30}$/, "must be 2 to 31 lower-case letters, digits and hyphens");
const code = z.string().regex(/^[a-z][a-z0-9]{1,49}$/, "must be lower-case letters and digits");
const text = z.string().min(1);
const callable = z.custom<object>((value) => typeof value === "function", "must be a function");
const word = z.string().regex(/^[a-z][a-z0-9_]*$/, "must be lower-case letters, digits and underscores");
const timeout = z.number().int().min(1).max(600_000).optional();
const setting = z.strictObject({ defaultValue: z.string().optional(), values: z.array(z.string()).min(1).optional() });
const settings = z.record(z.string(), setting).optional();

const field = z.strictObject({ name: text, type: z.enum(addedTypes), description: text });
const fields = z.array(field).optional();
const customerFields = z.array(field.extend({ shoppersMaySet: z.boolean().optional() })).optional();

const shape = z.strictObject({
  name,
  version: text,
  api: z.number().int(),
  migrations: z.instanceof(URL, { error: 'must be a URL: new URL("./migrations/", import.meta.url)' }).optional(),
  resolvers: z.array(callable).optional(),
  settings,
  fields: z.strictObject({ product: fields, customer: customerFields, cart: fields, order: fields }).optional(),
  carriers: z.array(z.strictObject({ code, title: text, settings, timeout, prepare: callable })).optional(),
  paymentMethods: z
    .array(
      z.strictObject({
        code,
        title: text,
        settings,
        reads: z.array(text).optional(),
        timeout,
        gateway: z.looseObject({ authorize: callable, capture: callable, void: callable, refund: callable }).optional(),
      }),
    )
    .optional(),
  totals: z
    .array(
      z.strictObject({
        code: text,
        title: text,
        after: z.enum(totalPlaces),
        reads: z.array(text).optional(),
        collect: callable,
      }),
    )
    .optional(),
  notifications: z
    .array(
      z.strictObject({
        path: z
          .string()
          .regex(/^[a-z0-9-]+(?:\/[a-z0-9-]+)*$/, "must be segments of lower-case letters, digits and hyphens"),
        description: text,
        timeout,
        verify: callable,
        handle: callable,
      }),
    )
    .optional(),
  checks: z
    .strictObject({
      timeout,
      prices: callable.optional(),
      tierPrices: callable.optional(),
      product: callable.optional(),
      order: callable.optional(),
    })
    .optional(),
  subscribers: z.array(z.strictObject({ name, types: z.array(text).min(1), timeout, handle: callable })).optional(),
  work: z
    .array(
      z.strictObject({
        name,
        interval: z.number().int().min(100).max(86_400_000),
        timeout,
        everyProcess: z.boolean().optional(),
        run: callable,
      }),
    )
    .optional(),
  secrets: z.array(z.strictObject({ table: word, column: word, key: word })).optional(),
  pages: z
    .array(
      z.strictObject({
        path: z.string().regex(/^[a-z0-9-]+$/, "must be lower-case letters, digits and hyphens"),
        title: z.object({ en: text }).catchall(text),
        files: z.instanceof(URL),
      }),
    )
    .optional(),
  commands: z.array(z.strictObject({ name: text, description: text, run: callable })).optional(),
});

/** Returns the export of an extension's module. Throws `ExtensionError` if it breaks a rule. `source` is its name in the setting. */
export function checkExtension(source: string, exported: unknown): Extension {
  const parsed = shape.safeParse(exported);
  const stated = exported as Partial<Extension> | null | undefined;
  const title = typeof stated?.name === "string" ? `${stated.name} ${stated.version ?? ""}`.trim() : source;
  if (typeof stated?.api === "number" && stated.api !== extensionApi) {
    throw new ExtensionError(
      `Extension ${title} was written for version ${stated.api} of portico/extension, and this is version ${extensionApi}. ` +
        `Install a release of the ${stated.api > extensionApi ? "service" : "extension"} that fits.`,
    );
  }
  if (!parsed.success) {
    const reasons = parsed.error.issues.map(({ path, message }) => `${path.join(".") || "default export"}: ${message}`);
    throw new ExtensionError(`Extension ${title} is not valid:\n  ${reasons.join("\n  ")}`);
  }
  const extension = exported as Extension;
  checkParts(extension);
  return extension;
}

function checkParts(extension: Extension): void {
  for (const path of Object.keys(extension.settings ?? {})) {
    if (!new RegExp(`^${extension.name}/[a-z0-9_]+/[a-z0-9_]+$`).test(path))
      throw broken(extension, `the path of the setting ${path} must be ${extension.name}/group/field.`);
  }
  for (const command of extension.commands ?? []) {
    if (!command.name.startsWith(`${extension.name}:`))
      throw broken(extension, `the name of the command ${command.name} must begin with ${extension.name}:`);
  }
  const prefix = `${extension.name.replaceAll("-", "_")}_`;
  for (const field of fieldsOf(extension)) {
    if (!new RegExp(`^${prefix}[a-z0-9_]{1,40}$`).test(field.name))
      throw broken(extension, `the name of the field ${field.name} must be ${prefix} and lower-case letters.`);
  }
  for (const { code } of extension.totals ?? []) {
    if (!new RegExp(`^${prefix}[a-z0-9_]{1,40}$`).test(code))
      throw broken(extension, `the code of the total ${code} must be ${prefix} and lower-case letters.`);
  }
  for (const { table } of extension.secrets ?? []) {
    if (!mayHaveTable(extension, table))
      throw broken(extension, `the table of secrets ${table} must begin with ${tablePrefix(extension)}`);
  }
  checkCopiedFields(extension);
  checkSubscribers(extension);
}

/** A field of carts is copied to the one of orders with the same name, which must have its type. */
function checkCopiedFields(extension: Extension): void {
  const { cart = [], order = [] } = extension.fields ?? {};
  const other = cart.find(({ name: one, type }) => order.some((field) => field.name === one && field.type !== type));
  if (other) throw broken(extension, `the field ${other.name} of carts and orders must have one type.`);
}

function checkSubscribers(extension: Extension): void {
  requireDistinct(extension, "subscribers");
  requireDistinct(extension, "work");
  for (const { types, name: subscriber } of extension.subscribers ?? []) {
    const unknown = types.find((pattern) => matchingTypes([pattern]).length === 0);
    if (unknown === undefined) continue;
    const all = Object.keys(eventTypes).join(", ");
    throw broken(
      extension,
      `the subscriber ${subscriber} names an unknown type of event: ${unknown}. There are: ${all}.`,
    );
  }
}

/** Throws if two parts of a kind have one name, under which their state is stored. */
function requireDistinct(extension: Extension, kind: "subscribers" | "work"): void {
  const names = (extension[kind] ?? []).map((part) => part.name);
  const twice = names.find((one, at) => names.indexOf(one) !== at);
  if (twice !== undefined) throw broken(extension, `the name ${twice} is there twice in ${kind}.`);
}
