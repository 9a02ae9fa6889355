import { describe, expect, it } from 'vitest';
import { readBodyPointer } from './body.ts';
import { readEnvelope } from './envelope.ts';
import { answers, documentOf, lamp, list, object, takes, text } from './testing/small-documents.ts';

const number = { type: 'integer' };
const flag = { type: 'boolean' };
const page = object({
  page: number,
  per_page: number,
  count: number,
  total_count: number,
  total_pages: number,
});
const v4 = (result: object, more: object = {}) =>
  object({
    success: flag,
    errors: list(object({ code: number })),
    messages: list(object({ code: number })),
    result,
    ...more,
  });

/** What is found in the answer of GET at a path. */
function read(schema: object, path = '/lamps', more: object = {}) {
  const document = documentOf({ [path]: { get: { ...answers(schema), ...more } } });
  const [operation] = document.operations;
  return operation && readEnvelope(document, operation);
}

describe('the record of an answer', () => {
  it.each([
    ['the answer itself', lamp, ''],
    ['in the result of an envelope', v4(lamp), '/result'],
    ['in a result that nothing describes', v4({ type: 'object' }), '/result'],
    ['in data', object({ data: lamp }), '/data'],
    ['under its own name', object({ lamp }), '/lamp'],
    ['under its own name in an envelope', v4(object({ lamp })), '/result/lamp'],
    ['with a member data of its own', object({ id: text, data: object({ value: text }) }), ''],
    ['with a member errors of its own', object({ id: text, errors: list(text), result: object({}) }), ''],
    ['nowhere beside a status', object({ success: flag, errors: list(object({})) }), undefined],
  ])('is found: %s', (_, schema, pointer) => {
    expect(read(schema)?.pointer).toBe(pointer);
  });

  it('is found through allOf, where common parts say less', () => {
    const common = object({
      success: flag,
      errors: list(object({})),
      result: { anyOf: [{ type: 'object' }, { type: 'string' }] },
    });
    const schema = { allOf: [{ $ref: '#/components/schemas/Common' }, object({ result: lamp })] };
    const document = documentOf(
      { '/lamps': { get: answers(schema) } },
      { components: { schemas: { Common: common } } },
    );
    const [operation] = document.operations;
    expect(operation && readEnvelope(document, operation)?.record?.node).toEqual(lamp);
  });
});

describe('the list of an answer', () => {
  it.each([
    ['the answer itself', list(lamp), ''],
    ['in the result of an envelope', v4(list(lamp)), '/result'],
    ['below the result', v4(object({ lamps: list(lamp) })), '/result/lamps'],
    ['below the result beside values', v4(object({ lamps: list(lamp), range: number })), '/result/lamps'],
    ['beside a count', object({ total_count: number, lamps: list(lamp) }), '/lamps'],
    ['beside the next page', object({ items: list(lamp), next: text }), '/items'],
    ['not one of two', object({ lamps: list(lamp), rooms: list(lamp) }), undefined],
    ['not one of texts', object({ lamps: list(text) }), undefined],
  ])('is found: %s', (_, schema, pointer) => {
    expect(read(schema)?.list?.pointer).toBe(pointer);
  });
});

describe('what an answer says about its page', () => {
  it.each([
    [
      v4(list(lamp), { result_info: page }),
      {
        page: '/result_info/page',
        size: '/result_info/per_page',
        count: '/result_info/count',
        total: '/result_info/total_count',
        pages: '/result_info/total_pages',
      },
    ],
    [
      v4(list(lamp), { result_info: object({ cursors: object({ after: text }) }) }),
      { next: '/result_info/cursors/after' },
    ],
    [
      object({ items: list(lamp), nextPageToken: text, has_more: flag }),
      { next: '/nextPageToken', more: '/has_more' },
    ],
    [list(lamp), {}],
  ])('is found: %#', (schema, info) => {
    expect(read(schema)?.info).toEqual(info);
  });

  it.each([
    [['page', 'per_page'], { kind: 'page', from: 'page', size: 'per_page' }],
    [['offset', 'limit'], { kind: 'offset', from: 'offset', size: 'limit' }],
    [['cursor', 'limit'], { kind: 'cursor', from: 'cursor', size: 'limit' }],
    [['pageToken', 'pageSize'], { kind: 'cursor', from: 'pageToken', size: 'pageSize' }],
    [['limit'], { kind: 'none', from: undefined, size: 'limit' }],
  ])('is asked for by %j', (names, paging) => {
    const parameters = names.map((name) => ({ name, in: 'query', schema: number }));
    expect(read(list(lamp), '/lamps', { parameters })?.paging).toMatchObject(paging);
  });

  it.each([
    [['order', 'direction'], { by: 'order', direction: 'direction' }],
    [['sort', 'order'], { by: 'sort', direction: 'order' }],
    [['direction'], { by: undefined, direction: undefined }],
  ])('has an order by %j', (names, order) => {
    const parameters = names.map((name) => ({ name, in: 'query', schema: text }));
    expect(read(list(lamp), '/lamps', { parameters })?.order).toEqual(order);
  });

  it('may be in a Link header', () => {
    const { responses } = answers(list(lamp));
    const linked = { 200: { ...responses[200], headers: { link: { schema: text } } } };
    expect(read(list(lamp), '/lamps', { responses: linked })?.paging.link).toBe(true);
    expect(read(list(lamp))?.paging.link).toBe(false);
  });
});

it('chooses JSON of the lowest status that has content', () => {
  const content = { 'text/plain': {}, 'application/problem+json': { schema: lamp } };
  const responses = {
    204: {},
    201: { content },
    202: { content: { 'application/json': {} } },
    400: { content },
  };
  expect(read(lamp, '/lamps', { responses })).toMatchObject({
    status: '201',
    mediaType: 'application/problem+json',
    pointer: '',
  });
});

describe('the record of a body', () => {
  const wrapped = object({ lamp: object({ name: text }) });
  it.each([
    ['is the body', lamp, lamp, ''],
    ['is in the only member, if it has members of a record', wrapped, lamp, '/lamp'],
    ['is a body with one member of the record', object({ name: text }), lamp, ''],
    ['is not in an object of something else', object({ options: object({ force: flag }) }), lamp, ''],
    ['is a list in the only member', object({ hosts: list(text) }), list(text), '/hosts'],
  ])('%s', (_, body, record, pointer) => {
    const document = documentOf({ '/lamps': { post: { ...takes(body), ...answers(record) } } });
    const [operation] = document.operations;
    const node = operation?.answers[0]?.content[0]?.schema;
    expect(operation && readBodyPointer(document, operation, node)).toBe(pointer);
  });
});
