import type { GraphQLSchema } from "graphql";
import type { oas31 } from "openapi3-ts";
import type { Actor } from "../../../api/auth/actor.js";
import type { Route } from "../../../api/contract/routes/operations.js";
import { admittedTypes, declarationOf, type EventType } from "../published.js";
import { type Schema, Schemas } from "../../../api/reference/openapi/openapi-schemas.js";

/** An AsyncAPI 3 document. */
export interface AsyncApiDocument {
  readonly asyncapi: "3.0.0";
  readonly info: object;
  readonly defaultContentType: string;
  readonly channels: Readonly<Record<string, object>>;
  readonly operations: Readonly<Record<string, object>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>>; readonly messages: object };
}

interface AsyncApiOptions {
  readonly schema: GraphQLSchema;
  readonly routes: readonly Route[];
  readonly types: readonly EventType[];
}

/** Returns the types that a caller may see. */
export const visibleTypes = (actor: Actor): EventType[] => admittedTypes(actor, ["*"]);

/** Describes the messages posted to webhooks, one for each event type, with the schemas of the REST API. */
export function asyncApiDocument({ schema, routes, types }: AsyncApiOptions): AsyncApiDocument {
  const schemas = new Schemas(schema);
  const byLine = new Map(routes.map((route) => [route.line, route]));
  const headers = schemas.add("WebhookHeaders", webhookHeaders);
  const described = [...types.map((type) => [type, messageOf(type, { schemas, byLine })] as const), pingMessage];
  const messages = described.map(([name, { about: summary, payload }]) => [
    name,
    { name, title: name, summary, headers, payload: schemas.add(payloadName(name), payload) },
  ]);
  return {
    asyncapi: "3.0.0",
    info,
    defaultContentType: "application/json",
    ...channelOf(described.map(([name]) => name)),
    components: { schemas: sortByName(schemas.components), messages: Object.fromEntries(messages) as object },
  };
}

const info = {
  title: "Portico events",
  version: "2.4",
  description:
    "Events posted to webhooks (`POST /V1/webhooks`). `GET /V1/events` returns the same events, with `created_at` in place of `timestamp`.",
  license: { name: "MIT" },
};

/** Describes the URL of a webhook, to which all messages go. */
const channelOf = (names: readonly string[]) => ({
  channels: {
    webhook: {
      address: null,
      title: "Webhook",
      description: "The URL of a subscription. A message is delivered if it is answered with 2xx within 10 seconds.",
      messages: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/messages/${name}` }])),
    },
  },
  operations: {
    postEvent: {
      action: "send",
      channel: { $ref: "#/channels/webhook" },
      summary: "Posts events in order, each at least once.",
      messages: names.map((name) => ({ $ref: `#/channels/webhook/messages/${name}` })),
    },
  },
});

const sortByName = (components: Readonly<Record<string, Schema>>) =>
  Object.fromEntries(Object.entries(components).sort(([one], [other]) => (one < other ? -1 : 1)));

/** `order.state_changed` → `OrderStateChangedEvent`. */
const payloadName = (type: string): string =>
  `${type
    .split(/[._]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("")}Event`;

interface Message {
  readonly about: string;
  readonly payload: oas31.SchemaObject;
}

const timestamp: Schema = { type: "string", format: "date-time", description: "Time of the transaction, in UTC." };

const ping: Message = {
  about: "A test message requested by a call.",
  payload: {
    type: "object",
    required: ["type", "timestamp", "id", "data"],
    properties: {
      type: { type: "string", const: "webhook.ping" },
      timestamp: { ...timestamp, description: "Time at which it was sent, in UTC." },
      id: { type: "null", description: "Always null, because it is not in the feed." },
      data: {
        type: "object",
        required: ["webhook_id"],
        properties: { webhook_id: { type: "integer", description: "Id of the webhook." } },
      },
    },
  },
};

const pingMessage = ["webhook.ping", ping] as const;

interface Sources {
  readonly schemas: Schemas;
  readonly byLine: ReadonlyMap<string, Route>;
}

function messageOf(type: EventType, { schemas, byLine }: Sources): Message {
  const { about, object } = declarationOf(type);
  const read = object && byLine.get(object.line);
  const shape = read && schemas.withoutNull(read.operation.field.type);
  return {
    about,
    payload: {
      type: "object",
      required: ["type", "timestamp", "id", "data"],
      properties: {
        type: { type: "string", const: type },
        timestamp,
        id: { type: "string", description: "Position in the feed, which is also the cursor for the events after it." },
        data: dataSchema(type, schemas),
        object: {
          ...(shape ? { anyOf: [shape, { type: "null" }] } : { type: "null" }),
          description: read
            ? `Response of \`${object.line}\` to the owner at the time of posting; null if the object no longer exists. Absent with \`payload\` \`reference\`.`
            : "Always null: the event has no object besides its data. Absent with `payload` `reference`.",
        },
      },
    },
  };
}

/** Describes the data of a type: fields of a REST shape, or fields of its own. */
function dataSchema(type: EventType, schemas: Schemas): oas31.SchemaObject {
  const { shape, required = [], optional = [], own = {} } = declarationOf(type).data;
  const fields = [...required, ...optional];
  const properties = shape === undefined ? {} : schemas.fieldsOf(shape, fields);
  return {
    type: "object",
    required: [...required, ...Object.keys(own)],
    properties: { ...properties, ...(own as Record<string, Schema>) },
  };
}

const webhookHeaders: oas31.SchemaObject = {
  type: "object",
  description: "Headers as in Standard Webhooks (https://www.standardwebhooks.com).",
  required: ["webhook-id", "webhook-timestamp", "webhook-signature"],
  properties: {
    "webhook-id": { type: "string", format: "uuid", description: "Id of the delivery, the same on every attempt." },
    "webhook-timestamp": { type: "string", description: "Time at which it was sent, in seconds since 1970." },
    "webhook-signature": {
      type: "string",
      description: "`v1,` and the Base64 HMAC-SHA256 of id, timestamp and body, for each key, separated by spaces.",
    },
  },
};
