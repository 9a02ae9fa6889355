import { defineMutants, mutant } from '../mutant.ts';

const journal = 'mock/services/touchstone/journal.ts';
const replay = 'mock/services/touchstone/replay.ts';
const stream = 'mock/services/touchstone/journal-stream.ts';
const tail = 'mock/world/journal-tail.ts';
const reader = 'mock/world/journal-reader.ts';

/** Reading the journal. */
export const journalMutants = defineMutants([
  mutant('TS-LOG-11', 'begins-each-page-with-the-last-entry-of-the-page-before', {
    file: reader,
    replace: 'id < before',
    by: 'id <= before',
  }),
  mutant('TS-LOG-12', 'lists-bodies-that-nobody-wants', {
    file: journal,
    replace: 'bodies ? journal.findAll(wanted, limit) : journal.rows(wanted, limit)',
    by: 'journal.findAll(wanted, limit)',
  }),
  mutant('TS-LOG-13', 'reads-the-latest-entry-whichever-is-asked-for', {
    file: journal,
    replace: 'const entry = world.journal.get(Number(id));',
    by: 'const entry = world.journal.get(Number(id) + 1) ?? world.journal.get(Number(id));',
  }),
  mutant('TS-LOG-15', 'removes-the-entries-of-every-account', {
    file: journal,
    replace: 'world.journal.remove(accountId)',
    by: 'world.journal.remove(accountId && undefined)',
  }),
  mutant('TS-LOG-20', 'names-the-entry-before-in-answers', {
    file: 'mock/api/answer.ts',
    replace: 'String(entryId)',
    by: 'String(Math.max(entryId - 1, 1))',
  }),
  mutant('TS-LOG-20', 'names-no-entry-in-answers', {
    file: 'mock/api/answer.ts',
    replace: 'if (entryId !== undefined) headers',
    by: 'if (entryId === undefined) headers',
  }),
]);

/** The live stream of the journal. */
export const journalStreamMutants = defineMutants([
  mutant('TS-LOG-16', 'streams-each-request-with-the-one-before', {
    file: tail,
    replace: 'this.#position = this.#log.end;\n    return',
    by: 'this.#position = this.#log.end - 1;\n    return',
  }),
  mutant('TS-LOG-16', 'streams-requests-without-their-bodies', {
    file: stream,
    replace: 'tail.take(selects, streamedAtOnce, bodies)',
    by: 'tail.take(selects, streamedAtOnce, false)',
  }),
  mutant('TS-LOG-17', 'calls-messages-of-the-stream-entries', {
    file: stream,
    replace: "message('request', entry.id, entry)",
    by: "message('entry', entry.id, entry)",
  }),
  mutant('TS-LOG-18', 'starts-a-stream-at-the-first-entry-again', {
    file: stream,
    replace: 'isId ? Number(lastEventId) : undefined',
    by: 'isId ? 0 : undefined',
  }),
  mutant('TS-LOG-19', 'streams-requests-of-every-status', {
    file: stream,
    replace: 'const selects = selectsExchange(query);',
    by: 'const selects = selectsExchange({ ...query, status: undefined });',
  }),
]);

/** Sending requests of the journal again, and requests to a zone. */
export const replayMutants = defineMutants([
  mutant('TS-LOG-21', 'replays-without-credentials', {
    file: replay,
    replace: 'const ofConnection: ReadonlySet<string> = new Set([',
    by: "const ofConnection: ReadonlySet<string> = new Set([\n  'authorization',",
  }),
  mutant('TS-LOG-21', 'answers-a-replay-with-the-old-entry', {
    file: journal,
    replace: 'const entry = journal.get(replayed);',
    by: 'const entry = journal.get(Number(id));',
  }),
  mutant('TS-LOG-22', 'replays-with-the-same-body-whatever-was-changed', {
    file: replay,
    replace: 'changes.body === undefined ? recordedBody(exchange, method) : changes.body',
    by: 'changes.body === null ? null : recordedBody(exchange, method)',
  }),
  mutant('TS-LOG-22', 'keeps-headers-that-a-replay-removes', {
    file: replay,
    replace: 'if (value === null) headers.delete(name);',
    by: 'if (value === null) continue;',
  }),
  mutant('TS-LOG-23', 'replays-the-beginning-of-a-long-body', {
    file: replay,
    replace: 'requestBody !== null && requestBody.length > touchstoneLimits.journalBodyCharacters',
    by: 'requestBody === undefined',
  }),
  mutant('TS-SEND-1', 'sends-a-request-to-a-zone-without-its-headers', {
    file: 'mock/services/touchstone/zone-request.ts',
    replace: '...(headers && { headers }),',
    by: '',
  }),
  mutant('TS-SEND-4', 'sends-requests-to-every-zone', {
    file: 'mock/services/touchstone/zone-request.ts',
    replace: 'zoneByHost(world, url.hostname)?.id !== zone.id',
    by: 'zoneByHost(world, url.hostname) === undefined',
  }),
]);
