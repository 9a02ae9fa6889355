import { describe, expect, it } from 'vitest';
import { createUrlGuard } from './request-rules.ts';
import { failed, page, useVisits } from './visits.shared.ts';

describe('a guard of URLs', () => {
  it('records the URLs it refused', async () => {
    const guard = createUrlGuard('refused');
    expect(await guard.admits('http://10.0.0.1:81/a')).toBe(false);
    expect(await guard.admits('http://93.184.216.34/')).toBe(true);
    expect(guard.getFailure('http://10.0.0.1:81/b')).toBe('blocked');
    expect(guard.getFailure('http://10.0.0.1/b')).toBeUndefined();
    expect(guard.getFailure('http://93.184.216.34/')).toBeUndefined();
  });

  it('admits unknown names, which may have an address elsewhere', async () => {
    expect(await createUrlGuard('refused').admits('http://no-such-host.invalid/')).toBe(true);
  });
});

const visits = useVisits(
  {
    '/': page('<title>home</title><iframe src="http://10.0.0.1/"></iframe><img src="/image">'),
    '/private': (_request, response) => response.writeHead(302, { location: 'http://10.0.0.1/' }).end(),
  },
  { gated: false },
);

describe('in a browser without a gate', () => {
  it('a page is visited without forbidden requests', async () => {
    const frames = await visits.of(
      visits.url('/'),
      async () =>
        visits
          .place()
          .page.frames()
          .map((frame) => frame.url()),
      { waitUntil: ['load'] },
    );
    expect(frames).toEqual([visits.url('/'), 'chrome-error://chromewebdata/']);
    expect(visits.requests().map(({ url }) => url)).toEqual(expect.arrayContaining(['/', '/image']));
  });

  it.each(['http://10.0.0.1/', '/private'])('%s is blocked', async (url) => {
    const visit = visits.of(url.startsWith('/') ? visits.url(url) : url, async () => {});
    expect(await failed(visit)).toMatchObject({
      failure: 'blocked',
      detail: '10.0.0.1 is an address that pages may not reach',
    });
  });
});
