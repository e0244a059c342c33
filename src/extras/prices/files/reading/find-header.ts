import Papa from "papaparse";
import {
  anyHeader,
  headerError,
  type HeaderContext,
  likenessOf,
  type RecognizedHeader,
  recognizeHeader,
  rejectHeader,
} from "../forms/recognize.js";
import { findRowEnd } from "./record-cutter.js";

/** The separators of CSV files. The first ones win if a line can be read with several of them. */
const delimiters = [",", ";", "\t", "|"] as const;

/** Maximum number of rows in which the header is sought. */
const maxRows = 60;

/** The header of a CSV file. */
export interface FoundHeader extends RecognizedHeader {
  readonly delimiter: string;
  readonly columns: readonly string[];
  readonly headerLine: number;
  /** Offset of the first byte after the header. */
  readonly end: number;
}

/** How the header of a file is sought. */
export interface HeaderSearch extends HeaderContext {
  /** The line of the header, if the upload says it. */
  readonly headerLine: number | undefined;
  /** The separator, if it is known. */
  readonly delimiter: string | undefined;
}

interface Candidate extends Omit<FoundHeader, keyof RecognizedHeader> {
  readonly found: RecognizedHeader | undefined;
}

/**
 * Finds the header in the first bytes of a CSV file. Undefined if more bytes are needed, because `isWhole` is false. Throws
 * 400 if the file has no header, with what is wrong about the line that is most like one.
 */
export function findHeader(head: Buffer, search: HeaderSearch, isWhole: boolean): FoundHeader | undefined {
  const declared = separatorLine(head);
  const separators = search.delimiter ?? declared;
  const candidates = (separators === undefined ? delimiters : [separators]).flatMap((delimiter) =>
    candidatesOf(head, { delimiter, search, isWhole }),
  );
  const complete = candidates.flatMap(({ found, ...candidate }) => (found ? [{ ...candidate, ...found }] : []));
  const [first] = complete.sort(
    (one, other) => one.headerLine - other.headerLine || other.columns.length - one.columns.length,
  );
  if (first || !isWhole) return first;
  const rated = candidates.map((candidate) => ({ ...candidate, likeness: likenessOf(candidate.columns) }));
  const [likely] = rated.sort((one, other) => other.likeness - one.likeness || one.headerLine - other.headerLine);
  if (!likely) return undefined;
  if (likely.columns.some((name) => name.includes("\r")))
    throw headerError("%line cannot be read", { line: likely.columns.join(likely.delimiter).slice(0, 100) });
  if (search.takesAnyHeader) return { ...likely, ...anyHeader(likely.columns, search) };
  return rejectHeader(likely.columns, search);
}

/** Returns the separator that the first line names, as Excel writes it: `sep=;`. */
const separatorLine = (head: Buffer): string | undefined =>
  /^"?sep=([,;\t|])"?\r?\n/i.exec(head.subarray(0, 16).toString("latin1"))?.[1];

interface Scan {
  readonly delimiter: string;
  readonly search: HeaderSearch;
  readonly isWhole: boolean;
}

function candidatesOf(head: Buffer, { delimiter, search, isWhole }: Scan): Candidate[] {
  const candidates: Candidate[] = [];
  const code = delimiter.charCodeAt(0);
  let line = 1;
  for (let at = 0, row = 0; at < head.length && row < maxRows; row += 1) {
    const { end } = findRowEnd(head, at, code);
    if (end < 0 && !isWhole) break;
    const next = end < 0 ? head.length : end + 1;
    const text = head
      .subarray(at, next)
      .toString()
      .replace(/\r?\n$/, "");
    const isSought = search.headerLine === undefined ? text.trim() !== "" : search.headerLine === line;
    if (isSought) candidates.push(candidateOf(text, { delimiter, search, headerLine: line, end: next }));
    line += text.split("\n").length;
    at = next;
  }
  return candidates;
}

interface CandidateLine extends Pick<Candidate, "delimiter" | "headerLine" | "end"> {
  readonly search: HeaderSearch;
}

function candidateOf(text: string, { search, ...place }: CandidateLine): Candidate {
  const { data } = Papa.parse<string[]>(text, { delimiter: place.delimiter, newline: "\n" });
  const columns = (data[0] ?? []).map((name) => name.trim());
  return {
    ...place,
    columns,
    found: columns.some((name) => /[\r\n]/.test(name)) ? undefined : recognizeHeader(columns, search),
  };
}
