import { couldNotSave, inputError, type Reason, validationFailed } from "../../../api/call/errors.js";
import type { Db } from "../../../platform/db/database.js";
import { brokenCodeRules, cannotBeEmpty, inputEmpty } from "../broken-rules.js";
import { isDefaultSource, sourceKey } from "../sources/source-rules.js";
import { defaultStock } from "./stocks.types.js";
import { type LinkedPair, type LinkWrite, removeLinks, writeLinks } from "./stock-source-links.rows.js";
import type { StockSourceLink } from "./stock-source-links.types.js";

/**
 * Creates links or sets their priorities, all or none. Throws 400 with every rule that the links break, and for an unknown
 * stock or source.
 */
export async function saveLinks(db: Db, links: readonly StockSourceLink[]): Promise<void> {
  if (links.length === 0) throw inputEmpty();
  const broken = links.flatMap(brokenLinkRules);
  if (broken.length > 0) throw validationFailed(broken);
  const writes = lastOfEachPair(links);
  if ((await writeLinks(db, writes)) < writes.length) throw couldNotSave("Could not save StockSourceLinks");
}

/** Removes links. Unknown ones are ignored. Throws 400 for a link of the default stock or the default source. */
export async function deleteLinks(db: Db, links: readonly StockSourceLink[]): Promise<void> {
  if (links.length === 0) throw inputEmpty();
  const pairs = links.map(pairOf);
  if (pairs.some(({ stockId, code }) => stockId === defaultStock || isDefaultSource(code))) {
    throw inputError("Can not delete link related to Default Source or Default Stock");
  }
  await removeLinks(db, pairs);
}

function brokenLinkRules({ source_code: code, stock_id: stockId, priority }: StockSourceLink): Reason[] {
  const broken = brokenCodeRules("source_code", code);
  if (stockId == null) broken.push(cannotBeEmpty("stock_id"));
  if ((priority ?? 0) < 1) {
    broken.push({ message: '"%field" should be greater then 0.', parameters: { field: "priority" } });
  }
  // The default stock sells from the default source alone, and no other stock does.
  if ((stockId === defaultStock) !== isDefaultSource(code ?? "")) {
    broken.push({ message: "Can not save link related to Default Source or Default Stock" });
  }
  return broken;
}

const pairOf = ({ stock_id: stockId, source_code: code }: StockSourceLink): LinkedPair => ({
  stockId: stockId ?? 0,
  code: code ?? "",
});

/** Keeps the last of equal pairs, because one statement cannot write a row twice. */
function lastOfEachPair(links: readonly StockSourceLink[]): LinkWrite[] {
  const last = new Map<string, LinkWrite>();
  for (const link of links) {
    const pair = pairOf(link);
    last.set(`${pair.stockId} ${sourceKey(pair.code)}`, { ...pair, priority: link.priority ?? 1 });
  }
  return [...last.values()];
}
