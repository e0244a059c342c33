import { type Entity, pick, textOf } from "../entity.js";
import { listKind } from "../list-kind.js";
import { readAll } from "../pages.js";

const blockFields = ["identifier", "title", "content", "active"];
const pageFields = [
  ...["identifier", "title", "page_layout", "meta_title", "meta_keywords", "meta_description", "content_heading"],
  ...["content", "sort_order", "layout_update_xml", "custom_theme", "custom_root_template"],
  ...["custom_layout_update_xml", "custom_theme_from", "custom_theme_to", "active"],
];

/** Magento's REST interface does not return the store views of blocks and pages, so several can share an identifier. */
const identifierAndTitle = (entity: Entity) => `${textOf(entity, "identifier")} ${textOf(entity, "title")}`;

/** CMS blocks. */
export const cmsBlocks = listKind({
  name: "CMS blocks",
  read: (shop) => readAll(shop, "/cmsBlock/search"),
  idField: "id",
  model: "cmsBlock",
  keyOf: identifierAndTitle,
  nameOf: (entity) => textOf(entity, "identifier"),
  body: (entity) => pick(entity, blockFields),
  create: (body) => ({ method: "POST", path: "/cmsBlock", body: { block: body } }),
  update: (body, id) => ({ method: "PUT", path: `/cmsBlock/${id}`, body: { block: { ...body, id } } }),
  compare: (entity, id) => ({ path: `/cmsBlock/${id}`, body: pick(entity, blockFields) }),
});

/** CMS pages. */
export const cmsPages = listKind({
  name: "CMS pages",
  read: (shop) => readAll(shop, "/cmsPage/search"),
  idField: "id",
  model: "cmsPage",
  keyOf: (entity) => textOf(entity, "identifier"),
  nameOf: (entity) => textOf(entity, "identifier"),
  body: (entity) => pick(entity, pageFields),
  create: (body) => ({ method: "POST", path: "/cmsPage", body: { page: body } }),
  update: (body, id) => ({ method: "PUT", path: `/cmsPage/${id}`, body: { page: { ...body, id } } }),
  compare: (entity, id) => ({ path: `/cmsPage/${id}`, body: pick(entity, pageFields) }),
});
