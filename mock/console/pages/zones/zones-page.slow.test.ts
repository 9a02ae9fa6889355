import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fill, press, waitForText } from '../../testing/drive.ts';
import {
  findBarriers,
  isTooWide,
  looks,
  type OpenedConsole,
  openConsole,
} from '../../testing/open-console.ts';

let opened: OpenedConsole;

beforeAll(async () => {
  opened = await openConsole();
}, 120_000);
afterAll(() => opened?.close(), 60_000);

/** Waits for the verdict of a request that was sent. */
const verdict = (page: Page, text: string) =>
  page.waitForFunction(
    (wanted) => document.querySelector('.verdict')?.textContent?.includes(wanted),
    { timeout: 10_000 },
    text,
  );

it('guards a zone with a key of the browser, and shows why broken tokens are refused', async () => {
  const { page, complaints } = await opened.open('/#/zones');
  await press(page, 'Guard this zone');
  await waitForText(page, 'the key of this browser');
  await press(page, 'Sign and send');
  await verdict(page, 'The request reached the origin.');
  for (const [button, reason] of [
    ['Expired', 'exp: '],
    ['Not yet valid', 'nbf: '],
    ['Signature', 'Signature: '],
    ['Wrong kid', 'Key: '],
    ['alg none', 'Form: '],
  ] as const) {
    await press(page, button);
    await press(page, 'Sign and send');
    await verdict(page, reason);
    await press(page, 'Repair');
    await press(page, 'Sign and send');
    await verdict(page, 'reached the origin');
  }
  await fill(page, 'Token', '<img src=x onerror=document.title=1>');
  await press(page, 'Send');
  await verdict(page, 'stopped it');
  expect(await page.$$eval('img', (images) => images.length)).toBe(0);
  expect(await findBarriers(page)).toEqual([]);
  await page.bringToFront();
  await press(page, 'Copy as curl');
  await waitForText(page, 'Copied');
  const command = await page.evaluate(() => navigator.clipboard.readText());
  expect(command).toContain('curl -i');
  expect(command).toMatch(/http:\/\/api\.example\.localhost:\d+\/orders\/1$/);
  await page.click('.panel-head a.button');
  await waitForText(page, 'Send again');
  expect(complaints).toEqual([]);
  await page.close();
}, 90_000);

it('says when Send sends another token than the form below makes', async () => {
  const { page } = await opened.open('/#/zones');
  const waitForHint = (expected: boolean) =>
    page.waitForFunction(
      (wanted) => document.body.textContent?.includes('which is not that of the form') === wanted,
      { timeout: 5_000 },
      expected,
    );
  await waitForHint(false);
  // The first claims are there once the clock is read.
  await page.waitForFunction(() =>
    [...document.querySelectorAll('textarea')].some(({ value }) => value.includes('"exp"')),
  );
  // A token that needs no key.
  await press(page, 'alg none');
  await waitForHint(false);
  for (const change of ['Expired', 'Not yet valid', 'Wrong kid']) {
    await press(page, 'Sign');
    await page.waitForFunction(() => document.querySelector('textarea')?.value.includes('.'));
    await waitForHint(false);
    await press(page, change);
    await waitForHint(true);
  }
  await press(page, 'Sign');
  await waitForHint(false);
  await fill(page, 'Payload', '{"sub":"grace"}');
  await waitForHint(true);
  await fill(page, 'Token', 'pasted');
  await waitForHint(true);
  await page.close();
}, 60_000);

it('shows and changes what belongs to a zone, on a phone too', async () => {
  const { api_token, zone_id } = opened.mock.info();
  const path = `${opened.planes.api}/zones/${zone_id}`;
  const call = async (method: string, rest: string, body: unknown) => {
    const headers = { authorization: `Bearer ${api_token}` };
    const { status } = await fetch(`${path}${rest}`, { method, headers, body: JSON.stringify(body) });
    expect(status).toBeLessThan(300);
  };
  const html = '<b onclick=x>&amp;\u202e';
  await call('PUT', '/rulesets/phases/http_request_firewall_custom/entrypoint', {
    rules: [{ expression: 'http.request.uri.path eq "/a"', action: 'block', description: html }],
  });
  await call('POST', '/custom_hostnames', {
    hostname: 'shop.customer.localhost',
    ssl: { method: 'http', type: 'dv' },
    custom_metadata: { tier: html },
  });
  const found: string[] = [];
  for (const tab of ['tokens', 'rules', 'operations', 'rulesets', 'settings', 'hostnames', 'playground']) {
    for (const look of looks) {
      const { page, complaints } = await opened.open(`/#/zones/${zone_id}/${tab}`, look);
      const where = `${tab} ${look.width} ${look.scheme}`;
      found.push(...complaints.map((complaint) => `${where}: ${complaint}`));
      found.push(...(await findBarriers(page)).map((barrier) => `${where}: ${barrier}`));
      if (await isTooWide(page)) found.push(`${where}: too wide`);
      await page.close();
    }
  }
  expect(found).toEqual([]);
  const { page } = await opened.open(`/#/zones/${zone_id}/rulesets`);
  await waitForText(page, '<b onclick=x>&amp;\\u202e');
  await press(page, 'Turn off');
  await waitForText(page, 'Turn on');
  await page.goto(`${opened.origin}/#/zones/${zone_id}/rules`);
  await waitForText(page, 'Valid token: Console');
  await press(page, 'Only log');
  await page.waitForFunction(() => document.querySelector('.badge.accent')?.textContent === 'log');
  await page.close();
}, 120_000);

it('creates a token configuration, and a rule for it', async () => {
  const { zone_id } = opened.mock.info();
  const { page } = await opened.open(`/#/zones/${zone_id}/tokens`);
  await fill(page, 'Title', 'Shop');
  await fill(page, 'Token source', 'http.request.cookies["jwt"][0]');
  await press(page, 'Create with a new key');
  await waitForText(page, 'can sign here');
  await press(page, 'Block without a valid token');
  await page.waitForFunction(() => !document.body.textContent?.includes('Block without a valid token'));
  await page.goto(`${opened.origin}/#/zones/${zone_id}/playground`);
  await waitForText(page, 'cookie jwt');
  await page.close();
}, 60_000);
