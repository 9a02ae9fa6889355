import { describe, expect, test } from 'vitest';
import type { Reply } from '../../spec/client.ts';
import type { OperationId } from '../../spec/contract.ts';
import { checkReply } from './contract-check.ts';

const reply = (body: unknown, status = 200): Reply => {
  const text = JSON.stringify(body) ?? '';
  return { status, headers: new Headers(), bytes: new TextEncoder().encode(text), text, body };
};

const config = {
  id: '4a7ee8d3-dd63-4ceb-9d5f-c27831854ce7',
  title: 'Shop',
  description: '',
  token_sources: ['http.request.headers["authorization"][0]'],
  token_type: 'JWT',
  credentials: { keys: [{ kty: 'oct', kid: 'key-1', alg: 'HS256' }] },
  created_at: '2026-01-02T03:04:05Z',
  last_updated: '2026-01-02T03:04:05.123456Z',
};
const envelope = { success: true, errors: [], messages: [], result: config };
const file = (type: string, content = 'bytes'): Reply => ({
  ...reply(undefined),
  headers: new Headers({ 'content-type': type }),
  bytes: new TextEncoder().encode(content),
  text: content,
});
const links: OperationId = 'browser-rendering.links.create';
const picture: OperationId = 'browser-rendering.screenshot.create';
const info = { page: 1, per_page: 20, count: 0, total_count: 0 };

describe('checkReply', () => {
  const create: OperationId = 'token-validation.config.create';

  const own = (change: object) => reply({ ...envelope, result: { ...config, ...change } });
  const refusal = (body: object, status = 400) => reply({ success: false, messages: [], ...body }, status);

  const leaked = { keys: [{ kty: 'oct', kid: 'a', alg: 'HS256', k: 'x' }] };
  test.each<[string, OperationId, Reply, string, string]>([
    [
      'a body that is not JSON',
      create,
      { ...reply(undefined), text: '<p>' },
      'V4-ENV-2',
      'not a JSON object',
    ],
    ['success as text', create, reply({ ...envelope, success: 'yes' }), 'V4-ENV-2', 'success is "yes"'],
    ['no errors', create, reply({ ...envelope, errors: undefined }), 'V4-ENV-3', 'errors is absent'],
    ['messages as an object', create, reply({ ...envelope, messages: {} }), 'V4-ENV-4', 'messages is {}'],
    ['no result', create, reply({ ...envelope, result: undefined }), 'V4-ENV-1', '/result is absent'],
    ['a missing member', create, own({ title: undefined }), 'V4-SHAPE-1', '/result/title is absent'],
    ['a wrong format', create, own({ created_at: 'yesterday' }), 'V4-SHAPE-1', '/created_at is "yesterday"'],
    ['a leaked secret', create, own({ credentials: leaked }), 'V4-SHAPE-1', '/result/credentials/keys/0'],
    [
      'a page without result_info',
      'token-validation.config.list',
      reply({ ...envelope, result: [] }),
      'V4-SHAPE-1',
      'result_info is absent',
    ],
    [
      'an error without a code',
      create,
      refusal({ errors: [{ message: 'x' }] }),
      'V4-ENV-12',
      '/errors/0/code',
    ],
    [
      'a message whose text is a number',
      create,
      reply({ ...envelope, messages: [{ code: 110003, message: 7 }] }),
      'V4-ENV-15',
      '/messages/0/message is 7',
    ],
    ['a short envelope without success', links, reply({ result: [] }), 'V4-SHAPE-1', 'success is absent'],
    ['a short envelope without result', links, reply({ success: true }), 'V4-SHAPE-1', '/result is absent'],
    ['a file of another type', picture, file('text/html'), 'V4-SHAPE-1', 'the file is "text/html"'],
    ['an empty file', picture, file('image/png', ''), 'V4-SHAPE-1', 'the file is empty'],
    [
      'a refusal without errors',
      picture,
      refusal({ errors: [] }, 422),
      'V4-SHAPE-3',
      'none of the error shapes',
    ],
  ])('finds %s', (_, id, answer, requirement, message) => {
    const [first] = checkReply(id, answer);
    expect(first?.requirement).toBe(requirement);
    expect(first?.message).toContain(message);
  });

  const model = (name: string, price: unknown = 1) => ({
    id: config.id,
    source: 1,
    name,
    description: 'Answers questions.',
    task: { id: 'a', name: 'Text Generation', description: '' },
    tags: [],
    properties: [{ property_id: 'price', value: [{ unit: 'per M', price, currency: 'USD' }] }],
  });
  const models = Array.from({ length: 30 }, () => model('@cf/meta/llama-3.1-8b-instruct'));
  const page = { ...info, count: 30, total_count: 30 };
  const listed = (...items: unknown[]) =>
    checkReply('inference.models.search', reply({ ...envelope, result: items, result_info: page }));

  test.each([
    ['a member of the last item', { ...model('@cf/a/b'), tags: 7 }, '/tags', '7'],
    ['the last item', 'none', '', '"none"'],
    ['a union in a union', model('@cf/a/b', '1'), '/properties/0/value/0/price', '"1"'],
  ])('shows the wrong part of a list that is one of several shapes: %s', (_, item, at, received) => {
    expect(listed(...models)).toEqual([]);
    const wrong = listed(...models, item);
    expect(wrong).toHaveLength(1);
    expect(wrong[0]).toMatchObject({ difference: { path: `/result/30${at}`, received } });
    expect(wrong[0]?.message).toMatch(
      new RegExp(`^/result/30${at} is ${received}: Invalid input: expected `),
    );
  });

  test('finds the same fault of several items once', () => {
    const wrong = models.map((one, index) => (index % 3 === 1 ? { ...one, tags: index } : one));
    const shape = checkReply(
      'token-validation.config.list',
      reply({
        ...envelope,
        result: [config, { ...config, title: 7 }, { ...config, title: 8, id: 9 }],
        result_info: info,
      }),
    );
    expect(listed(...wrong).map(({ message }) => message)).toEqual([
      '/result/1/tags is 1: Invalid input: expected array, received number; 9 more are alike',
    ]);
    expect(shape.map(({ message }) => message)).toEqual([
      '/result/1/title is 7: Invalid input: expected string, received number; 1 more is alike',
      '/result/2/id is 9: Invalid input: expected string, received number',
    ]);
  });
});
