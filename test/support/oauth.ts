import { randomUUID } from "node:crypto";
import { type Parameter, percentEncode, readForm } from "../../src/api/auth/oauth/base-string.js";
import { signatureOf } from "../../src/api/auth/oauth/signature.js";
import { Client, type Reply } from "./client.js";
import type { TestApp } from "./app.js";

/** The credentials of an integration. */
export interface Credentials {
  readonly consumer_key: string;
  readonly consumer_secret: string;
  readonly access_token: string;
  readonly access_token_secret: string;
}

/** A request to sign. */
export interface Unsigned {
  readonly method: string;
  /** The whole URL, with the query. */
  readonly url: string;
  readonly form?: string;
}

/** Overrides for a signature; undefined leaves a parameter out. */
export interface SignatureOverrides {
  readonly parameters?: Readonly<Record<string, string | undefined>>;
  /** The signed address, if it differs from the called one. */
  readonly address?: string;
}

/** Returns the protocol parameters of a request, signed after the overrides in `otherwise`. */
export function signedParameters(
  credentials: Partial<Credentials>,
  request: Unsigned,
  otherwise: SignatureOverrides = {},
): Record<string, string> {
  const wanted: Record<string, string | undefined> = {
    oauth_consumer_key: credentials.consumer_key,
    oauth_token: credentials.access_token,
    oauth_signature_method: "HMAC-SHA256",
    oauth_timestamp: String(Math.floor(Date.now() / 1000)),
    oauth_nonce: randomUUID(),
    oauth_version: "1.0",
    ...otherwise.parameters,
  };
  const given = Object.fromEntries(
    Object.entries(wanted).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
  const [address = "", query = ""] = request.url.split("?", 2);
  const { oauth_signature: forged, ...others } = given;
  const parameters: Parameter[] = [...Object.entries(others), ...readForm(query), ...readForm(request.form ?? "")];
  const method = /^HMAC-SHA(?:1|256)$/.test(given["oauth_signature_method"] ?? "")
    ? (given["oauth_signature_method"] ?? "")
    : "HMAC-SHA256";
  const correct = signatureOf({ method: request.method, address: otherwise.address ?? address, parameters }, method, {
    consumerSecret: credentials.consumer_secret ?? "",
    tokenSecret: credentials.access_token_secret ?? "",
  }).toString("base64");
  if ("oauth_signature" in wanted && forged === undefined) return others;
  return { ...others, oauth_signature: forged ?? correct };
}

/** Returns an OAuth header with these parameters. */
export const headerOf = (parameters: Readonly<Record<string, string>>): string =>
  `OAuth ${Object.entries(parameters)
    .map(([name, value]) => `${percentEncode(name)}="${percentEncode(value)}"`)
    .join(", ")}`;

/** Returns a header that signs a request. */
export const signed = (credentials: Partial<Credentials>, request: Unsigned, otherwise?: SignatureOverrides): string =>
  headerOf(signedParameters(credentials, request, otherwise));

/** Sends requests with an OAuth header. */
export class SigningClient {
  private readonly plain: Client;

  constructor(
    private readonly url: string,
    readonly credentials: Credentials,
  ) {
    this.plain = new Client(url);
  }

  get = (path: string, otherwise?: SignatureOverrides): Promise<Reply> => this.call("GET", path, { otherwise });
  post = (path: string, body: unknown, otherwise?: SignatureOverrides) => this.call("POST", path, { body, otherwise });
  put = (path: string, body: unknown, otherwise?: SignatureOverrides) => this.call("PUT", path, { body, otherwise });
  delete = (path: string, otherwise?: SignatureOverrides) => this.call("DELETE", path, { otherwise });

  /** Returns a header for a request to a path below `/rest`. */
  header = (method: string, path: string, otherwise?: SignatureOverrides): string =>
    signed(this.credentials, { method, url: `${this.url}/rest${path}` }, otherwise);

  /** Sends a request with a prepared header. */
  send(method: string, path: string, authorization: string): Promise<Reply> {
    return this.plain.request(`/rest${path}`, { method, headers: { Authorization: authorization } });
  }

  private call(
    method: string,
    path: string,
    { body, otherwise }: { body?: unknown; otherwise?: SignatureOverrides | undefined },
  ): Promise<Reply> {
    const headers = { Authorization: this.header(method, path, otherwise), "Content-Type": "application/json" };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    return this.plain.request(`/rest${path}`, { method, headers, ...sent });
  }
}

let created = 0;

/** Creates an integration with the resources over REST, as an administrator with all resources. */
export async function integration(
  app: TestApp,
  resources: readonly string[] = ["Magento_Backend::all"],
): Promise<SigningClient & { readonly id: number }> {
  created += 1;
  const admin = await app.asAdmin();
  const { status, body, text } = await admin.post("/V1/integrations", {
    integration: { name: `Integration ${created} ${randomUUID()}`, resources },
  });
  if (status !== 200) throw new Error(`no integration: ${text}`);
  return Object.assign(new SigningClient(app.url, body as Credentials), { id: body.integration_id as number });
}
