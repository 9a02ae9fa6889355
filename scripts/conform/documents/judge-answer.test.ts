import { expect, it } from 'vitest';
import { readDocument } from '../../../mock/engines/openapi/read-document.ts';
import { Schemas } from '../../../mock/engines/openapi/schemas/schemas.ts';
import { judgeAnswer } from './judge-answer.ts';

const object = (properties: object, required: readonly string[]) => ({
  type: 'object',
  properties,
  required,
});
const json = (schema: object) => ({ description: 'An answer', content: { 'application/json': { schema } } });
const success = object({ success: { type: 'boolean', enum: [true] }, result: object({}, []) }, [
  'success',
  'result',
]);
const refusal = object({ success: { type: 'boolean', enum: [false] }, errors: { type: 'array' } }, [
  'errors',
]);

const judge = (schema: object, body: object) => {
  const document = readDocument(
    {
      openapi: '3.0.3',
      info: { title: 'Shop', version: '1' },
      paths: { '/lamps': { get: { responses: { 200: json(object({}, [])), '4XX': json(schema) } } } },
    },
    'shop',
  );
  const [operation] = document.operations;
  if (!operation) throw new TypeError('The document has an operation');
  const reply = {
    status: 404,
    headers: new Headers({ 'content-type': 'application/json' }),
    text: JSON.stringify(body),
    body,
  };
  return judgeAnswer({ document, schemas: new Schemas(document) }, operation, reply as never);
};

it('a refusal is judged by its schema, unless that says that all went well', () => {
  expect(judge(refusal, { success: false })).toMatchObject([{ isMissing: true }]);
  expect(judge(success, { success: false })).toEqual([]);
});
