import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fill, press, waitForText } from '../../testing/drive.ts';
import { findBarriers, type OpenedConsole, openConsole } from '../../testing/open-console.ts';

let opened: OpenedConsole;
let page: Page;

beforeAll(async () => {
  opened = await openConsole();
  ({ page } = await opened.open('/#/controls'));
  page.on('dialog', (dialog) => dialog.accept());
}, 120_000);
afterAll(() => opened?.close(), 60_000);

const verify = async () => {
  const headers = { authorization: `Bearer ${opened.mock.info().api_token}` };
  return (await fetch(`${opened.planes.api}/user/tokens/verify`, { headers })).status;
};

it('stops, moves and releases the clock of the account', async () => {
  await fill(page, 'Stop at a time', '2031-02-03T04:05:06Z');
  await press(page, 'Stop there');
  await waitForText(page, '2031-02-03T04:05:06.000000Z');
  await press(page, '+1 hour');
  await waitForText(page, '2031-02-03T05:05:06.000000Z');
  await press(page, 'Release');
  await waitForText(page, 'running');
});

it('adds a fault that the next request meets', async () => {
  await press(page, 'Add the fault');
  await waitForText(page, '*: answers 503');
  expect(await verify()).toBe(503);
  expect(await verify()).toBe(200);
});

it('takes a snapshot and restores it', async () => {
  await fill(page, 'Name of a new snapshot', 'before');
  await press(page, 'Take a snapshot');
  await waitForText(page, 'before');
  const { zone_id } = opened.mock.info();
  opened.mock.world.removeZone(zone_id);
  await press(page, 'Restore');
  await expect.poll(() => opened.mock.world.zone(zone_id)?.id).toBe(zone_id);
});

it('sets credits, plan, limits and what the scanner of guardrails finds', async () => {
  const { account_id } = opened.mock.info();
  const account = () => opened.mock.world.account(account_id)?.billing;
  await fill(page, 'Credits in dollars', '0.5');
  await press(page, 'Set the credits');
  await expect.poll(() => account()?.credits).toBe(0.5);
  const choose = (label: string, value: string) =>
    page.$$eval(
      'label.field',
      (fields, of, to) => {
        const select = fields.find((one) => one.textContent?.startsWith(of))?.querySelector('select');
        if (!select) throw new Error(`There is no ${of}`);
        select.value = to;
        select.dispatchEvent(new Event('change', { bubbles: true }));
      },
      label,
      value,
    );
  const { gatewayConditions } = opened.mock.world;
  await choose('Plan', 'free');
  await expect.poll(() => account()?.plan).toBe('free');
  await choose('Limits of the platform', 'all');
  await expect.poll(() => gatewayConditions.limits).toBe('all');
  await fill(page, 'What it finds', 'S1: teapot');
  await press(page, 'Set the words');
  await expect.poll(() => gatewayConditions.words).toEqual([{ category: 'S1', words: ['teapot'] }]);
  await fill(page, 'What it finds', 'S99: teapot');
  await press(page, 'Set the words');
  await page.waitForSelector('[role="alert"]');
});

it('creates a tenant, which the switch of accounts then has, and removes it with a reset', async () => {
  await fill(page, 'Name of a new tenant', '<b>shop</b>');
  await press(page, 'Create a tenant');
  await waitForText(page, '<b>shop</b>');
  await page.waitForFunction(() =>
    [...document.querySelectorAll('.accounts option')].some(
      ({ textContent }) => textContent === '<b>shop</b>',
    ),
  );
  expect(await findBarriers(page)).toEqual([]);
  await press(page, 'Reset the mock');
  await page.waitForFunction(() => document.querySelectorAll('.accounts option').length === 1);
  expect(opened.mock.world.accounts.size).toBe(1);
});
