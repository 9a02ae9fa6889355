import { describe, expect, test } from 'vitest';
import type { Feature } from '../../spec/requirement.ts';
import { withProbedFeatures } from './probed-features.ts';
import { createTarget, targetFileSchema } from './target.ts';

const target = createTarget(
  targetFileSchema.parse({
    api: 'http://127.0.0.1:4800/client/v4',
    account_id: '01a7362d577a6c3019a474fd6f485823',
    zone_id: '023e105f4ecef8ad9ca31a8372d0c353',
    api_token: 'x',
  }),
);
const browser: ReadonlySet<Feature> = new Set(['browser']);

describe('the run probes the target for a browser', () => {
  test.each([
    ['takes a picture', 200, true],
    ['fails at it', 500, true],
    ['has none', 503, false],
    ['does not know the operation', 404, false],
    ['does not route the path', 400, false],
  ])('where it %s', async (_, status, has) => {
    const asked: Request[] = [];
    const answer = async (request: Request) => {
      asked.push(request);
      return new Response('', { status });
    };
    const found = await withProbedFeatures(target, browser, answer, 1_000);
    expect(found.features.has('browser')).toBe(has);
    expect(asked.map(({ method, url }) => `${method} ${new URL(url).pathname}`)).toEqual([
      'POST /client/v4/accounts/01a7362d577a6c3019a474fd6f485823/browser-rendering/screenshot',
    ]);
  });

  test('and assumes a broken browser when the target does not answer', async () => {
    const found = await withProbedFeatures(
      target,
      browser,
      () => Promise.reject(new TypeError('reset')),
      1_000,
    );
    expect(found.features.has('browser')).toBe(true);
  });

  test('only when a test needs one', async () => {
    const unasked = () => Promise.reject(new Error('asked'));
    const found = await withProbedFeatures(target, new Set(['edge']), unasked, 1_000);
    expect(found).toBe(target);
  });
});
