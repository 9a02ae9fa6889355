import { afterAll, beforeAll, expect, it } from 'vitest';
import { fill, press, waitForText } from '../../testing/drive.ts';
import { findBarriers, type OpenedConsole, openConsole } from '../../testing/open-console.ts';

let opened: OpenedConsole;

beforeAll(async () => {
  opened = await openConsole();
}, 120_000);
afterAll(() => opened?.close(), 60_000);

const ask = async (prompt: string) => {
  const { api_token, account_id } = opened.mock.info();
  const url = `${opened.planes.api}/accounts/${account_id}/ai/run/@cf/meta/llama-3.1-8b-instruct`;
  const headers = { authorization: `Bearer ${api_token}`, 'cf-aig-gateway-id': 'default' };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ prompt }) });
  return ((await response.json()) as { result: { response: string } }).result.response;
};
it('says how to send the first run, and shows it when it comes', async () => {
  const { page } = await opened.open('/#/models');
  await waitForText(page, 'No run went through this gateway yet.');
  await ask('Hello');
  await page.waitForSelector('td a');
  await page.close();
}, 60_000);

it('shows a run with its prompt, answer, tokens and cost', async () => {
  const html = 'Hello <img src=x onerror=document.title=1>';
  const answer = await ask(html);
  const { page, complaints } = await opened.open('/#/models');
  await page.waitForSelector('td a');
  expect(await page.$eval('tbody tr', (row) => row.textContent)).toMatch(/llama-3\.1-8b-instruct.*\$0\.0\d+/);
  await page.click('td a');
  await waitForText(page, html);
  await waitForText(page, answer.slice(-30));
  expect(await page.$$eval('img', (images) => images.length)).toBe(0);
  expect(await findBarriers(page)).toEqual([]);
  expect(complaints).toEqual([]);
  await page.close();
}, 60_000);

it('makes a reply of a request that had none, which then answers', async () => {
  await ask('What is a lamp?');
  const { page } = await opened.open('/#/models/replies');
  await waitForText(page, 'What is a lamp?');
  await press(page, 'Use as a reply');
  const text = await page.$eval('textarea', (area) => area.value);
  await fill(page, 'Reply as JSON', text.replace('Your answer.', 'It gives light.'));
  await press(page, 'Add the reply');
  await waitForText(page, 'reply-1');
  expect(await ask('What is a lamp?')).toBe('It gives light.');
  await press(page, 'Remove');
  await waitForText(page, 'No reply is scripted');
  await page.close();
}, 60_000);

it('adds a reply with the form', async () => {
  const { page } = await opened.open('/#/models/replies');
  await fill(page, 'When the prompt contains', 'tea');
  await fill(page, 'Answer with', 'Green or black?');
  await press(page, 'Add the reply');
  await waitForText(page, 'Green or black?');
  await expect.poll(() => ask('A pot of tea')).toBe('Green or black?');
  await press(page, 'Remove');
  await waitForText(page, 'No reply is scripted');
  await page.close();
}, 60_000);

it('says where a reply is wrong', async () => {
  const { page } = await opened.open('/#/models/replies');
  await fill(page, 'Reply as JSON', '{ "reply": { "txt": "x" } }');
  await press(page, 'Add the reply');
  await page.waitForSelector('[role="alert"]');
  expect(await page.$eval('[role="alert"]', (note) => note.textContent)).toContain('txt');
  await page.close();
});
