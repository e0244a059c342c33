import { bearer, createPortico, oauth, type Portico } from "../clients/typescript/src/index.js";

const variable = (name: string): string => process.env[name] ?? "";

/**
 * Connects to the service at PORTICO_URL with the keys of an integration (PORTICO_CONSUMER_KEY, PORTICO_CONSUMER_SECRET,
 * PORTICO_ACCESS_TOKEN, PORTICO_ACCESS_TOKEN_SECRET), or with the token in PORTICO_TOKEN.
 */
export function connect(): Portico {
  const url = variable("PORTICO_URL") || "http://127.0.0.1:8080";
  if (variable("PORTICO_TOKEN")) return createPortico({ url, credentials: bearer(variable("PORTICO_TOKEN")) });
  return createPortico({
    url,
    credentials: oauth({
      consumerKey: variable("PORTICO_CONSUMER_KEY"),
      consumerSecret: variable("PORTICO_CONSUMER_SECRET"),
      accessToken: variable("PORTICO_ACCESS_TOKEN"),
      accessTokenSecret: variable("PORTICO_ACCESS_TOKEN_SECRET"),
    }),
  });
}
