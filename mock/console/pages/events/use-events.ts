import { useEffect, useState } from 'preact/hooks';
import type { SecurityEvent } from '../../../../spec/services/touchstone/schemas.ts';
import { useStream } from '../../parts/use-stream.ts';
import { useSession } from '../../session.ts';

/** Most events that the page keeps. */
const most = 1_000;

/** Reads the security events of a zone, and follows them. The newest come first. */
export function useEvents(zoneId: string) {
  const { admin } = useSession();
  const [events, setEvents] = useState<readonly SecurityEvent[]>([]);
  const [error, setError] = useState<Error>();
  const path = `zones/${zoneId}/events`;
  useEffect(() => {
    setEvents([]);
    admin<readonly SecurityEvent[]>(`${path}?limit=${most}`).then(
      (read) => setEvents((known) => merge(known, read)),
      setError,
    );
  }, [admin, path]);
  const isLive = useStream(`${path}/stream`, (messages) => {
    const read = messages.map(({ data }) => JSON.parse(data) as SecurityEvent);
    setEvents((known) => merge(read.reverse(), known));
  });
  return { events, isLive, error };
}

/** Puts newer events before older ones; the list and the stream may both have one. */
function merge(newer: readonly SecurityEvent[], older: readonly SecurityEvent[]): readonly SecurityEvent[] {
  const known = new Set(newer.map(({ id }) => id));
  return [...newer, ...older.filter(({ id }) => !known.has(id))].slice(0, most);
}
