import { useEffect, useRef, useState } from "preact/hooks";
import { read, errorText } from "../lib/api.js";
import { formatTime, parseTime } from "../lib/format.js";
import { useInterval } from "../lib/hooks.js";
import { t } from "../lib/i18n.js";
import { type Event, eventSentence } from "../lib/words/event-texts.js";
import { Choice } from "../parts/choice.js";
import { Empty, Problem } from "../parts/notice.js";

interface EventPage {
  readonly events: readonly Event[];
  readonly next: string;
}

const kinds = [
  { value: "", label: t("All") },
  { value: "price.*", label: t("Prices") },
  { value: "order.*", label: t("Orders") },
  { value: "product.*", label: t("Products") },
];

/** Number of events that the page keeps, and distance from the end of the feed at which it begins. */
const shown = 200;
const lookBack = 100;

/** The live event feed, the newest event first. */
export function EventsView() {
  const [types, setTypes] = useState("");
  return (
    <>
      <div class="heading">
        <h1>{t("Events")}</h1>
        <Choice label={t("Show")} options={kinds} chosen={types} onChoose={setTypes} />
      </div>
      <Feed key={types} types={types} />
    </>
  );
}

function Feed({ types }: { readonly types: string }) {
  const { events, error, isLoaded } = useFeed(types);
  return (
    <>
      {error !== undefined && <Problem>{error}</Problem>}
      {isLoaded && events.length === 0 && error === undefined && (
        <Empty title={t("No recent events")}>{t("New events appear here automatically.")}</Empty>
      )}
      <ol class="events" aria-label={t("Events, the newest first")}>
        {events.map((event) => (
          <li key={event.id} class="card">
            <div class="event-head">
              <strong>{eventSentence(event)}</strong>
              <time class="muted">{formatTime(parseTime(event.created_at))}</time>
            </div>
            <details>
              <summary aria-label={t("Data: {{event}}", { event: eventSentence(event) })}>{t("Data")}</summary>
              <p class="data">{event.type}</p>
              <pre>{JSON.stringify(event.data, null, 2)}</pre>
            </details>
          </li>
        ))}
      </ol>
    </>
  );
}

/** Reads the feed from shortly before its end, then follows new events. */
function useFeed(types: string) {
  const [events, setEvents] = useState<readonly Event[]>([]);
  const [error, setError] = useState<string>();
  const [isLoaded, setIsLoaded] = useState(false);
  const cursor = useRef<string>(undefined);
  const isReading = useRef(false);
  const poll = async () => {
    if (isReading.current) return;
    isReading.current = true;
    try {
      cursor.current ??= await recently();
      const page = await read<EventPage>(
        `/V1/events?${new URLSearchParams({ types, after: cursor.current, limit: "500" })}`,
      );
      cursor.current = page.next;
      if (page.events.length > 0) setEvents((before) => [...[...page.events].reverse(), ...before].slice(0, shown));
      setError(undefined);
      setIsLoaded(true);
    } catch (failure) {
      setError(errorText(failure));
    } finally {
      isReading.current = false;
    }
  };
  useEffect(() => void poll(), []);
  useInterval(() => void poll(), 3000);
  return { events, error, isLoaded };
}

/** Returns a cursor some events before the end, or the end if older events may have been removed. */
async function recently(): Promise<string> {
  const { next } = await read<EventPage>("/V1/events?after=latest");
  const wanted = String(Math.max(0, Number(next) - lookBack));
  const isKept = await read<EventPage>(`/V1/events?after=${wanted}&limit=1`).then(
    () => true,
    () => false,
  );
  return isKept ? wanted : next;
}
