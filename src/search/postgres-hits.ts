import { products, productValues } from "../catalog/published.sql.js";
import type { Bind } from "./postgres-conditions.js";
import { termOf, type Word } from "./postgres-words.sql.js";

/** What a search with words is for. */
export interface Wanted {
  readonly words: readonly Word[];
  /** What may be SKUs, or beginnings of them, in lower case. */
  readonly skus: readonly string[];
  readonly codes: readonly string[];
}

/** The weights that Magento gives to matches in the SKU and in the name; others count 1. */
const weights = { sku: 6, name: 5 };

/** Products with any of the words, and what each match counts. */
export function hits({ words, skus, codes }: Wanted, bind: Bind): string {
  const byWord = words.flatMap((word) => {
    const forms = formsOf(word);
    const inField = (code: string, wanted = forms) => wanted.map(({ text, mark }) => termOf(`${code}:${text}`, mark));
    const inName = codes.includes("name") ? inField("name", word.stem === word.word ? [whole(word.word)] : forms) : [];
    const anywhere = [
      ...codes.flatMap((code) => inField(code)),
      ...(word.options ?? []).map((option) => termOf(option)),
    ];
    return [withAny(inName, weights.name, bind), withAny(anywhere, 1, bind)].flat();
  });
  const bySku = skus.map((sku) => {
    const from = `${bind(sku)}::text`;
    const isBeginning = skus.length === 1 || sku.length >= shortestBeginning;
    return `select p.id, case when p.sku_key = ${from} then ${4 * weights.sku} else ${weights.sku} end from ${products} p
      where ${isBeginning ? `p.sku_key ~>=~ ${from} and p.sku_key ~<~ (${from} || chr(1114111))` : `p.sku_key = ${from}`}`;
  });
  return [...byWord, ...bySku].join("\n union all ");
}

/** Among several words a shorter one, such as the `t` of `t shirt`, is not meant as the beginning of a SKU. */
const shortestBeginning = 3;
/** A shorter stem is the beginning of too many other words. */
const shortestStem = 4;

interface Form {
  readonly text: string;
  /** `:*` where it is looked for as the beginning of words. */
  readonly mark: "" | ":*";
}

const whole = (text: string): Form => ({ text, mark: "" });
const beginning = (text: string): Form => ({ text, mark: ":*" });

function formsOf({ word, stem }: Word): readonly Form[] {
  if (stem === word) return [beginning(word)];
  if (stem.length < shortestStem) return [beginning(word), whole(stem)];
  return word.startsWith(stem) ? [beginning(stem)] : [beginning(word), beginning(stem)];
}

/** Products that have any of the terms. A global value counts where the store view has none of its own. */
function withAny(terms: readonly string[], weight: number, bind: Bind): string[] {
  if (terms.length === 0) return [];
  const query = `${bind(terms.join(" | "))}::tsquery`;
  return [
    `select i.product_id, ${weight} from ${productValues} i
    left join ${productValues} o on i.store_id = 0 and o.product_id = i.product_id and o.store_id = nullif($1::int, 0)
    where product_search_words(i.data) @@ ${query} and i.store_id in (0, $1::int) and (o.product_id is null
      or product_search_words(i.data - array(select jsonb_object_keys(o.data))) @@ ${query})`,
  ];
}

/** Products whose name in the store view is spelt alike. */
export const alike = (term: string, bind: Bind): string => `select n.product_id, n.likeness
  from product_names_like(lower(${bind(term.slice(0, 200))}::text)) n
  left join ${productValues} o on n.store_id = 0 and o.product_id = n.product_id and o.store_id = nullif($1::int, 0)
    and o.data ? 'name'
  where n.store_id in (0, $1::int) and o.product_id is null`;
