import { Field, Int } from "type-graphql";
import { OneOf } from "../contract/closed-set.js";
import { OutputShape } from "../contract/shape.js";
import { SearchResults } from "../search-criteria/search-results.js";
import { callerType } from "./closed-sets.types.js";

@OutputShape(
  "AuditLogEntry",
  "An event of the audit log: a sign-in, or a change of accounts, rights, settings, or the control of prices.",
)
export class AuditLogEntry {
  @Field(() => String, { description: "Id. Later events have higher ids." })
  id!: string;

  @Field(() => String, { description: "Time of the event: ISO 8601, in UTC." })
  at!: string;

  @Field(() => String, {
    description: "What happened, and the outcome: `sign-in`, `sign-in refused`, `role changed`.",
  })
  event!: string;

  @OneOf(callerType)
  @Field(() => Int, {
    nullable: true,
    description: "Type of the account that the event is about; null if it is about something else.",
  })
  subject_type!: number | null;

  @Field(() => Int, {
    nullable: true,
    description: "Id of the account, role, website or store that the event is about; null if it has none.",
  })
  subject_id!: number | null;

  @Field(() => String, {
    nullable: true,
    description: "Name of what the event is about at that time: a user name, a role, the path of a setting.",
  })
  subject_name!: string | null;

  @OneOf(callerType)
  @Field(() => Int, { nullable: true, description: "Type of the caller; null for a command on the server." })
  actor_type!: number | null;

  @Field(() => Int, { nullable: true, description: "Id of the caller; null for guests and commands." })
  actor_id!: number | null;

  @Field(() => String, {
    nullable: true,
    description:
      "User name of the administrator or name of the integration that made the call, at that time; null for others.",
  })
  actor_name!: string | null;

  @Field(() => String, { nullable: true, description: "Id of the request, as in the header `X-Request-Id`." })
  request_id!: string | null;

  @Field(() => String, { nullable: true, description: "IP address of the caller." })
  address!: string | null;
}

export const AuditLogEntrySearchResults = SearchResults(AuditLogEntry);
export type AuditLogEntrySearchResults = SearchResults<AuditLogEntry>;
