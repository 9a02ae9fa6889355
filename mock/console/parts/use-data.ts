import { useCallback, useEffect, useState } from 'preact/hooks';

/** What a page loads. */
export interface Loaded<T> {
  /** Undefined until it is loaded. It stays while it is loaded again. */
  readonly data: T | undefined;
  readonly error: Error | undefined;
  reload(): void;
}

/**
 * Loads data with a page, and again when its inputs change.
 *
 * @param inputs what `load` depends on; data of other inputs is not shown
 * @example
 * const zones = useData(() => session.v4<Zone[]>('zones'), [session.account.id]);
 */
export function useData<T>(load: () => Promise<T>, inputs: readonly unknown[]): Loaded<T> {
  const [turn, setTurn] = useState(0);
  const key = JSON.stringify(inputs);
  const [state, setState] = useState<{ key: string; data?: T; error?: Error }>({ key });
  useEffect(() => {
    let over = false;
    load().then(
      (data) => !over && setState({ key, data }),
      (error: Error) =>
        !over && setState(({ data, ...rest }) => ({ ...rest, key, error, ...(data && { data }) })),
    );
    return () => {
      over = true;
    };
  }, [key, turn]);
  const reload = useCallback(() => setTurn((count) => count + 1), []);
  const own = state.key === key ? state : undefined;
  return { data: own?.data, error: own?.error, reload };
}

/** Milliseconds between two looks at something that others change. */
const refreshMs = 2_000;

/** Reloads while a page is open. For the admin interface only: the public API limits the number of requests. */
export function useRefresh(reload: () => void): void {
  useEffect(() => {
    const timer = setInterval(reload, refreshMs);
    return () => clearInterval(timer);
  }, [reload]);
}
