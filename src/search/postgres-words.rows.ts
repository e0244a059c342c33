import type { Db } from "../db/database.js";

/** A word as the index has it, and the terms of options that are called by it, `code:value`. */
export interface Word {
  readonly word: string;
  readonly options: readonly string[] | null;
}

/** More words than this add nothing to a search. */
const mostWords = 20;
const mostOptions = 200;

/**
 * Takes a text apart as the index does with values, and finds the options that are called by its words in the store view.
 * Options are looked for among the attributes of these codes.
 */
export function readWords(
  db: Db,
  { text, codes, storeId }: { readonly text: string; readonly codes: readonly string[]; readonly storeId: number },
): Promise<Word[]> {
  return db.query<Word>(
    `with word as (select left(lexeme, 100) as word
        from unnest(to_tsvector('simple'::regconfig, left($1::text, 2000))) limit ${mostWords}),
      called as (select a.code || ':' || lower(o.value) as term,
          to_tsvector('simple'::regconfig, coalesce(l.label, o.label)) as words
        from attribute a join entity_type e on e.id = a.entity_type_id and e.code = 'catalog_product'
        join attribute_option o on o.attribute_id = a.id
        left join attribute_option_label l on l.option_id = o.id and l.store_id = nullif($3::int, 0)
        where a.code = any($2::text[]))
    select word, (select json_agg(term) from (select term from called
        where words @@ ('''' || replace(replace(word, '\\', '\\\\'), '''', '''''') || '''')::tsquery limit ${mostOptions}) as t)
      as options
    from word`,
    [text, codes, storeId],
  );
}

/** A term of the index as a query has it; with a star, all that begin with it. */
export const termOf = (term: string, mark = ""): string =>
  `'${term.replace(/\\/g, "\\\\").replace(/'/g, "''")}'${mark}`;
