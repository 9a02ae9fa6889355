import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  findBarriers,
  findBrokenWords,
  findHiddenChoices,
  findUnreached,
  isTooWide,
  looks,
  type OpenedConsole,
  openConsole,
} from './testing/open-console.ts';

let opened: OpenedConsole;

beforeAll(async () => {
  opened = await openConsole();
}, 120_000);
afterAll(() => opened?.close(), 60_000);

const getPages = async () => {
  const { page } = await opened.open('/');
  const names = await page.$$eval('nav a[href^="#/"]', (links) => links.map((link) => link.hash));
  await page.close();
  return names;
};

describe('every page of the console', () => {
  it('opens without complaints and barriers, on a desktop and on a phone, by day and by night', async () => {
    const { zone_id } = opened.mock.info();
    const hashes = [...(await getPages()), `#/zones/${zone_id}/hostnames`];
    expect(hashes).toContain('#/requests');
    const found: string[] = [];
    for (const hash of hashes) {
      for (const look of looks) {
        const { page, complaints } = await opened.open(`/${hash}`, look);
        const where = `${hash} ${look.width} ${look.scheme}`;
        found.push(...complaints.map((complaint) => `${where}: ${complaint}`));
        found.push(...(await findBarriers(page)).map((barrier) => `${where}: ${barrier}`));
        found.push(...(await findBrokenWords(page)).map((word) => `${where}: broken: ${word}`));
        found.push(...(await findHiddenChoices(page)).map((name) => `${where}: out of view: ${name}`));
        if (await isTooWide(page)) found.push(`${where}: too wide`);
        await page.close();
      }
    }
    expect(found).toEqual([]);
  }, 300_000);

  it('opens while a fault strikes every request', async () => {
    opened.mock.faults.add({ operation: '*', status: 503 });
    const found: string[] = [];
    for (const hash of await getPages()) {
      const { page, complaints } = await opened.open(`/${hash}`);
      found.push(...complaints.map((complaint) => `${hash}: ${complaint}`));
      found.push(
        ...(await page.$$eval('[role="alert"]', (all) => all.map(({ textContent }) => textContent ?? ''))),
      );
      await page.close();
    }
    opened.mock.faults.clear();
    expect(found).toEqual([]);
  }, 60_000);

  it('has no control that a keyboard does not reach', async () => {
    const found: string[] = [];
    for (const hash of await getPages()) {
      const { page } = await opened.open(`/${hash}`);
      found.push(...(await findUnreached(page)).map((control) => `${hash}: ${control}`));
      await page.close();
    }
    expect(found).toEqual([]);
  }, 120_000);

  it('has its name in the title', async () => {
    const { page } = await opened.open('/#/requests');
    expect(await page.title()).toBe('Requests · Touchstone');
    await page.close();
  });
});

describe('the switch of accounts', () => {
  it('scopes the console to one account', async () => {
    const tenant = opened.mock.tenant({ name: 'Second' });
    await tenant.client.call('user.token.verify', {});
    const { page } = await opened.open('/#/requests');
    const rows = () => page.$$eval('.request', (links) => links.length);
    const before = await rows();
    await page.select('.accounts select', tenant.accountId);
    await page.waitForFunction(() => document.querySelectorAll('.request').length > 0);
    expect(await rows()).not.toBe(before);
    tenant.remove();
    await page.close();
  });
});
