import { describe, expect, it } from 'vitest';
import type { RequestRules } from '../visit.ts';
import { letsThrough } from './request-rules.ts';
import { failed, page, useVisits } from './visits.shared.ts';

const css = { url: 'http://a.test/a.css', type: 'stylesheet' };
const image = { url: 'http://a.test/a.png', type: 'image' };

describe('rules', () => {
  it.each<[string, RequestRules, boolean, boolean]>([
    ['that are none let everything through', {}, true, true],
    ['that reject a type stop it', { rejectTypes: ['stylesheet'] }, false, true],
    ['that reject a pattern stop it', { rejectPatterns: [/\.css$/] }, false, true],
    ['that allow a type stop others', { allowTypes: ['stylesheet'] }, true, false],
    ['that allow a pattern stop others', { allowPatterns: [/\.png$/, /\.gif$/] }, false, true],
    [
      'that reject what they allow stop it',
      { allowTypes: ['stylesheet'], rejectPatterns: [/a\.css/] },
      false,
      false,
    ],
    [
      'that allow types and patterns want both',
      { allowTypes: ['image'], allowPatterns: [/css/] },
      false,
      false,
    ],
    ['that allow nothing stop everything', { allowTypes: [] }, false, false],
  ])('%s', (_title, rules, letsStyles, letsImages) => {
    expect([letsThrough(rules, css), letsThrough(rules, image)]).toEqual([letsStyles, letsImages]);
  });
});

const visits = useVisits({
  '/': page('<link rel="stylesheet" href="/a.css"><script src="/a.js"></script><img src="/a.png">'),
});

describe('requests of a page', () => {
  const asked = async (requests: RequestRules) => {
    await visits.of(visits.url('/'), (loaded) => loaded.content(), { requests, waitUntil: ['load'] });
    return visits
      .requests()
      .map(({ url }) => url)
      .filter((url) => url !== '/favicon.ico');
  };

  it('that are rejected are not sent', async () => {
    expect(await asked({ rejectTypes: ['image'], rejectPatterns: [/\.js$/] })).toEqual(['/', '/a.css']);
  });

  it('are the document alone where only that is allowed', async () => {
    expect(await asked({ allowTypes: ['document'] })).toEqual(['/']);
  });

  it('fail the page where its document is rejected', async () => {
    const visit = visits.of(visits.url('/'), async () => {}, { requests: { allowTypes: ['image'] } });
    expect(await failed(visit)).toMatchObject({ failure: 'network', detail: 'ERR_BLOCKED_BY_CLIENT' });
    expect(visits.requests()).toEqual([]);
  });
});
