import type { Measure } from "../measure.js";
import { measureAlternately, request, timed } from "../timing.js";

const path = "/rest/V1/categories?rootCategoryId=2";
const rounds = 9;
const warmUpRounds = 3;

/** Number of categories, as in the goal. */
const categoryCount = 50_000;

/**
 * Adds five levels below the default category: 10, 200, 2,000, 10,000 and the rest of 50,000. All are anchors, with
 * products in the last level.
 */
const addCategories = `
  with recursive given as (
    select 1000 + n as id, 2 as parent_id, '1/2/' || (1000 + n) as path, 2 as level, n as position
    from generate_series(0, 9) as n
    union all
    select child.id, given.id, given.path || '/' || child.id, given.level + 1, child.position
    from given
    join (values (2, 1010, 1000, 20), (3, 1210, 1010, 10), (4, 3210, 1210, 5), (5, 13210, 3210, 4))
      as step (level, first, parent, each) on step.level = given.level
    cross join lateral (
      select step.first + (given.id - step.parent) * step.each + n as id, n + 1 as position
      from generate_series(0, step.each - 1) as n) as child
    where child.id < 1000 + ${categoryCount})
  insert into category (id, parent_id, path, level, position, children_count)
  select id, parent_id, path, level, position, 0 from given order by id`;

const countChildren = `
  update category c set children_count = counted.below
  from (select above.id, count(*) as below from category b cross join unnest(string_to_array(b.path, '/')::int[]) as above (id)
    where above.id <> b.id group by above.id) as counted
  where counted.id = c.id`;

const addValues = `
  insert into category_values (category_id, store_id, data)
  select id, 0, jsonb_build_object('name', 'Category ' || id, 'is_active', '1', 'include_in_menu', '1', 'is_anchor', '1',
    'url_key', 'category-' || id, 'display_mode', 'PRODUCTS', 'description', 'What there is to say of it ' || id)
  from category where id >= 1000`;

const addProducts = `
  insert into product_category (product_id, category_id, position)
  select product.id, 13210 + product.id * 3, 1 from product`;

interface Node {
  readonly children_data: readonly Node[];
}

const sizeOf = (node: Node): number => node.children_data.reduce((sum, child) => sum + sizeOf(child), 1);

/** One call that reads the whole tree, including names and product counts. */
export const readTree: Measure = {
  name: "read-tree",
  title: "`GET /V1/categories`, a tree of 50,000",
  unit: "ms",
  goal: { of: "ratio", atMost: 3 },
  async run({ ours, baseline, database }) {
    for (const part of [addCategories, countChildren, addValues, addProducts]) await database.query(part);
    await database.query("vacuum analyze");
    const read = (target: typeof ours) => async () => {
      let answer = "";
      const milliseconds = await timed(async () => {
        answer = (await request(target, "GET", path)).toString();
      });
      const found = sizeOf(JSON.parse(answer) as Node);
      if (found <= categoryCount) throw new Error(`The answer has ${found} of ${categoryCount} categories.`);
      return milliseconds;
    };
    const measure = { ours: read(ours), baseline: read(baseline) };
    await measureAlternately(warmUpRounds, measure);
    return measureAlternately(rounds, measure);
  },
};
