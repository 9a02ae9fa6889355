// Long: it asks every operation of the register that keeps nothing.
import { expect, it } from 'vitest';
import { areaNames } from '../../spec/v4/register/areas.ts';
import { createMock } from '../assembly/create-mock.ts';
import { isObject, type JsonValue } from '../engines/openapi/json.ts';
import { loadRegistered } from '../services/registered.ts';
import { readArea } from './open-documents.ts';
import { serveDocument } from './served-document.ts';

/** Values in an answer that say that something is there or has happened. */
function findClaims(value: JsonValue): JsonValue[] {
  if (Array.isArray(value)) return [...(value as readonly JsonValue[])];
  if (isObject(value)) return Object.values(value).flatMap((member) => findClaims(member ?? null));
  return value === true || (typeof value === 'number' && value > 0) ? [value] : [];
}

it('the register refuses actions, and answers reads that nothing writes with nothing', async () => {
  const mock = createMock();
  const { apiToken, accountId, zoneId } = mock.defaults;
  const headers = { authorization: `Bearer ${apiToken}`, 'content-type': 'application/json' };
  const claims: string[] = [];
  const strange: string[] = [];
  const answered = new Set<string>();
  for (const name of areaNames) {
    const document = await readArea(name);
    if (!document) throw new Error(`There is no area ${name}`);
    const { roles } = serveDocument(document, { invents: false });
    const handlers = (await loadRegistered(name)) ?? {};
    const known = document.operations.map(({ method, path }) => `${method} ${path}`);
    strange.push(...Object.keys(handlers).filter((key) => !known.includes(key)));
    for (const { id, method, path } of document.operations) {
      if (handlers[`${method} ${path}`]) continue;
      const kind = roles.get(id)?.kind;
      if (kind !== 'sample' && kind !== 'action') continue;
      const at = path.replace('{zone_id}', zoneId).replace('{account_id}', accountId);
      const url = `http://localhost/client/v4${at.replaceAll(/\{[^}]*\}/g, 'x')}`;
      const body = method === 'GET' ? null : '{}';
      const answer = await mock.fetch(new Request(url, { method, headers, body }));
      const text = await answer.text();
      // The contract has some of them.
      if (!answer.ok || answer.headers.get('touchstone-basis') !== 'schema') continue;
      answered.add(path);
      if (method !== 'GET') claims.push(`${method} ${path}: ${answer.status}`);
      else if (text.startsWith('{')) {
        const { result = null } = JSON.parse(text) as { result?: JsonValue };
        claims.push(...findClaims(result).map((claim) => `${path}: ${JSON.stringify(claim)}`));
      }
    }
  }
  // Defaults, and the least value of a number.
  expect(claims).toEqual([
    '/zones/{zone_id}/dns_analytics/report: 100000',
    '/accounts/{account_id}/mnm/config/full: 1',
  ]);
  // A handler whose operation the register does not have is never asked.
  expect(strange).toEqual([]);
  // The others are below records that are not there.
  expect(answered.size).toBeGreaterThan(450);
});
