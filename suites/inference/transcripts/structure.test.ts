import { describe, expect, test } from 'vitest';
import { getKind, getOrder, getStructure, missingFrom, readFrame } from './structure.ts';

const missing = (actual: unknown, expected: unknown) =>
  missingFrom(getStructure(actual), getStructure(expected));

describe('missingFrom', () => {
  test.each([
    ['the same members', { a: 1, b: ['x'] }, { a: 7, b: ['y', 'z'] }, []],
    ['members beyond', { a: 1, more: true }, { a: 7 }, []],
    ['null in place of a value', { a: null }, { a: 7 }, []],
    ['a value in place of null', { a: { b: 1 } }, { a: null }, []],
    ['a missing member', {}, { a: 7 }, ['/a is missing']],
    ['another type', { a: '7' }, { a: 7 }, ['/a is string, expected number']],
    [
      'another type in a list',
      { a: [{ b: 1 }, { b: 'x' }] },
      { a: [{ b: 1 }] },
      ['/a/*/b is string, expected number'],
    ],
    ['no object at all', 'text', { a: 7 }, ['the answer is string, expected object', '/a is missing']],
  ])('reports %s', (_, actual, expected, faults) => {
    expect(missing(actual, expected)).toEqual(faults);
  });
});

describe('getKind', () => {
  test.each([
    ['data: [DONE]', '[DONE]'],
    ['event: message_stop\ndata: {"type":"message_stop"}', 'message_stop'],
    ['data: {"type":"content_block_delta","delta":{"type":"text_delta"}}', 'content_block_delta text_delta'],
    ['data: {"choices":[{"delta":{"role":"assistant","content":""},"finish_reason":null}]}', 'begin'],
    ['data: {"choices":[{"delta":{"content":"Hi"},"finish_reason":null}]}', 'choices content'],
    ['data: {"choices":[{"delta":{},"finish_reason":"stop"}]}', 'finish stop'],
    ['data: {"choices":[],"usage":{}}', 'usage'],
    ['data: {"response":"Hi","p":"ab"}', 'response'],
    ['data: {"response":"","usage":{}}', 'usage'],
    ['data: {"error":{"message":"Gone."}}', 'error'],
  ])('of %j is %j', (frame, kind) => {
    expect(getKind(readFrame(frame))).toBe(kind);
  });
});

test('getOrder collapses repeats and leaves pings out', () => {
  const frames = [
    'data: {"response":"a"}',
    'data: {"type":"ping"}',
    'data: {"response":"b"}',
    'data: [DONE]',
  ];
  expect(getOrder(frames.map(readFrame))).toEqual(['response', '[DONE]']);
});
