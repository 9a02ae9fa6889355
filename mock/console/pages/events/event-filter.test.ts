import { expect, it } from 'vitest';
import { ZoneFixture } from '../../../edge/testing/zone-fixture.ts';
import { toEventTest } from './event-filter.ts';

it.each([
  [{}, true],
  [{ text: 'WRITES put' }, true],
  [{ text: 'writes post' }, false],
  [{ text: 'example.localhost/a?b' }, true],
  [{ text: '403' }, true],
  [{ action: 'block' }, true],
  [{ action: 'log' }, false],
  [{ source: 'firewallCustom', text: 'curl' }, true],
  [{ source: 'apiShieldTokenValidation' }, false],
])('filters events: %j is %s', async (filter, expected) => {
  const fixture = new ZoneFixture();
  fixture.firewall({ expression: 'true', action: 'block', description: 'Writes' });
  await fixture.send('/a?b=1', { method: 'PUT', headers: { 'user-agent': 'curl/8' } });
  const [event] = [...fixture.zone.events.newestFirst()];
  expect(event && toEventTest({ text: '', action: '', source: '', ...filter })(event)).toBe(expected);
});
