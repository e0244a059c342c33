import { PricedProducts } from "./desk/priced-products.resolver.js";
import { PriceExports, PriceImports } from "./files/price-imports.resolver.js";
import { PriceFileColumnReader } from "./files/columns/columns.resolver.js";
import { PriceImportProposals } from "./files/held/held-rows.resolver.js";
import { PriceImportMappings } from "./files/mappings/mappings.resolver.js";
import { PriceGuardRailRepository } from "./guard-rails/guard-rails.resolver.js";
import { PriceProposalManagement } from "./guard-rails/proposals/proposals.resolver.js";
import { PriceProposalGroupManagement } from "./guard-rails/proposals/groups.resolver.js";
import { RolePriceRights } from "./rights/price-rights.resolver.js";
import { PriceSchedules } from "./schedules/price-schedules.resolver.js";
import { PriceUndoManagement } from "./undo/price-undo.resolver.js";

export const resolvers = [
  PriceUndoManagement,
  PriceGuardRailRepository,
  PriceProposalManagement,
  PricedProducts,
  PriceProposalGroupManagement,
  PriceExports,
  PriceImports,
  PriceImportMappings,
  PriceFileColumnReader,
  PriceImportProposals,
  PriceSchedules,
  RolePriceRights,
];
