import { CmsBlock } from "../../../commerce/content/cms-blocks.types.js";
import { CmsPage } from "../../../commerce/content/cms-pages.types.js";
import { type Entity, pickFields, textOf } from "../entity.js";
import { listKind } from "../list-kind.js";
import { readAll } from "../shops/pages.js";

/** Fields that the service sets. */
const derived = ["id", "creation_time", "update_time"];

const blockBody = (entity: Entity) => pickFields(entity, CmsBlock, ...derived);
const pageBody = (entity: Entity) => pickFields(entity, CmsPage, ...derived);

/** Magento's REST API does not return the store views of blocks and pages, so several can share an identifier. */
const identifierAndTitle = (entity: Entity) => `${textOf(entity, "identifier")} ${textOf(entity, "title")}`;

/** CMS blocks. */
export const cmsBlocks = listKind({
  name: "CMS blocks",
  read: (shop) => readAll(shop, "/cmsBlock/search"),
  idField: "id",
  model: "cmsBlock",
  keyOf: identifierAndTitle,
  nameOf: (entity) => textOf(entity, "identifier"),
  body: blockBody,
  create: (body) => ({ method: "POST", path: "/cmsBlock", body: { block: body } }),
  update: (body, id) => ({ method: "PUT", path: `/cmsBlock/${id}`, body: { block: { ...body, id } } }),
  compare: (entity, id) => ({ path: `/cmsBlock/${id}`, body: blockBody(entity) }),
});

/** CMS pages. */
export const cmsPages = listKind({
  name: "CMS pages",
  read: (shop) => readAll(shop, "/cmsPage/search"),
  idField: "id",
  model: "cmsPage",
  keyOf: (entity) => textOf(entity, "identifier"),
  nameOf: (entity) => textOf(entity, "identifier"),
  body: pageBody,
  create: (body) => ({ method: "POST", path: "/cmsPage", body: { page: body } }),
  update: (body, id) => ({ method: "PUT", path: `/cmsPage/${id}`, body: { page: { ...body, id } } }),
  compare: (entity, id) => ({ path: `/cmsPage/${id}`, body: pageBody(entity) }),
});
