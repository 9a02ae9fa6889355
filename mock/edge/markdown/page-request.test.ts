import { describe, expect, it } from 'vitest';
import { asForPage } from './page-request.ts';

describe('asForPage', () => {
  it('takes conditions and ranges away, and nothing else', () => {
    const headers = new Headers({
      accept: 'text/markdown',
      'if-match': '"a"',
      'if-none-match': '"a"',
      'if-modified-since': 'Thu, 01 Jan 2026 00:00:00 GMT',
      'if-unmodified-since': 'Thu, 01 Jan 2026 00:00:00 GMT',
      'if-range': '"a"',
      range: 'bytes=0-4',
      cookie: 'a=1',
    });
    asForPage(headers);
    expect(Object.fromEntries(headers)).toEqual({ accept: 'text/markdown', cookie: 'a=1' });
  });

  it.each([
    ['gzip, deflate, br, zstd', 'gzip, deflate, br, zstd'],
    ['gzip;q=0.5, dcb,*;q=0.1, BR;q=0', 'gzip;q=0.5, BR;q=0'],
    ['identity;q=0, x-gzip', 'identity;q=0, x-gzip'],
    ['compress', 'identity'],
    ['*', 'identity'],
    ['', 'identity'],
  ])('makes the codings %j %j', (asked, sent) => {
    const headers = new Headers({ 'accept-encoding': asked });
    asForPage(headers);
    expect(headers.get('accept-encoding')).toBe(sent);
  });

  it('asks for no coding where the client asks for none', () => {
    const headers = new Headers();
    asForPage(headers);
    expect(headers.has('accept-encoding')).toBe(false);
  });
});
