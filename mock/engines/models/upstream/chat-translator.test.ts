import { describe, expect, it } from 'vitest';
import type { GenerationEvent } from '../backend.ts';
import { ModelError } from '../model-error.ts';
import { ToolCalls } from './chat-translator.ts';

interface SeenCall {
  readonly id: string;
  readonly name: string;
  json: string;
}

/** The calls assembled from items of `tool_calls`. */
function getCalls(items: readonly unknown[]): readonly SeenCall[] {
  let made = 0;
  const calls = new ToolCalls(() => `made-${++made}`);
  const events: GenerationEvent[] = [];
  for (const item of items) calls.take(item, events);
  calls.finish(events);
  const seen: SeenCall[] = [];
  for (const event of events) {
    if (event.type === 'tool-call') {
      expect(event.index).toBe(seen.length);
      seen.push({ id: event.id, name: event.name, json: '' });
    } else if (event.type === 'tool-arguments') {
      const call = seen[event.index];
      if (call === undefined) throw new Error('arguments before their call');
      expect(event.json).not.toBe('');
      call.json += event.json;
    }
  }
  return seen;
}

const piece = (
  more: { readonly index?: number; readonly id?: string | null },
  name?: string | null,
  args?: unknown,
) => ({
  ...more,
  type: 'function',
  function: { ...(name !== undefined && { name }), ...(args !== undefined && { arguments: args }) },
});

const A = { id: 'a', name: 'time', json: '{"zone":"Oslo"}' };
const B = { id: 'b', name: 'time', json: '{"zone":"Rome"}' };
const C = { id: 'b', name: 'area', json: '{"of":"Rome"}' };

describe('ToolCalls', () => {
  it.each<[string, readonly unknown[], readonly SeenCall[]]>([
    [
      'index, and id and name in the first piece',
      [
        piece({ index: 0, id: 'a' }, 'time', ''),
        piece({ index: 0 }, undefined, '{"zone":'),
        piece({ index: 0 }, undefined, '"Oslo"}'),
        piece({ index: 1, id: 'b' }, 'time', ''),
        piece({ index: 1 }, undefined, '{"zone":"Rome"}'),
      ],
      [A, B],
    ],
    [
      'interleaved pieces of two calls',
      [
        piece({ index: 0, id: 'a' }, 'time', '{"zone":'),
        piece({ index: 1, id: 'b' }, 'area', '{"of":'),
        piece({ index: 0 }, undefined, '"Oslo"}'),
        piece({ index: 1 }, undefined, '"Rome"}'),
      ],
      [A, C],
    ],
    [
      'indices that begin elsewhere and have gaps',
      [piece({ index: 1, id: 'a' }, 'time', A.json), piece({ index: 7, id: 'b' }, 'area', C.json)],
      [A, C],
    ],
    [
      'whole calls without index',
      [piece({ id: 'a' }, 'time', A.json), piece({ id: 'b' }, 'area', C.json)],
      [A, C],
    ],
    [
      'pieces without index, the id in the first only',
      [
        piece({ id: 'a' }, 'time', '{"zone":'),
        piece({}, undefined, '"Oslo"}'),
        piece({ id: 'b' }, 'area', ''),
        piece({}, null, '{"of":"Rome"}'),
      ],
      [A, C],
    ],
    [
      'pieces without index, the id in each',
      [
        piece({ id: 'a' }, 'time', '{"zone":'),
        piece({ id: 'b' }, 'area', '{"of":'),
        piece({ id: 'a' }, undefined, '"Oslo"}'),
        piece({ id: 'b' }, undefined, '"Rome"}'),
      ],
      [A, C],
    ],
    [
      'index 0 for all calls',
      [piece({ index: 0, id: 'a' }, 'time', A.json), piece({ index: 0, id: 'b' }, 'time', B.json)],
      [A, B],
    ],
    [
      'the name again in each piece',
      [piece({ index: 0, id: 'a' }, 'time', '{"zone":'), piece({ index: 0, id: 'a' }, 'time', '"Oslo"}')],
      [A],
    ],
    [
      'a new id in each piece',
      [piece({ index: 0, id: 'a' }, 'time', '{"zone":'), piece({ index: 0, id: 'x' }, null, '"Oslo"}')],
      [A],
    ],
    [
      'a new id in each piece, without index',
      [piece({ id: 'a' }, 'time', '{"zone":'), piece({ id: 'x' }, null, '"Oslo"}')],
      [A],
    ],
    [
      'the id first, then the name, then arguments',
      [piece({ index: 0, id: 'a' }), piece({ index: 0 }, 'time'), piece({ index: 0 }, undefined, A.json)],
      [A],
    ],
    [
      'the id first, then the rest, without index',
      [piece({ id: 'a' }), piece({}, 'time', A.json), piece({ id: 'b' }), piece({}, 'area', C.json)],
      [A, C],
    ],
    [
      'arguments before the name',
      [piece({ index: 0, id: 'a' }, undefined, '{"zone":'), piece({ index: 0 }, 'time', '"Oslo"}')],
      [A],
    ],
    [
      'no ids at all, calls whole',
      [piece({}, 'time', A.json), piece({}, 'time', B.json), piece({}, 'area', C.json)],
      [
        { ...A, id: 'made-1' },
        { ...B, id: 'made-2' },
        { ...C, id: 'made-3' },
      ],
    ],
    [
      'no ids, the name again in each piece',
      [piece({ index: 0 }, 'time', '{"zone":'), piece({ index: 0 }, 'time', '"Oslo"}')],
      [{ ...A, id: 'made-1' }],
    ],
    ['arguments as an object', [piece({ id: 'a' }, 'time', { zone: 'Oslo' })], [A]],
    ['no arguments', [piece({ id: 'a' }, 'time')], [{ ...A, json: '{}' }]],
    ['empty arguments', [piece({ index: 0, id: 'a' }, 'time', '')], [{ ...A, json: '{}' }]],
    ['null arguments', [piece({ index: 0, id: 'a' }, 'time', null)], [{ ...A, json: '{}' }]],
    ['name and arguments at the top', [{ id: 'a', name: 'time', arguments: { zone: 'Oslo' } }], [A]],
    [
      'an item of null at the end',
      [piece({ index: 0, id: 'a' }, 'time', A.json), piece({ id: null }, null, ''), null, 7],
      [A],
    ],
    ['invalid arguments, unchanged', [piece({ id: 'a' }, 'time', '{"zone":')], [{ ...A, json: '{"zone":' }]],
  ])('understands %s', (_, items, expected) => {
    expect(getCalls(items)).toEqual(expected);
  });

  it('fails for a call without a name', () => {
    expect(() => getCalls([piece({ index: 0, id: 'a' }, undefined, '{}')])).toThrow(ModelError);
  });

  it('passes on arguments as they arrive', () => {
    const events: GenerationEvent[] = [];
    const calls = new ToolCalls(() => 'made');
    calls.take(piece({ index: 0, id: 'a' }, 'time', '{'), events);
    expect(events).toHaveLength(2);
    calls.take(piece({ index: 0 }, undefined, '}'), events);
    expect(events).toHaveLength(3);
    calls.finish(events);
    expect(events).toHaveLength(3);
  });
});
