import { type Command, InvalidArgumentError } from "commander";
import type {
  PriceChange,
  PriceChangePage,
  RecordedPrice,
} from "../../commerce/pricing/history/changes/price-change.types.js";
import type { PriceUndo } from "../../extras/prices/undo/undo.types.js";
import { examples, type JsonOption } from "../options.js";
import { pluralize, Output, table } from "../output.js";
import { type PriceServer, withPriceApi, withServer } from "./price-api.js";

interface HistoryOptions extends JsonOption, PriceServer {
  readonly limit: number;
}

interface UndoOptions extends JsonOption, PriceServer {
  readonly request?: string;
  readonly bulk?: string;
  readonly change?: readonly string[];
  readonly preview: boolean;
}

export function addPriceHistoryCommands(program: Command): void {
  const history = program
    .command("prices:history")
    .summary("show who changed the prices of a product")
    .description("Shows the price changes of a product, latest first, with who made them and how.")
    .argument("<sku>", "SKU of the product, even if it was deleted")
    .option("--limit <count>", "maximum number of changes to show", parseLimit, 50);
  withServer(history)
    .addHelpText("after", examples("bin/portico prices:history 24-MB01", "bin/portico prices:history 24-MB01 --json"))
    .action((sku: string, options: HistoryOptions) => showHistory(sku, options));
  const undo = program
    .command("prices:undo")
    .summary("undo price changes")
    .description(
      "Undoes the price changes of a request or a bulk, or single changes. A price that was changed again since is left " +
        "unchanged, and the command fails.",
    )
    .option("--request <id>", "id of the request to undo")
    .option("--bulk <uuid>", "UUID of the bulk to undo")
    .option("--change <id...>", "ids of single changes to undo, from prices:history")
    .option("--preview", "show what would change, and change nothing", false);
  withServer(undo)
    .addHelpText(
      "after",
      examples(
        "bin/portico prices:undo --bulk 0b0e3a7e-4f2a-4a57-9b5f-6f1f3c0f6d11 --preview",
        "bin/portico prices:undo --change 12.1 12.2",
      ),
    )
    .action((options: UndoOptions) => undoChanges(options));
}

function parseLimit(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError("It must be a whole number from 1 to 999999.");
  return Number(text);
}

async function showHistory(sku: string, { limit, ...options }: HistoryOptions): Promise<void> {
  const output = new Output(options.json);
  await withPriceApi(options, async (api) => {
    const path = `products/${encodeURIComponent(sku)}/price-changes?searchCriteria[pageSize]=${limit}`;
    const page = (await (await api.call(path)).json()) as PriceChangePage;
    const rest = page.total_count - page.items.length;
    const lines = page.items.length > 0 ? table(page.items.map(historyRow)) : ["No price changes were found."];
    output.result(page, rest > 0 ? [...lines, `… and ${pluralize(rest, "earlier change")}`] : lines);
  });
}

const historyRow = (change: PriceChange): string[] => [
  change.id,
  change.changed_at.slice(0, 19).replace("T", " "),
  scopeText(change),
  `${priceText(change.old)} → ${priceText(change.new)}`,
  change.actor_name ?? change.actor_type,
  change.call,
  change.bulk_uuid === null ? `request ${change.request_id}` : `bulk ${change.bulk_uuid}`,
];

const scopeText = ({ kind, store_id, website_id, customer_group, quantity }: ScopeText): string =>
  kind === "tier"
    ? `tier, website ${website_id}, ${customer_group ?? "deleted group"}, from ${quantity}`
    : `${kind}, store ${store_id}`;

type ScopeText = Pick<PriceChange, "kind" | "store_id" | "website_id" | "customer_group" | "quantity">;

const priceText = (price: RecordedPrice | null): string =>
  price === null ? "none" : `${price.price ?? "none"}${price.price_type === "discount" ? " % off" : ""}`;

/** The preview of an undo. */
interface UndoPreview {
  readonly changes: readonly (ScopeText & Pick<PriceChange, "sku" | "old" | "new">)[];
  readonly total_changes: number;
}

async function undoChanges({ request, bulk, change, preview, ...options }: UndoOptions): Promise<void> {
  const output = new Output(options.json);
  const body = JSON.stringify({ requestId: request, bulkUuid: bulk, ids: change });
  await withPriceApi(options, async (api) => {
    const headers = { "Content-Type": "application/json", ...(preview ? { Prefer: "dry-run" } : {}) };
    const reply: unknown = await (await api.call("price-changes/undo", { method: "POST", headers, body })).json();
    if (preview) return output.result(reply as UndoPreview, undoPreviewLines(reply as UndoPreview));
    const { restored, left } = reply as PriceUndo;
    const reasons = left.map((price) => `${price.sku} (${scopeText(price)}): ${price.reason}`);
    output.result({ restored, left }, [
      `${pluralize(restored, "price")} restored, ${left.length} left unchanged.`,
      ...reasons,
    ]);
    if (left.length > 0) process.exitCode = 1;
  });
}

const undoPreviewLines = ({ changes, total_changes }: UndoPreview): string[] => [
  `${pluralize(total_changes, "price")} would change.`,
  ...table(
    changes.map((change) => [change.sku, scopeText(change), `${priceText(change.old)} → ${priceText(change.new)}`]),
  ),
];
