import { describe, expect, it } from 'vitest';
import { failures } from '../../../spec/errors.ts';
import { BrowserError } from '../../engines/browser/index.ts';
import { getFailure } from './failures.ts';

describe('getFailure', () => {
  it.each([
    ['ERR_CERT_INVALID', 5000],
    ['ERR_CONNECTION_TIMED_OUT', 5002],
    ['ERR_TOO_MANY_REDIRECTS', 5003],
    ['ERR_NAME_NOT_RESOLVED', 5006],
    ['ERR_CONNECTION_RESET', 5006],
    ['ERR_UNSAFE_PORT', 5009],
    ['ERR_BLOCKED_BY_ADMINISTRATOR', 5010],
    ['net::ERR_EMPTY_RESPONSE', 5011],
  ])('gives %s the code %i', (detail, code) => {
    const { status, code: given } = failures[getFailure(new BrowserError('network', detail)).failure];
    expect([status, given]).toEqual([422, code]);
  });

  it.each([
    ['detached', 422, 6000],
    ['crashed', 422, 6004],
    ['capture', 422, 6003],
    ['no-browser', 503, 6503],
    ['aborted', 408, 6408],
  ] as const)('answers %s with %i and code %i', (failure, status, code) => {
    const { failure: name } = getFailure(new BrowserError(failure, 'why'));
    expect(failures[name]).toMatchObject({ status, code });
  });

  it('answers 408 to a visit that exceeds the total time limit', () => {
    const error = new BrowserError('timeout', 'Visit timeout of 300000 ms exceeded', { stage: 'visit' });
    expect(getFailure(error).failure).toBe('render-timeout');
  });

  it.each([
    [new BrowserError('network', 'ERR_NAME_NOT_RESOLVED'), 'Can also happen due to failure to resolve DNS.'],
    [new BrowserError('network', 'ERR_CONNECTION_REFUSED'), 'net::ERR_CONNECTION_REFUSED'],
    [new BrowserError('timeout', 'Request timed out', { stage: 'action' }), 'Request timed out'],
    [new BrowserError('no-browser', 'nothing at /usr/bin/chromium'), 'nothing at /usr/bin/chromium'],
  ])('gives %s the detail %s', (error, reason) => {
    expect(getFailure(error).detail['reason']).toBe(reason);
  });
});
