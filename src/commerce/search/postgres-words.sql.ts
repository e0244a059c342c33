// SQL: models cannot search full text.
import { productAttributeOptions } from "../catalog/published.sql.js";
import type { Db } from "../../platform/db/database.js";
import type { Stemmer } from "./stemmers.js";

/** A word as in the index, its stem, and the terms (`code:value`) of options whose label contains either. */
export interface Word {
  readonly word: string;
  readonly stem: string;
  readonly options: readonly string[] | null;
}

/** The text to split into words. */
export interface WordsQuery {
  readonly text: string;
  /** Codes of the attributes whose options are searched. */
  readonly codes: readonly string[];
  readonly storeId: number;
  readonly stemmer: Stemmer;
}

/** Maximum number of words. Each one is a search of its own, and more do not improve the result. */
export const maxWords = 8;
const maxOptions = 200;

const quote = (word: string) => `'''' || replace(replace(${word}, '\\', '\\\\'), '''', '''''') || ''''`;

/**
 * Splits a text into words as the index does, and finds the options whose label in the store view contains them. Stop
 * words such as `the` are omitted unless the text contains nothing else. Of many words, the longest ones are searched,
 * because they are the rarest.
 */
export function readWords(db: Db, { text, codes, storeId, stemmer }: WordsQuery): Promise<Word[]> {
  return db.query<Word>(
    `with given as (select lexeme as word, positions[1] as place, ts_lexize($4::text::regdictionary, lexeme) as stems
        from unnest(to_tsvector('simple'::regconfig, left($1::text, 2000)))),
      described as (select left(word, 100) as word, left(coalesce(stems[1], word), 100) as stem from given
        where stems <> '{}' or stems is null or not exists (select from given where stems <> '{}' or stems is null)
        order by length(word) desc, place limit ${maxWords}),
      called as (select o.code || ':' || lower(o.value) as term,
          to_tsvector('simple'::regconfig, o.label) || to_tsvector($5::text::regconfig, o.label) as words
        from ${productAttributeOptions("$3::int")} as o where o.code = any($2::text[]))
    select word, stem, (select json_agg(term) from (select term from called
        where words @@ (${quote("word")} || ' | ' || ${quote("stem")})::tsquery limit ${maxOptions}) as t) as options
    from described`,
    [text, codes, storeId, stemmer.dictionary, stemmer.config],
  );
}

/** Formats a term of the index for a query. With the mark `:*`, it matches every word with this prefix. */
export const termOf = (term: string, mark = ""): string =>
  `'${term.replace(/\\/g, "\\\\").replace(/'/g, "''")}'${mark}`;
