import { type SettingDeclarations, flag, integer, optionalUrl } from "./values.js";

/** Settings of requests and connections. */
export const httpSettings = {
  PORTICO_BASE_URL: {
    schema: optionalUrl("http", "https"),
    about: "Public address of the service. Default: `http://HOST:PORT`.",
  },
  PORTICO_CONSOLE: { schema: flag(true), about: "Serve the console, a page for administrators, at `/console`." },
  PORTICO_TRUST_PROXY: {
    schema: flag(false),
    about:
      "Trust `X-Forwarded-Proto`, `-Host` and `-Port`, which OAuth signatures cover, and the last address in `X-Forwarded-For`. Turn it on only behind a proxy that sets them.",
  },
  PORTICO_BODY_LIMIT: { schema: integer(1024, 1 << 30, 16 << 20), about: "Maximum size of a request body in bytes." },
  PORTICO_GUEST_BODY_LIMIT: {
    schema: integer(1024, 1 << 30, 512 << 10),
    about: "Maximum size of the request body of a guest or customer in bytes.",
  },
  PORTICO_PRICE_FILE_LIMIT: {
    schema: integer(1024, 64 * 2 ** 30, 1 << 30),
    about: "Maximum size of an imported price file in bytes, unpacked. The file is never in memory as a whole.",
  },
  PORTICO_PRICE_FILE_HIGHEST: {
    schema: integer(1, Number.MAX_SAFE_INTEGER, 1_000_000),
    about: "Amount above which a price of a file is listed as a warning, because it may be a number of another column.",
  },
  PORTICO_BODY_VALUES: {
    schema: integer(1000, 100_000_000, 1_000_000),
    about: "Maximum values in a JSON body: strings, numbers, objects and lists.",
  },
  PORTICO_ELEMENT_VALUES: {
    schema: integer(1000, 100_000_000, 50_000),
    about:
      "Maximum values in one element of a JSON body. Elements are the items of the outermost list or of the lists in the outermost object; the rest of that object is one more element.",
  },
  PORTICO_XML_LIMIT: { schema: integer(1024, 1 << 30, 2 << 20), about: "Maximum size of an XML body in bytes." },
  PORTICO_XML_ELEMENTS: {
    schema: integer(100, 10_000_000, 20_000),
    about: "Maximum elements, CDATA sections and comments in an XML body.",
  },
  PORTICO_BODIES_LIMIT: {
    schema: integer(1 << 20, 64 * 2 ** 30, 128 << 20),
    about:
      "Maximum bytes of all request bodies that a process handles at the same time; guests and customers share a quarter.",
  },
  PORTICO_CONNECTIONS: { schema: integer(1, 1_000_000, 2000), about: "Maximum client connections at the same time." },
  PORTICO_HEADERS_SECONDS: {
    schema: integer(1, 3600, 20),
    about: "Seconds to wait for the headers of a request.",
  },
  PORTICO_REQUEST_SECONDS: {
    schema: integer(1, 86_400, 120),
    about:
      "Seconds to wait for a whole request. A price file may take longer while at least 1,024 bytes a second arrive.",
  },
  PORTICO_KEEP_ALIVE_SECONDS: {
    schema: integer(1, 3600, 75),
    about:
      "Seconds to keep an idle connection open. Should be longer than the timeout of the load balancer, which is often 60.",
  },
  PORTICO_STOP_SECONDS: {
    schema: integer(1, 3600, 25),
    about:
      "Seconds to finish requests and operations after SIGTERM; then the process exits with status 1. Should be shorter than the timeout of the supervisor, which is often 30.",
  },
} as const satisfies SettingDeclarations;
