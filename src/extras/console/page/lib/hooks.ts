import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { ApiError, errorText } from "./api.js";

export interface Loaded<Value> {
  /** The last value; undefined until there is one. */
  readonly value: Value | undefined;
  readonly error: string | undefined;
  /** Whether the server does not have the route. */
  readonly isMissing: boolean;
  readonly isLoading: boolean;
  readonly reload: () => void;
}

/** Loads a value when its key changes and on `reload`. A late response of an earlier load is dropped. */
export function useLoaded<Value>(key: string, load: () => Promise<Value>): Loaded<Value> {
  const [state, setState] = useState<Omit<Loaded<Value>, "reload">>(pending);
  const latest = useRef(0);
  const loader = useRef(load);
  loader.current = load;
  const reload = useCallback(() => {
    const turn = ++latest.current;
    const settle = (next: Partial<Loaded<Value>>) => {
      if (turn === latest.current) setState((before) => ({ ...before, ...next, isLoading: false }));
    };
    setState((before) => ({ ...before, isLoading: true }));
    loader.current().then(
      (value) => settle({ value, error: undefined, isMissing: false }),
      (error: unknown) => settle({ error: errorText(error), isMissing: error instanceof ApiError && error.isMissing }),
    );
  }, []);
  useEffect(() => {
    setState(pending);
    reload();
    return () => void latest.current++;
  }, [key]);
  return { ...state, reload };
}

const pending = { value: undefined, error: undefined, isMissing: false, isLoading: true };

/** Repeats an action while the page is visible, and when it becomes visible again. The session of a hidden page can end. */
export function useInterval(action: () => void, milliseconds: number): void {
  const latest = useRef(action);
  latest.current = action;
  useEffect(() => {
    const run = () => {
      if (!document.hidden) latest.current();
    };
    const timer = setInterval(run, milliseconds);
    document.addEventListener("visibilitychange", run);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", run);
    };
  }, [milliseconds]);
}

export interface Action {
  readonly isBusy: boolean;
  readonly error: string | undefined;
  readonly run: () => void;
}

/** Runs an action, one run at a time, and keeps its error. */
export function useAction(action: () => Promise<void>): Action {
  const [state, setState] = useState<{ isBusy: boolean; error: string | undefined }>({
    isBusy: false,
    error: undefined,
  });
  const run = () => {
    if (state.isBusy) return;
    setState({ isBusy: true, error: undefined });
    action().then(
      () => setState({ isBusy: false, error: undefined }),
      (error: unknown) => setState({ isBusy: false, error: errorText(error) }),
    );
  };
  return { ...state, run };
}
