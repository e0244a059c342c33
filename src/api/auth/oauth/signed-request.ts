import type { IncomingMessage } from "node:http";
import type { Config } from "../../../config.js";
import { missing } from "../../call/errors.js";
import { addressesOf, targetOf } from "./addresses.js";
import { isOauth, type OauthParameters, readOauthHeader } from "./authorization-header.js";
import { type Parameter, readAssigned, readForm } from "./base-string.js";
import { formParametersOf } from "./form-body.js";
import * as problems from "./problems.js";
import { isSignature, type Secrets, signatureOf } from "./signature.js";

/** The protocol parameters of a request, checked on their own. */
export interface SignedRequest {
  readonly consumerKey: string;
  /** Empty if the request has no token. */
  readonly token: string;
  readonly verifier: string;
  readonly nonce: string;
  /** Seconds since 1970. */
  readonly timestamp: number;
  /** Verifies the signature of the request with these secrets. */
  readonly isSignedWith: (secrets: Secrets) => boolean;
}

const keyLength = 32;
const maxNonceLength = 255;
/** Seconds that a client's clock may be ahead. */
const maxSecondsAhead = 600;

const requiredParameters = ["consumer_key", "signature", "signature_method", "nonce", "timestamp"];

/**
 * Reads a request with an OAuth header. `also` lists further required parameters. Throws, in Magento's order, 400 for
 * an invalid version, parameter, token or method and for a time stamp that is too old or in the future; 401 for a
 * malformed consumer key.
 */
export async function readSigned(
  request: IncomingMessage,
  config: Config,
  also: readonly ("token" | "verifier")[],
): Promise<SignedRequest> {
  const parameters = parametersOf(request);
  const valueOf = (name: string) => parameters.get(`oauth_${name}`) ?? "";
  const version = parameters.get("oauth_version");
  if (version !== undefined && version !== "1.0") throw problems.versionUnsupported(version);
  const lacking = [...requiredParameters, ...also].filter((name) => valueOf(name) === "");
  if (lacking.length > 0) throw missing(lacking.map((name) => `oauth_${name}`));
  if (parameters.has("oauth_token") && valueOf("token").length !== keyLength) throw problems.tokenLengthInvalid();
  if (!isSupported(valueOf("signature_method"), config)) throw problems.methodUnsupported(valueOf("signature_method"));
  if (valueOf("consumer_key").length !== keyLength) throw problems.consumerKeyLength();
  // Rejects malformed keys before they reach the statement that concurrent calls share.
  if (!/^[a-z0-9]+$/.test(valueOf("consumer_key"))) throw problems.consumerUnknown();
  const timestamp = checkedTimestamp(valueOf("timestamp"), config);
  const nonce = valueOf("nonce");
  if (nonce.length > maxNonceLength || nonce.includes("\0")) throw problems.nonceInvalid();
  const form = await formParametersOf(request);
  return {
    consumerKey: valueOf("consumer_key"),
    token: valueOf("token"),
    verifier: valueOf("verifier"),
    nonce,
    timestamp,
    isSignedWith: (secrets) => isSigned({ request, parameters, form, config }, secrets),
  };
}

/** With two headers, a proxy and the service could see different callers. */
function parametersOf({ headers, rawHeaders }: IncomingMessage): OauthParameters {
  const count = rawHeaders.filter((text, at) => at % 2 === 0 && text.toLowerCase() === "authorization").length;
  if (count > 1) throw problems.headerInvalid();
  return isOauth(headers.authorization) ? readOauthHeader(headers.authorization) : new Map<string, string>();
}

const isSupported = (method: string, { PORTICO_OAUTH_SHA1 }: Config) =>
  method === "HMAC-SHA256" || (method === "HMAC-SHA1" && PORTICO_OAUTH_SHA1);

function checkedTimestamp(text: string, { PORTICO_OAUTH_MINUTES }: Config): number {
  const timestamp = /^\d{1,15}$/.test(text) ? Number(text) : 0;
  const now = Math.floor(Date.now() / 1000);
  if (timestamp > now + maxSecondsAhead || timestamp < now - PORTICO_OAUTH_MINUTES * 60)
    throw problems.timestampIncorrect();
  return timestamp;
}

interface Received {
  readonly request: IncomingMessage;
  readonly parameters: OauthParameters;
  readonly form: readonly Parameter[];
  readonly config: Config;
}

function isSigned({ request, parameters, form, config }: Received, secrets: Secrets): boolean {
  const { path, query } = targetOf(request);
  const given = parameters.get("oauth_signature") ?? "";
  const method = parameters.get("oauth_signature_method") ?? "";
  const addresses = addressesOf(request, path, config);
  return queriesOf(query).some((inQuery) => {
    const all = [...parameters, ...inQuery, ...form].filter(([name]) => name !== "oauth_signature");
    return addresses.some((address) => {
      const signed = { method: request.method ?? "", address, parameters: all };
      return isSignature(given, signatureOf(signed, method, secrets));
    });
  });
}

/** Magento and clients made for it leave out parameters without a value; RFC 5849 signs them with an empty value. */
function queriesOf(query: string): readonly (readonly Parameter[])[] {
  const [all, assigned] = [readForm(query), readAssigned(query)];
  return assigned.length === all.length ? [all] : [all, assigned];
}
