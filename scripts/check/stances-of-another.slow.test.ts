import { afterAll, beforeAll, expect, it } from 'vitest';
import { startSecondServer } from '../../fixtures/second/start.ts';
import { checkStances } from '../../spec/stances/check-stances.ts';
import { createTarget, targetFileSchema } from '../../suites/index.ts';
import { type AskedStance, askStances } from '../../suites/stances/ask-stances.ts';
import { serveFixtureSite } from '../fixture-site.ts';
import { askMock } from './ask-mock.ts';

/** The behaviour of a server that this project does not know. */
let another: readonly AskedStance[];
const close: (() => Promise<void>)[] = [];

beforeAll(async () => {
  const site = await serveFixtureSite({ port: 0 });
  close.push(() => site.close());
  const server = await startSecondServer({ origin: site.url });
  close.push(() => server.close());
  const target = createTarget(targetFileSchema.parse({ ...server.target, origin: site.url }));
  another = await askStances(target, { journal: null });
}, 180_000);

afterAll(async () => {
  for (const end of close) await end();
});

it('answers each question, or says why it was not asked', () => {
  for (const { id, value, otherwise, reason } of another) {
    expect({ id, told: [value, otherwise, reason].filter((one) => one !== null).length }).toEqual({
      id,
      told: 1,
    });
    expect(reason ?? '').not.toMatch(/^\w*Error\b|gave no answer|undefined/);
  }
  expect(another.filter(({ reason }) => reason === null).length).toBeGreaterThan(35);
});

it('makes a mock behave like another server, as far as there are switches', async () => {
  const found = another.filter(({ stance, value }) => stance.switch && value !== null);
  const stances = checkStances(Object.fromEntries(found.map(({ id, value }) => [id, value])));
  const ids = found.map(({ id }) => id);
  const calibrated = await askMock({ stances }, ids);
  expect(Object.fromEntries(calibrated.map(({ id, value }) => [id, value]))).toEqual(stances);
});
