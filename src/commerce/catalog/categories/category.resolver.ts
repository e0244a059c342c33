import { Arg, Ctx, Int, Mutation, Query, Resolver } from "type-graphql";
import type { Context } from "../../../api/call/context.js";
import { Contract, Rest, Writes } from "../../../api/contract/rest.js";
import { SearchCriteria } from "../../../api/search-criteria/search-criteria.types.js";
import { categoryNotFound } from "./category-errors.js";
import { categoryFields } from "./values/category-fields.sql.js";
import { treeRoot, readCategory, searchCategories } from "./category.rows.js";
import { readRootCategory } from "./category-structure.sql.js";
import { readTree } from "./category-tree.sql.js";
import { Category, CategorySearchResults, CategoryTree } from "./category.types.js";
import { deleteCategory } from "./delete-category.js";
import { moveCategory } from "./move-category.js";
import { saveCategory } from "./save-category.js";

const permission = "Magento_Catalog::categories";

/** All keys, because a change can affect the positions and counts of the whole tree. */
const tree = { aggregate: "category", keys: ["*"] };

@Contract("Catalog", "CategoryRepository", tree)
@Resolver()
export class CategoryRepository {
  @Rest("GET /V1/categories/:categoryId", permission, { publicRead: true })
  @Query(() => Category, { name: "category", description: "A category with the values of a store view." })
  async get(
    @Arg("categoryId", () => Int, { description: "Id of the category." }) categoryId: number,
    @Arg("storeId", () => Int, {
      nullable: true,
      description: "Id of the store view, 0 for global values; defaults to the current store view.",
    })
    storeId: number | null | undefined,
    @Ctx() { db, scope, selection }: Context,
  ): Promise<Category> {
    const category = await readCategory(db, categoryId, { storeId: storeId ?? scope.storeId, selection });
    if (!category) throw categoryNotFound(categoryId);
    return category;
  }

  @Rest("POST /V1/categories", permission)
  @Rest("PUT /V1/categories/:id", permission, { path: { id: "category.id" } })
  @Mutation(() => Category, {
    name: "saveCategory",
    description: "Creates a category, or updates the given fields of the category with the given id.",
  })
  async save(
    @Arg("category", () => Category, { description: "The category; absent fields stay unchanged." })
    category: Category,
    @Ctx() ctx: Context,
  ): Promise<Category> {
    const id = await saveCategory(category, ctx);
    const { scope, selection } = ctx;
    const saved = await readCategory(ctx.db, id, { storeId: scope.storeId, selection });
    if (!saved) throw categoryNotFound(id);
    return saved;
  }

  @Rest("DELETE /V1/categories/:categoryId", permission, { keys: ["*", "product:*"] })
  @Mutation(() => Boolean, {
    name: "deleteCategory",
    description: "Deletes a category with its descendants, but not their products. Returns true.",
  })
  async deleteByIdentifier(
    @Arg("categoryId", () => Int, { description: "Id of the category." }) categoryId: number,
    @Ctx() ctx: Context,
  ): Promise<boolean> {
    await deleteCategory(ctx.db, categoryId);
    return true;
  }
}

@Contract("Catalog", "CategoryManagement", tree)
@Resolver()
export class CategoryManagement {
  @Rest("GET /V1/categories", permission, { publicRead: true })
  @Query(() => CategoryTree, { name: "categoryTree", description: "A category with its descendants, by position." })
  async getTree(
    @Arg("rootCategoryId", () => Int, {
      nullable: true,
      description:
        "Id of the category to start from; defaults to the root category of the store, or of the whole tree for `all`.",
    })
    rootCategoryId: number | null | undefined,
    @Arg("depth", () => Int, { nullable: true, description: "Number of levels to return below it; all by default." })
    depth: number | null | undefined,
    @Ctx() { db, scope, selection }: Context,
  ): Promise<CategoryTree> {
    const { storeId } = scope;
    const rootId = rootCategoryId ?? (storeId === 0 ? treeRoot : await readRootCategory(db, storeId));
    const tree = await readTree(db, { rootId, depth: depth ?? null, storeId, selection });
    if (!tree) throw categoryNotFound(rootId);
    return tree;
  }

  @Rest("PUT /V1/categories/:categoryId/move", permission)
  @Writes("category", { categoryId: "categoryId" })
  @Mutation(() => Boolean, {
    name: "moveCategory",
    description: "Moves a category with its descendants to another parent. Returns true.",
  })
  async move(
    @Arg("categoryId", () => Int, { description: "Id of the category." }) categoryId: number,
    @Arg("parentId", () => Int, { description: "Id of the new parent category." }) parentId: number,
    @Arg("afterId", () => Int, {
      nullable: true,
      description:
        "Id of the sibling to place it after; 0 places it first. If omitted or not a child of the parent, it is placed last.",
    })
    afterId: number | null | undefined,
    @Ctx() ctx: Context,
  ): Promise<boolean> {
    await moveCategory(ctx.db, { categoryId, parentId, afterId: afterId ?? null });
    return true;
  }
}

@Contract("Catalog", "CategoryList", tree)
@Resolver()
export class CategoryList {
  @Rest("GET /V1/categories/list", permission)
  @Query(() => CategorySearchResults, {
    name: "categories",
    description: "Searches categories by columns and attributes, with the values of the store view.",
  })
  async getList(
    @Arg("searchCriteria", () => SearchCriteria, { description: "The search criteria." })
    searchCriteria: SearchCriteria,
    @Ctx() { db, scope, selection }: Context,
  ): Promise<CategorySearchResults> {
    const field = await categoryFields(searchCriteria, db);
    return searchCategories(db, searchCriteria, { storeId: scope.storeId, selection, field });
  }
}
