import type { ComponentType } from "preact";
import { t } from "../lib/i18n.js";
import {
  AdminIcon,
  BulksIcon,
  EventsIcon,
  FilesIcon,
  GuardRailsIcon,
  HistoryIcon,
  PricesIcon,
  ProposalsIcon,
  QueueIcon,
  SchedulesIcon,
} from "../parts/icons.js";
import { AdminView } from "./admin/admin.js";
import { PricesView } from "./desk/prices.js";
import { BulkView } from "./bulk.js";
import { BulksView } from "./bulks.js";
import { EventsView } from "./events.js";
import { FilesView } from "./files/files.js";
import { GuardRailsView } from "./approvals/guard-rails.js";
import { HistoryView } from "./history/history.js";
import { ProposalsView } from "./approvals/proposals.js";
import { QueueView } from "./queue.js";
import { SchedulesView } from "./schedules/schedules.js";

interface ViewProps {
  /** The record to show in the view, for example the id of a bulk or an SKU; empty for the whole view. */
  readonly detail: string;
}

interface View {
  readonly path: string;
  readonly label: string;
  readonly Icon: ComponentType;
  readonly View: ComponentType<ViewProps>;
}

const Bulks = ({ detail }: ViewProps) => (detail === "" ? <BulksView /> : <BulkView uuid={detail} />);

/** The views in the order of the navigation. */
export const views: readonly View[] = [
  { path: "prices", label: t("Prices"), Icon: PricesIcon, View: PricesView },
  { path: "bulks", label: t("Bulks"), Icon: BulksIcon, View: Bulks },
  { path: "history", label: t("Price history"), Icon: HistoryIcon, View: HistoryView },
  { path: "import", label: t("Import prices"), Icon: FilesIcon, View: FilesView },
  { path: "schedules", label: t("Schedules"), Icon: SchedulesIcon, View: SchedulesView },
  { path: "proposals", label: t("Proposals"), Icon: ProposalsIcon, View: ProposalsView },
  { path: "guard-rails", label: t("Guard-rails"), Icon: GuardRailsIcon, View: GuardRailsView },
  { path: "events", label: t("Events"), Icon: EventsIcon, View: EventsView },
  { path: "queue", label: t("Queue"), Icon: QueueIcon, View: QueueView },
  { path: "admin", label: t("Administration"), Icon: AdminIcon, View: AdminView },
];
