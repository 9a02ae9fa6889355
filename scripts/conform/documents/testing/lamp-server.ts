/** What a faulty server does wrong. */
export const lampFaults = [
  'answers a number as text',
  'leaves out a required member',
  'forgets a member that it was given',
  'answers a status that is not documented',
  'answers text instead of JSON',
  'lists all but the last',
  'lists the first page alone',
  'ignores the filter',
  'selects nothing by the filter',
  'replaces instead of changing',
  'ignores a change',
  'ignores a replacement',
  'keeps what it removes, in reads',
  'keeps what it removes, in lists',
  'takes a body without a required member',
  'takes a member of another type',
  'finds every id',
  'removes the last record for an unknown id',
  'forgets its settings',
  'changes bytes',
  'answers a status page of another shape',
  'refuses without a message',
] as const;
export type LampFault = (typeof lampFaults)[number];

type Row = Record<string, unknown>;

const plain = (text = '') => new Response(text, { headers: { 'content-type': 'text/plain' } });

/** The server of `lampDocument`, in memory. Right without a fault. */
export function createLampServer(fault?: LampFault): (request: Request) => Promise<Response> {
  const lamps = new Map<string, Row>();
  const bulbs = new Map<string, Map<string, Row>>();
  const notes = new Map<string, string>();
  /** Removed lamps that lists still have. */
  const ghosts = new Set<string>();
  let settings: Row = { theme: 'dark', volume: 3 };
  let serial = 0;
  const has = (one: LampFault) => fault === one;
  const refused = (status: number) =>
    Response.json(has('refuses without a message') ? {} : { message: 'No.' }, { status });

  const shown = (row: Row) => {
    const { name, ...rest } = row;
    if (has('leaves out a required member')) return rest;
    return has('answers a number as text') ? { ...row, watts: `${row['watts']}` } : row;
  };
  const isRight = (row: Row, members: readonly string[], isWhole: boolean) => {
    const isMissing = isWhole && members.some((member) => row[member] === undefined);
    if (isMissing && !has('takes a body without a required member')) return false;
    const isWrong = members.some(
      (member) =>
        row[member] !== undefined && typeof row[member] !== (member === 'watts' ? 'number' : 'string'),
    );
    return !isWrong || has('takes a member of another type');
  };
  const page = (all: readonly Row[], url: URL, size: number) => {
    const from = (Number(url.searchParams.get('page') ?? 1) - 1) * size;
    const items = has('lists the first page alone') && from > 0 ? [] : all.slice(from, from + size);
    return Response.json({
      items: has('lists all but the last') ? items.slice(0, -1) : items,
      total: all.length,
    });
  };
  const find = (id: string): Row | undefined => {
    const found = lamps.get(id);
    if (found && !ghosts.has(id)) return found;
    return has('finds every id') ? [...lamps.values()][0] : undefined;
  };

  return async (request) => {
    const url = new URL(request.url);
    const { method } = request;
    const [, , kind = '', id, child, childId] = url.pathname.split('/').map(decodeURIComponent);
    if (request.headers.get('authorization') !== 'Bearer lamps-token') return refused(401);
    const text = await request.text();
    const sent = (): Row => JSON.parse(text);
    const key = `${method} ${kind}${id === undefined ? '' : '/id'}${child === undefined ? '' : `/${child}`}${childId === undefined ? '' : '/id'}`;
    const lamp = id === undefined ? undefined : find(id);
    switch (key) {
      case 'GET lamps': {
        const color = url.searchParams.get('color');
        const all = [...lamps].filter(([one]) => !ghosts.has(one) || has('keeps what it removes, in lists'));
        const rows = all.map(([, row]) => row);
        if (has('selects nothing by the filter') && color !== null) return page([], url, 2);
        const chosen = rows.filter(
          (row) => color === null || has('ignores the filter') || row['color'] === color,
        );
        return page(chosen.map(shown), url, 2);
      }
      case 'POST lamps': {
        if (!isRight(sent(), ['name', 'color', 'watts'], true)) return refused(422);
        const own = String(++serial + 100_000);
        const kept = has('forgets a member that it was given') ? { ...sent(), color: 'red' } : sent();
        const row = { watts: 1, color: 'red', name: 'x', ...kept, id: own };
        lamps.set(own, row);
        bulbs.set(own, new Map());
        if (has('answers text instead of JSON')) return new Response('made', { status: 201 });
        return Response.json(shown(row), {
          status: has('answers a status that is not documented') ? 200 : 201,
        });
      }
      case 'GET lamps/id':
        return lamp ? Response.json(shown(lamp)) : refused(404);
      case 'PUT lamps/id':
      case 'PATCH lamps/id': {
        if (!lamp || id === undefined) return refused(404);
        if (!isRight(sent(), ['name', 'color', 'watts'], method === 'PUT')) return refused(422);
        const isMerged = method === 'PATCH' && !has('replaces instead of changing');
        const blank = { name: 'x', color: 'red', watts: 1 };
        const next = { ...(isMerged ? lamp : blank), ...sent(), id: lamp['id'] };
        const isIgnored = method === 'PUT' ? has('ignores a replacement') : has('ignores a change');
        if (!isIgnored) lamps.set(id, next);
        return Response.json(shown(next));
      }
      case 'DELETE lamps/id': {
        const last = [...lamps.keys()].at(-1);
        if (!lamp && has('removes the last record for an unknown id') && last !== undefined)
          lamps.delete(last);
        if (!lamp || id === undefined) return refused(404);
        if (has('keeps what it removes, in lists')) ghosts.add(id);
        else if (!has('keeps what it removes, in reads')) lamps.delete(id);
        return new Response(null, { status: 204 });
      }
      case 'GET settings':
        return Response.json(settings);
      case 'PUT settings':
        if (typeof sent()['theme'] !== 'string' || typeof sent()['volume'] !== 'number') return refused(422);
        if (!has('forgets its settings')) settings = sent();
        return Response.json(sent());
      case 'GET status':
        return Response.json(has('answers a status page of another shape') ? { up: 'yes' } : { up: true });
      case 'GET notes/id':
        return notes.has(id ?? '') ? plain(notes.get(id ?? '')) : refused(404);
      case 'PUT notes/id':
        notes.set(id ?? '', has('changes bytes') ? text.toUpperCase() : text);
        return new Response(null, { status: 204 });
      case 'DELETE notes/id':
        return notes.delete(id ?? '') ? new Response(null, { status: 204 }) : refused(404);
      default:
        return child === 'bulbs' && lamp
          ? ofBulbs(key, bulbs.get(id ?? ''), childId ?? '', sent, url)
          : refused(404);
    }
  };

  function ofBulbs(
    key: string,
    own: Map<string, Row> | undefined,
    id: string,
    sent: () => Row,
    url: URL,
  ): Response {
    if (!own) return refused(404);
    if (key === 'GET lamps/id/bulbs') return page([...own.values()], url, 100);
    if (key === 'POST lamps/id/bulbs') {
      if (typeof sent()['socket'] !== 'string') return refused(422);
      const made = String(++serial + 100_000);
      own.set(made, { ...sent(), id: made });
      return Response.json(own.get(made), { status: 201 });
    }
    const bulb = own.get(id);
    if (!bulb) return refused(404);
    if (key.startsWith('GET')) return Response.json(bulb);
    own.delete(id);
    return new Response(null, { status: 204 });
  }
}
