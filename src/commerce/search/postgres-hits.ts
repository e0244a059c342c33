import { products, productValues } from "../catalog/published.sql.js";
import type { Bind } from "./postgres-conditions.js";
import { termOf, type Word } from "./postgres-words.sql.js";

/** The terms of a search. */
export interface SearchTerms {
  readonly words: readonly Word[];
  /** Possible SKUs or SKU prefixes, in lower case. */
  readonly skus: readonly string[];
  readonly codes: readonly string[];
}

/** How the products of the terms are read. */
export interface Reading {
  readonly bind: Bind;
  /** SQL of the most products to read for each term; null for all. */
  readonly limit: string;
}

/** Magento's weights for matches in the SKU and in the name. Other attributes have the weight 1. */
const weights = { sku: 6, name: 5 };

/** Returns SQL for the products that match any word, with the score of each match. */
export function hitsSql({ words, skus, codes }: SearchTerms, reading: Reading): string {
  const { bind, limit } = reading;
  const byWord = words.flatMap((word) => {
    const forms = formsOf(word);
    const inField = (code: string, wanted = forms) => wanted.map(({ text, mark }) => termOf(`${code}:${text}`, mark));
    const inName = codes.includes("name") ? inField("name", word.stem === word.word ? [whole(word.word)] : forms) : [];
    const anywhere = [
      ...codes.flatMap((code) => inField(code)),
      ...(word.options ?? []).map((option) => termOf(option)),
    ];
    return [anyTermSql(inName, weights.name, reading), anyTermSql(anywhere, 1, reading)].flat();
  });
  const bySku = skus.map((sku) => {
    const from = `${bind(sku)}::text`;
    const isPrefix = skus.length === 1 || sku.length >= minPrefixLength;
    return `(select p.id, case when p.sku_key = ${from} then ${4 * weights.sku} else ${weights.sku} end from ${products} p
      where ${isPrefix ? `p.sku_key ~>=~ ${from} and p.sku_key ~<~ (${from} || chr(1114111))` : `p.sku_key = ${from}`} limit ${limit})`;
  });
  return [...byWord, ...bySku].join("\n union all ");
}

/**
 * Minimum length of a word that can match as a SKU prefix in a search for several words. The `t` of `t shirt` is too
 * short.
 */
const minPrefixLength = 3;
/** Minimum length of a stem that can match as a prefix. Too many unrelated words begin with a shorter stem. */
const minStemLength = 4;

interface Form {
  readonly text: string;
  /** `:*` to match every word with this prefix. */
  readonly mark: "" | ":*";
}

const whole = (text: string): Form => ({ text, mark: "" });
const prefix = (text: string): Form => ({ text, mark: ":*" });

function formsOf({ word, stem }: Word): readonly Form[] {
  if (stem === word) return [prefix(word)];
  if (stem.length < minStemLength) return [prefix(word), whole(stem)];
  return word.startsWith(stem) ? [prefix(stem)] : [prefix(word), prefix(stem)];
}

/**
 * Returns SQL for the products that match any term, at most `limit` of them, of a word of many products those that were
 * saved first. A global value counts only if the store view has none. The sum hides the store views from indexes, because
 * nearly all values are global.
 */
function anyTermSql(terms: readonly string[], weight: number, { bind, limit }: Reading): string[] {
  if (terms.length === 0) return [];
  const query = `${bind(terms.join(" | "))}::tsquery`;
  return [
    `select i.product_id, ${weight} from (
      select product_id, store_id, data from ${productValues} found
      where product_search_words(found.data) @@ ${query} and found.store_id + 0 in (0, $1::int) limit ${limit}) i
    left join ${productValues} o on i.store_id = 0 and o.product_id = i.product_id and o.store_id = nullif($1::int, 0)
    where o.product_id is null
      or product_search_words(i.data - array(select jsonb_object_keys(o.data))) @@ ${query}`,
  ];
}

/** Returns SQL for the products with a similarly spelled name in the store view. */
export const similarNamesSql = (term: string, bind: Bind): string => `select n.product_id, n.likeness
  from product_names_like(lower(${bind(term.slice(0, 200))}::text)) n
  left join ${productValues} o on n.store_id = 0 and o.product_id = n.product_id and o.store_id = nullif($1::int, 0)
    and o.data ? 'name'
  where n.store_id in (0, $1::int) and o.product_id is null`;
