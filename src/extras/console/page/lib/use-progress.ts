import { useEffect, useState } from "preact/hooks";
import { restAddress } from "./api.js";
import { type Bulk, type Progress, progressAfter, type ProgressEvent, progressOf } from "./bulks.js";

/** Follows a running bulk through its event stream if `isFollowed` is set. Calls `onFinished` at its end. */
export function useProgress(bulk: Bulk, isFollowed: boolean, onFinished: () => void): Progress {
  const [live, setLive] = useState<Progress>();
  const follows = isFollowed && bulk.state === "running";
  useEffect(() => {
    setLive(undefined);
    if (!follows) return;
    const source = new EventSource(restAddress(`/V1/bulk/${bulk.bulk_uuid}/events`));
    const take = (isFinished: boolean) => (message: MessageEvent<string>) => {
      setLive(progressAfter(bulk.operation_count, JSON.parse(message.data) as ProgressEvent, isFinished));
      if (!isFinished) return;
      source.close();
      onFinished();
    };
    source.addEventListener("progress", take(false));
    source.addEventListener("finished", take(true));
    return () => source.close();
  }, [bulk.bulk_uuid, follows]);
  return live && follows ? live : progressOf(bulk);
}
