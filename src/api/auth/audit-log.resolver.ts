import { Arg, Ctx, Query, Resolver } from "type-graphql";
import type { Context } from "../call/context.js";
import { Contract, Rest } from "../contract/rest.js";
import { SearchCriteria } from "../search-criteria/search-criteria.types.js";
import { AuditLogEntrySearchResults } from "./audit-log.types.js";
import { searchAuditLog } from "./audit.rows.js";

@Contract("Authorization", "AuditLog")
@Resolver()
export class AuditLog {
  @Rest("GET /V1/audit-log", "Portico_Audit::log")
  @Query(() => AuditLogEntrySearchResults, {
    name: "auditLog",
    description:
      "Searches the audit log by id, at, event, subject_type, subject_id, subject_name, actor_type, actor_id, actor_name, request_id and address.",
  })
  getList(
    @Arg("searchCriteria", () => SearchCriteria, { description: "The search criteria." })
    searchCriteria: SearchCriteria,
    @Ctx() { db }: Context,
  ): Promise<AuditLogEntrySearchResults> {
    return searchAuditLog(db, searchCriteria);
  }
}
