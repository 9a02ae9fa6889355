import { expect, it } from 'vitest';
import { readDocument } from '../../../mock/engines/openapi/read-document.ts';
import { inferRoles } from '../../../mock/engines/openapi/resources/infer-roles.ts';
import type { Resource } from '../../../mock/engines/openapi/resources/resource.ts';
import type { TestContext } from '../../../suites/harness/context.ts';
import { expectKept } from './compare-records.ts';
import { DocumentRequirements } from './document-requirements.ts';
import { planResources } from './resource-plan.ts';
import { toTested } from './tested-document.ts';
import { lampDocument } from './testing/lamp-document.ts';
import { startTrial } from './trial.ts';

const text = { type: 'string' };
const schema = {
  type: 'object',
  properties: {
    id: text,
    name: text,
    tags: { type: 'array', items: text },
    size: { type: 'object', properties: { width: { type: 'integer' } } },
    owner: { type: 'object', properties: { id: text } },
    password: text,
    secret: { type: 'string', writeOnly: true },
    created_on: text,
    state: { type: 'string', readOnly: true },
  },
};
const document = readDocument(lampDocument, 'lamps');
const plans = planResources(document, inferRoles(document));
const options = {
  requirements: new DocumentRequirements('must'),
  prefix: '',
  values: new Map<string, string>(),
};
// Nothing of a test runs here.
const trial = startTrial(toTested(document, plans, options), {} as TestContext);
const [plan] = plans;
const [operation] = document.operations;

function compare(given: object, received: object): string | undefined {
  if (!plan || !operation) throw new Error('The document has no resource');
  const resource: Resource = plan.resource;
  try {
    expectKept(trial, resource, operation, { node: schema, pointer: '/made-up' } as never, {
      received: received as never,
      given: given as never,
    });
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

it.each([
  ['more members', { name: 'a' }, { name: 'a', state: 'new' }],
  ['more members inside', { size: { width: 1 } }, { size: { width: 1, height: 2 } }],
  ['another order', { name: 'a', size: { width: 1 } }, { size: { width: 1 }, name: 'a' }],
  ['another id', { id: 'mine', name: 'a' }, { id: 'yours', name: 'a' }],
  ['another time', { created_on: 'now' }, { created_on: 'then' }],
  ['another state, which only the server sets', { state: 'a' }, { state: 'b' }],
  ['no secret, which no answer has', { secret: 'x' }, {}],
  ['no member that answers do not describe', { note: 'x' }, {}],
  ['a member of another type in answers', { owner: 'o1' }, { owner: { id: 'o1' } }],
])('a record may have %s', (_, given, received) => {
  expect(compare(given, received)).toBeUndefined();
});

it.each([
  ['another value', { name: 'a' }, { name: 'b' }, '/name is "b", expected "a"'],
  ['no value', { name: 'a' }, {}, '/name is absent, expected "a"'],
  ['another value inside', { size: { width: 1 } }, { size: { width: 2 } }, '/size/width is 2, expected 1'],
  ['more items', { tags: ['a'] }, { tags: ['a', 'b'] }, '/tags is ["a","b"], expected ["a"]'],
  ['other items', { tags: ['a', 'b'] }, { tags: ['b', 'a'] }, '/tags/0 is "b", expected "a"'],
  [
    'another secret',
    { password: 'mine' },
    { password: 'yours' },
    '/password is another secret, expected the secret',
  ],
])('a record may not have %s', (_, given, received, message) => {
  expect(compare(given, received)).toContain(message);
});
