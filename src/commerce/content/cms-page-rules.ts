import type { Db } from "../../platform/db/database.js";
import { presentColumns } from "../../platform/db/models.js";
import { globalScope, readSettings } from "../store/published.js";
import { toUrlKey, urlKeyTaken } from "../store/published.urls.js";
import type { Context } from "../../api/call/context.js";
import { inputError, invalidValue, missing, notFound, render } from "../../api/call/errors.js";
import { isBlank } from "../../api/call/spelling.js";
import { calendarDay, utcSecond } from "../../api/contract/dates.js";
import {
  claimPageIdentifier,
  deletePageRow,
  insertPage,
  lockPage,
  readCmsPage,
  readStoresOfPage,
  updatePage,
} from "./cms-pages.rows.js";
import type { CmsPage } from "./cms-pages.types.js";

const unknownPage = 'The CMS page with the "%1" ID doesn\'t exist.';

const maxIdentifierLength = 100;

/** Pages that the settings name by their identifiers, which therefore cannot change. */
const reserved = [
  ["web/default/cms_no_route", "CMS No Route Page"],
  ["web/default/cms_home_page", "CMS Home Page"],
  ["web/default/cms_no_cookies", "CMS No Cookies Page"],
] as const;

const couldNotSave = (reason: string) => inputError("Could not save the page: %1", [reason]);

/** Returns the page. Throws 404 if there is none. */
export async function requireCmsPage(db: Db, id: number): Promise<CmsPage> {
  const page = await readCmsPage(db, id);
  if (!page) throw notFound(unknownPage, [id]);
  return page;
}

/**
 * Creates a page in the current store view, or updates the given fields of the page with the given id, and returns it.
 * The identifier of a new page defaults to one derived from its title. Throws 404 for an unknown
 * id, and 400 for a missing title; an identifier that is missing, not a valid URL path or taken in one of its store views;
 * an invalid date or sort order; a new layout update; and a new identifier for a page that the settings name.
 */
export async function saveCmsPage(ctx: Context, given: CmsPage): Promise<CmsPage> {
  const { db, scope } = ctx;
  const id = given.id || 0;
  if (id !== 0) await lockPage(db, id);
  const stored = id === 0 ? undefined : await requireCmsPage(db, id);
  if (isBlank(given.title === undefined ? stored?.title : given.title)) {
    throw inputError('Required field "%1" is empty.', ["title"]);
  }
  if (!ctx.isImport) checkLayoutUpdates(given, stored);
  const others = valuesOf(given);
  const identifier = given.identifier || (stored?.identifier ?? identifierFrom(given.title ?? ""));
  checkIdentifier(identifier);
  if (stored?.identifier != null && stored.identifier !== identifier) await checkReserved(db, stored.identifier);
  const storeIds = stored ? await readStoresOfPage(db, id) : [scope.storeId];
  if (!(await claimPageIdentifier(db, { id, identifier, storeIds }))) throw couldNotSave(urlKeyTaken);
  const values = { ...others, identifier };
  if (stored) await updatePage(db, id, values);
  if (stored) return asAnswered(ctx, await requireCmsPage(db, id), { given, isStored: true });
  const time = utcSecond(given.creation_time ?? "");
  const created = await insertPage(db, time ? { ...values, creation_time: time } : values, scope.storeId);
  return asAnswered(ctx, await requireCmsPage(db, created), { given, isStored: false });
}

/**
 * Returns a saved page as Magento answers it, which repeats the request: without the time of the change, with times in the
 * dates that were sent, and a new page without a creation time or sort order that was not sent, and inactive unless
 * `active` was sent.
 */
function asAnswered(
  { answersStored }: Context,
  saved: CmsPage,
  { given, isStored }: { readonly given: CmsPage; readonly isStored: boolean },
): CmsPage {
  const dates = (["custom_theme_from", "custom_theme_to"] as const).filter((name) => given[name] && saved[name]);
  const page = {
    ...saved,
    ...Object.fromEntries(dates.map((name) => [name, `${String(saved[name])} 00:00:00`])),
    ...(isStored ? {} : { active: given.active ?? false }),
  };
  if (answersStored) return page;
  const { update_time: _updated, creation_time, sort_order, ...others } = page;
  return {
    ...others,
    ...(isStored || given.creation_time ? { creation_time } : {}),
    ...(isStored || given.sort_order ? { sort_order } : {}),
  };
}

/** Throws 400 for a new layout update: layout updates can only be removed. */
function checkLayoutUpdates(given: CmsPage, stored: CmsPage | undefined): void {
  const names = ["layout_update_xml", "custom_layout_update_xml"] as const;
  if (names.some((name) => !isBlank(given[name]) && given[name] !== stored?.[name])) {
    throw couldNotSave("Something went wrong while saving the page.");
  }
}

/** Deletes a page. Throws 404 for an unknown id. */
export async function deleteCmsPage(db: Db, id: number): Promise<void> {
  if (!(await deletePageRow(db, id))) throw notFound(unknownPage, [id]);
}

const identifierFrom = (title: string) => toUrlKey(title).slice(0, maxIdentifierLength).replace(/-+$/, "");

function checkIdentifier(identifier: string): void {
  if (identifier.trim() === "") throw missing(["identifier"]);
  if (identifier.length > maxIdentifierLength) throw wrongValue("identifier", identifier);
  if (!/^[a-z0-9][a-z0-9_/-]+(\.[a-z0-9_-]+)?$/.test(identifier)) {
    throw couldNotSave(
      "The page URL key can't use capital letters or disallowed symbols. Remove the letters and symbols and try again.",
    );
  }
  if (/^[0-9]+$/.test(identifier)) {
    throw couldNotSave("The page URL key can't use only numbers. Add letters or words and try again.");
  }
}

async function checkReserved(db: Db, identifier: string): Promise<void> {
  const settings = await readSettings(
    db,
    reserved.map(([path]) => path),
  );
  const found = reserved.find(([path]) => settings.value(path, globalScope) === identifier);
  if (found) throw couldNotSave(`This identifier is reserved for "${found[1]}" in configuration.`);
}

/** Returns the given columns of a page, except its identifier: absent fields stay unchanged, null deletes a value. */
function valuesOf({ identifier: _identifier, creation_time: _created, update_time: _updated, ...given }: CmsPage) {
  return presentColumns("cmsPage", {
    ...given,
    sort_order: given.sort_order == null ? undefined : placeOf(given.sort_order),
    custom_theme_from: dayOf("custom_theme_from", given.custom_theme_from),
    custom_theme_to: dayOf("custom_theme_to", given.custom_theme_to),
    is_active: given.active ?? undefined,
  });
}

function wrongValue(fieldName: string, value: string) {
  const { message, parameters } = invalidValue(fieldName, value);
  return couldNotSave(render(message, parameters));
}

function placeOf(text: string): number {
  if (!/^[+-]?\d{1,9}$/.test(text.trim())) throw wrongValue("sort_order", text);
  return Number(text);
}

function dayOf(fieldName: string, text: string | null | undefined): string | null | undefined {
  if (text == null) return text;
  if (text === "") return null;
  const day = calendarDay(text);
  if (day === undefined) throw wrongValue(fieldName, text);
  return day;
}
