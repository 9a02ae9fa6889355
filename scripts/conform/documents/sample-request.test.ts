import { expect, it } from 'vitest';
import { readDocument } from '../../../mock/engines/openapi/read-document.ts';
import { Schemas } from '../../../mock/engines/openapi/schemas/schemas.ts';
import { sampleParameter } from './sample-request.ts';

const ids = { type: 'array', items: { type: 'integer' }, example: [37, 45] };

it.each([
  ['one parameter for each entry', true, ['37', '45']],
  ['one parameter with all entries', false, ['37,45']],
])('a list in a query is %s', (_, explode, texts) => {
  const document = readDocument(
    { openapi: '3.0.3', info: { title: 'Shop', version: '1' }, paths: {} },
    'shop',
  );
  const schema = { node: ids, pointer: '' };
  expect(sampleParameter({ schemas: new Schemas(document) }, { name: 'ids', schema, explode })).toEqual(
    texts,
  );
});
