import { expect, it } from 'vitest';
import { explainUnknownPath } from './explain-unknown-path.ts';

const zone = '/client/v4/zones/023e105f4ecef8ad9ca31a8372d0c353';
const account = '/client/v4/accounts/01a7362d577a6c3019a474fd6f485823';
const noBase = 'The path does not begin with /client/v4; the base URL has to end in it.';
const none = 'There is no operation like it.';

it.each<[string, string, readonly string[]]>([
  ['POST', `${zone}/token_validation/confg`, ['Did you mean POST {zone}/token_validation/config?']],
  ['POST', `${zone}/token-validation/config`, ['Did you mean POST {zone}/token_validation/config?']],
  ['POST', `${zone}/config`, ['Did you mean POST {zone}/token_validation/config?']],
  ['PUT', `${zone}/token_validation/confg`, ['Did you mean GET or POST {zone}/token_validation/config?']],
  ['DELETE', `${zone}/token_validation/config`, ['At this path there is GET, POST, and no DELETE.']],
  ['GET', '/client/v4/zone', ['Did you mean GET /client/v4/zones?']],
  ['GET', '/v4/zones', [noBase, 'Did you mean GET /client/v4/zones?']],
  ['GET', '/api/v4/zones', [noBase, 'Did you mean GET /client/v4/zones?']],
  ['PATCH', '/zones/', [noBase, 'At this path there is GET, POST, and no PATCH.']],
  [
    'GET',
    '/client/v4/client/v4/zones',
    ['The path has /client/v4 twice; the base URL ends in it already.', 'Did you mean GET /client/v4/zones?'],
  ],
  ['GET', '/client/v4//zones', ['The path has an empty segment (//).', 'Did you mean GET /client/v4/zones?']],
  ['POST', `${account}/ai/runs/@cf/meta/llama`, ['Did you mean POST {account}/ai/run/{+model}?']],
  ['GET', `${account}/artifact/namespaces`, ['Did you mean GET {account}/artifacts/namespaces?']],
  ['GET', '/_touchstone/journl', ['Did you mean GET /_touchstone/journal?']],
  ['GET', `${zone}/dns_records`, [none]],
  ['GET', '/client/v4/workers/scripts', [none]],
  ['GET', '/', [noBase, none]],
  ['GET', `/client/v4/${'x'.repeat(10_000)}`, [none]],
])('says of %s %s: %j', async (method, path, lines) => {
  const shown = lines.map((line) =>
    line
      .replace('{zone}', '/client/v4/zones/{zone_id}')
      .replace('{account}', '/client/v4/accounts/{account_id}'),
  );
  expect(await explainUnknownPath(method, path)).toEqual(shown);
});
