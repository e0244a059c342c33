import * as z from "zod";
import { type SettingDeclarations, oneOf } from "./values.js";

/** Settings of the catalog, prices and stock, and of what the shop adds. */
export const shopSettings = {
  PORTICO_GOOGLE_MAPS_URL: {
    schema: z
      .string()
      .regex(/^https?:\/\/[^\s?#]+$/, { error: "must be an http or https address" })
      .default("https://maps.googleapis.com"),
    about: "Address of Google Maps for source selection by distance. Change it to use a proxy.",
  },
  PORTICO_EXTENSIONS: {
    schema: z.string().default(""),
    about:
      "Extensions to load, separated by commas: names of npm packages, or paths that begin with `./` or `/`, from the current folder. All processes of a database need the same ones.",
  },
  PORTICO_EDITION: {
    schema: oneOf("open-source", "commerce").default("open-source"),
    about: "`commerce` adds the routes and rules of that edition.",
  },
  PORTICO_PRICE_SCOPE: {
    schema: oneOf("global", "website").default("global"),
    about: "Scope of prices: one price for all websites, or a price per `website`.",
  },
  PORTICO_DOWNLOADABLE_DOMAINS: {
    schema: z
      .string()
      .regex(/^[\w.*, -]*$/, { error: "must be host names separated by commas, without scheme and port" })
      .default("*"),
    about:
      "Hosts that downloadable products may link to, separated by commas; `*.example.com` allows every host below, `*` allows all.",
  },
} as const satisfies SettingDeclarations;
