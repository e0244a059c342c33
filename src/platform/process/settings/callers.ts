import * as z from "zod";
import { type SettingDeclarations, flag, hours, integer, oneOf, optionalPostgresUrl, optionalUrl } from "./values.js";

/** Settings of callers: tokens, sessions, limits, accounts and emails. */
export const callerSettings = {
  PORTICO_ADMIN_TOKEN_HOURS: {
    schema: hours(4),
    about: "Lifetime of an administrator's token in hours; 0 means that it never expires.",
  },
  PORTICO_CUSTOMER_TOKEN_HOURS: {
    schema: hours(1),
    about: "Lifetime of a customer's token in hours; 0 means that it never expires.",
  },
  PORTICO_CUSTOMER_SESSION_SECONDS: {
    schema: integer(1, 31_536_000, 3600),
    about: "Seconds after which an idle session of a customer or guest ends.",
  },
  PORTICO_ADMIN_SESSION_SECONDS: {
    schema: integer(1, 31_536_000, 900),
    about: "Seconds after which an idle session of an administrator ends.",
  },
  PORTICO_SESSION_HOURS: {
    schema: hours(24),
    about: "Hours after which a session ends even if it is used; 0 means no limit.",
  },
  PORTICO_INTEGRATION_BEARER: {
    schema: flag(true),
    about: "Accept the access token of an integration as a bearer token, without a signature.",
  },
  PORTICO_OAUTH_SHA1: {
    schema: flag(false),
    about: "Accept OAuth signatures with HMAC-SHA1, which older clients use, besides HMAC-SHA256.",
  },
  PORTICO_OAUTH_MINUTES: {
    schema: integer(1, 1440, 120),
    about: "Maximum age of a signed call in minutes. Its nonce is remembered for as long.",
  },
  PORTICO_ENCRYPTION_KEY: {
    schema: z
      .string()
      .regex(/^[A-Za-z0-9+/]{43}=(\s*,\s*[A-Za-z0-9+/]{43}=)*$/, {
        error: "must be 32 random bytes in Base64, or several such keys separated by commas",
      })
      .optional(),
    about:
      "Key that encrypts the secrets of integrations, second factors and webhooks in the database: 32 random bytes in Base64. Of several keys, separated by commas, the first one encrypts and all decrypt. Without it, these secrets are stored unencrypted.",
    secret: true,
  },
  PORTICO_SIGN_IN_RATE: {
    schema: integer(1, 1_000_000, 300),
    about: "Maximum sign-in attempts per minute from one address.",
  },
  PORTICO_SIGN_IN_FAILURES: {
    schema: integer(0, 1_000_000, 100),
    about:
      "Failed sign-ins, from all addresses together, that lock an account; 0 means no limit. Addresses from which the account signed in during the last 30 days are not locked.",
  },
  PORTICO_COUPON_GUESSES: {
    schema: integer(0, 1_000_000, 30),
    about:
      "Rejected coupon codes of a cart, a customer or an address in ten minutes, after which every code is answered with 429; 0 means no limit.",
  },
  PORTICO_TWO_FACTOR: {
    schema: flag(false),
    about: "Require a code from an authenticator app (TOTP) from administrators when they sign in.",
  },
  PORTICO_ADDRESS_RATE: {
    schema: integer(0, 1_000_000, 0),
    about: "Maximum calls per minute from one address; 0 means no limit.",
  },
  PORTICO_CALLER_RATE: {
    schema: integer(0, 1_000_000, 0),
    about: "Maximum calls per minute from one administrator, integration or customer; 0 means no limit.",
  },
  PORTICO_GRAPHQL_RATE: {
    schema: integer(0, 1_000_000_000, 0),
    about: "Maximum cost of a caller's GraphQL documents per minute; guests are counted by address. 0 means no limit.",
  },
  PORTICO_BULK_RATE: {
    schema: integer(0, 1_000_000_000, 0),
    about: "Maximum elements of a caller's bulk calls per minute; guests are counted by address. 0 means no limit.",
  },
  PORTICO_LIMITS_URL: {
    schema: optionalPostgresUrl(),
    about:
      "PostgreSQL database that counts calls for all processes together; it may be `DATABASE_URL`. Through a pooler it needs `DATABASE_DIRECT_URL`, too. Without it, each process counts for itself.",
    secret: true,
  },
  PORTICO_CORS_ORIGINS: {
    schema: z
      .string()
      .regex(/^(https?:\/\/[\w.:-]+(\s*,\s*https?:\/\/[\w.:-]+)*)?$/, {
        error: "must be origins, for example https://shop.example.com, separated by commas",
      })
      .default(""),
    about: "Origins whose pages may call from a browser, separated by commas. None by default.",
  },
  PORTICO_AUDIT_DAYS: {
    schema: integer(1, 36_500, 365),
    about: "Days to keep the audit log.",
  },
  PORTICO_ADMIN_USER: {
    schema: z.string().min(1).default("admin"),
    about: "User name of the administrator that the first start creates.",
  },
  PORTICO_ADMIN_PASSWORD: {
    schema: z
      .string()
      .regex(/^(?=.*[a-z])(?=.*\d).{7,}$/isu, {
        error: "must have at least 7 characters, including letters and digits",
      })
      .optional(),
    about: "Password of the first administrator. Without it, one is generated and printed once.",
    secret: true,
  },
  PORTICO_HIDE_ACCOUNTS: {
    schema: flag(false),
    about: "Hide which email addresses have accounts: availability checks and password resets answer the same for all.",
  },
  PORTICO_EMAIL_NEEDS_PASSWORD: {
    schema: flag(true),
    about: "Require the current password from customers who change their own email address.",
  },
  PORTICO_MAIL_TRANSPORT: {
    schema: oneOf("log", "smtp").default("log"),
    about: "Delivery of emails to customers: `smtp` sends them, `log` only logs them, with their text in development.",
  },
  PORTICO_MAIL_FROM: {
    schema: z
      .string()
      .regex(/^[^\r\n]*@[^\r\n]+$/, { error: "must be an email address, for example `Shop <shop@example.com>`" })
      .optional(),
    about: "Sender of emails, for example `Shop <shop@example.com>`. Required for `smtp`.",
  },
  PORTICO_MAIL_TEMPLATES: {
    schema: z.string().min(1).optional(),
    about:
      "Folder with files that replace those of Portico's emails: `<name>.txt`, `<name>.html`, `texts.<language>.json` and `style.css`, for all store views or in a folder named after the code of one.",
  },
  PORTICO_SMTP_URL: {
    schema: optionalUrl("smtp", "smtps"),
    about: "Mail server, `smtps://user:password@host:465` or `smtp://host:25`. Required for `smtp`.",
    secret: true,
  },
  PORTICO_ANONYMOUS_CATALOG: {
    schema: flag(false),
    about: "Allow callers without a token to read the catalog, content and stores.",
  },
  PORTICO_PAGE_LIMIT: {
    schema: integer(0, 1_000_000, 10_000),
    about: "Maximum page size of search criteria; 0 means no limit.",
  },
  PORTICO_SEARCH_SECONDS: {
    schema: integer(0, 3600, 5),
    about:
      "Seconds a search of the catalog may take in PostgreSQL before it is answered with 503; 0 means no limit of its own.",
  },
  PORTICO_SEARCH_MATCHES: {
    schema: integer(0, 10_000_000, 10_000),
    about:
      "Most products that a search for words finds, the most relevant first; 0 finds all, which takes seconds for a word of a hundred thousand products.",
  },
  PORTICO_PAGE_SIZE: {
    schema: integer(0, 1_000_000, 0),
    about: "Default page size of searches; 0 returns everything, as Magento does by default.",
  },
} as const satisfies SettingDeclarations;
