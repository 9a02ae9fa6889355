import { describe, expect, it } from 'vitest';
import type { Generation, Message } from '../backend.ts';
import { ModelError } from '../model-error.ts';
import { incomingGeneration, incomingText } from './incoming-request.ts';
import { compileMatch, type ReplyMatch } from './match.ts';
import { userSays } from './testing/script.ts';

const MODEL = '@cf/meta/llama-3.1-8b-instruct';
const says = (role: 'system' | 'assistant', text: string): Message => ({
  role,
  parts: [{ type: 'text', text }],
});
const called: Message = {
  role: 'assistant',
  parts: [],
  toolCalls: [{ id: 'call_1', name: 'forecast', arguments: '{}' }],
};
const result: Message = { role: 'tool', callId: 'call_1', parts: [{ type: 'text', text: '21 degrees' }] };
const FIRST = [says('system', 'You are a pilot.'), userSays('What is the Weather in Oslo?')];
const SECOND = [...FIRST, says('assistant', 'Cold.'), userSays('And in Rome?')];
const RESULT = [...FIRST, called, result];

function holds(match: ReplyMatch, messages: readonly Message[], more: Partial<Generation> = {}): boolean {
  return compileMatch(match)(incomingGeneration(MODEL, { messages, ...more }));
}

describe('compileMatch', () => {
  it.each<[string, ReplyMatch, readonly Message[], boolean]>([
    ['nothing', {}, FIRST, true],
    ['the model', { model: MODEL }, FIRST, true],
    ['a wildcard', { model: '@cf/*' }, FIRST, true],
    ['another model', { model: 'openai/*' }, FIRST, false],
    ['a contained text', { text: 'Weather in' }, FIRST, true],
    ['a text in another case', { text: 'weather in' }, FIRST, false],
    ['a text of the system', { text: 'pilot' }, FIRST, false],
    ['a text of the turn before', { text: 'Weather' }, SECOND, false],
    ['the whole text', { text: { equals: 'And in Rome?' } }, SECOND, true],
    ['a part as the whole text', { text: { equals: 'And in Rome' } }, SECOND, false],
    ['a pattern', { text: { pattern: 'weather in \\w+\\?$', flags: 'i' } }, FIRST, true],
    ['a pattern in another case', { text: { pattern: 'weather' } }, FIRST, false],
    ['a regular expression', { text: /^what/i }, FIRST, true],
    ['a system text', { system: { contains: 'pilot' } }, FIRST, true],
    ['another system text', { system: 'cook' }, FIRST, false],
    ['the first turn', { turn: 0 }, FIRST, true],
    ['the second turn', { turn: 1 }, SECOND, true],
    ['the second turn at the first', { turn: 1 }, FIRST, false],
    ['a tool result', { toolResult: true }, RESULT, true],
    ['a tool result alone', { toolResult: true }, [result], true],
    ['a missing tool result', { toolResult: true }, FIRST, false],
    ['an earlier tool result', { toolResult: true }, [...RESULT, ...SECOND], false],
    ['no tool result', { toolResult: false }, FIRST, true],
    ['no tool result although there is one', { toolResult: false }, RESULT, false],
    ['the result of a tool', { toolResult: { tool: 'forecast' } }, RESULT, true],
    ['the result of another tool', { toolResult: { tool: 'time' } }, RESULT, false],
    ['a result by its text', { toolResult: { text: /\d+ degrees/ } }, RESULT, true],
    ['a result by tool and another text', { toolResult: { tool: 'forecast', text: 'x' } }, RESULT, false],
    ['the task', { task: 'generate' }, FIRST, true],
    ['one of the tasks', { task: ['draw', 'generate'] }, FIRST, true],
    ['another task', { task: 'draw' }, FIRST, false],
    ['all but one', { text: 'Weather', system: 'pilot', turn: 3 }, FIRST, false],
  ])('holds for %s', (_, match, messages, expected) => {
    expect(holds(match, messages)).toBe(expected);
  });

  it.each<[string, ReplyMatch, Partial<Generation>, boolean]>([
    ['a tool on offer', { tool: 'forecast' }, { tools: [{ name: 'time' }, { name: 'forecast' }] }, true],
    ['an unavailable tool', { tool: 'forecast' }, { tools: [{ name: 'time' }] }, false],
    ['any tool', { tool: true }, { tools: [{ name: 'time' }] }, true],
    ['any tool when there is none', { tool: true }, {}, false],
    ['no tool', { tool: false }, {}, true],
    ['no format', { format: 'text' }, {}, true],
    ['JSON', { format: 'json' }, { format: { type: 'json' } }, true],
    ['a schema', { format: 'json' }, { format: { type: 'json-schema', schema: true } }, false],
  ])('holds for %s', (_, match, more, expected) => {
    expect(holds(match, FIRST, more)).toBe(expected);
  });

  it.each<[ReplyMatch, boolean]>([
    [{ text: 'cat' }, true],
    [{ task: 'draw' }, true],
    [{ turn: 0 }, false],
    [{ toolResult: false }, false],
    [{ tool: false }, false],
    [{ format: 'text' }, false],
    [{ system: { equals: '' } }, false],
  ])('evaluates %j for other tasks', (match, expected) => {
    expect(compileMatch(match)(incomingText('draw', MODEL, 'a cat'))).toBe(expected);
  });

  it('counts no turns for other tasks', () => {
    expect(incomingText('draw', MODEL, 'a cat')).toMatchObject({ turn: 0, text: 'a cat', system: '' });
  });

  it('is fast where backtracking would not be', () => {
    const start = performance.now();
    expect(holds({ text: { pattern: '^(a+)+$' } }, [userSays(`${'a'.repeat(50_000)}b`)])).toBe(false);
    expect(performance.now() - start).toBeLessThan(20_000);
  });

  it.each([['(?=a)'], ['('], ['((a{100}){100}){100}'], ['(a)\\1']])('refuses the pattern %s', (pattern) => {
    expect(() => compileMatch({ text: { pattern } })).toThrow(ModelError);
  });
});
