import type { Db } from "../../platform/db/database.js";
import { keyOf } from "../../platform/db/models.js";
import { modelFields } from "../../api/search-criteria/model-fields.js";
import type { SearchCriteria } from "../../api/search-criteria/search-criteria.types.js";
import { searchModel } from "../../api/search-criteria/search-model.js";
import { Shelf, type ShelfSearchResults } from "./shelves.types.js";

const fields = modelFields("shelf", Shelf);

/** Returns a shelf by its code, ignoring case, or null. */
export const readShelf = (db: Db, code: string): Promise<Shelf | null> =>
  db.models.shelf.findUnique({ where: { code_key: keyOf(code) } });

/** Returns the shelves that match the criteria. */
export const searchShelves = (db: Db, searchCriteria: SearchCriteria): Promise<ShelfSearchResults> =>
  searchModel(db, searchCriteria, { fields, read: (page) => db.models.shelf.findMany(page) });
