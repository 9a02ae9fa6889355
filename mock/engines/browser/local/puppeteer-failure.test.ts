import { TimeoutError } from 'puppeteer-core';
import { describe, expect, it } from 'vitest';
import { BrowserError } from '../browser-error.ts';
import { getFailure } from './puppeteer-failure.ts';

describe('an error of the driver', () => {
  it.each<[string, Error, string, string]>([
    [
      'of the network',
      new Error('net::ERR_CONNECTION_REFUSED at http://a.test/'),
      'network',
      'ERR_CONNECTION_REFUSED',
    ],
    [
      'of a replaced document',
      new Error('Execution context was destroyed, most likely because of a navigation.'),
      'detached',
      'Execution context was destroyed, most likely because of a navigation.',
    ],
    [
      'of a removed frame',
      new Error('Navigating frame was detached'),
      'detached',
      'Navigating frame was detached',
    ],
    [
      'of a closed page',
      new Error('Protocol error (Page.captureScreenshot): Target closed'),
      'closed',
      'Protocol error (Page.captureScreenshot): Target closed',
    ],
    ['of a closed browser', new Error('Connection closed.'), 'closed', 'Connection closed.'],
    ['of a crash', new Error('Page crashed!'), 'crashed', 'Page crashed!'],
    [
      'of anything else',
      new Error('Unable to capture screenshot'),
      'capture',
      'Unable to capture screenshot',
    ],
    [
      'of a limit, with its cause',
      new TimeoutError('Waiting for selector `a` failed', {
        cause: new TimeoutError('Waiting failed: 9ms exceeded'),
      }),
      'timeout',
      'Waiting for selector `a` failed: Waiting failed: 9ms exceeded',
    ],
    [
      'of a script, without its stack',
      new Error('SyntaxError: no\npptr:evaluate;links:1:2\n    at x (y:1:2)'),
      'capture',
      'SyntaxError: no',
    ],
    [
      'of a function of the driver in a page, without its stack',
      new Error('SyntaxError: no XPath.\nD (pptr:internal:3:7907)\nD.next (<anonymous>)'),
      'capture',
      'SyntaxError: no XPath.',
    ],
  ])('%s is translated', (_title, error, failure, detail) => {
    expect(getFailure(error, 'capture')).toMatchObject({ failure, detail, cause: error, stage: undefined });
  });

  it('of a limit names its stage', () => {
    expect(getFailure(new TimeoutError('late'), 'capture', 'navigation').stage).toBe('navigation');
  });

  it('that is already a failure stays as it is', () => {
    const failure = new BrowserError('blocked', 'no');
    expect(getFailure(failure, 'capture')).toBe(failure);
  });
});
