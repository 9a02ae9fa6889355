import { describe, expect, test } from 'vitest';
import { type Diagnosis, describeDiagnosis, diagnose } from './doctor.ts';

const found: Diagnosis = {
  version: '1.2.3',
  runtime: 'Bun 1.4.5',
  platform: 'linux x64',
  browser: {
    found: true,
    product: 'HeadlessChrome/153.0',
    where: '/opt/shell',
    passedOver: ['@sparticuz/chromium is not installed'],
    notes: ['its processes are not sandboxed'],
  },
  picture: { drawn: true, ms: 120 },
};

describe('the doctor', () => {
  test('finds a browser that can draw', async () => {
    const { browser, picture } = await diagnose();
    expect(browser).toMatchObject({ found: true });
    expect(picture).toMatchObject({ drawn: true });
  }, 60_000);

  test('says why the given browser does not work', async () => {
    const { browser, picture } = await diagnose('/nowhere/chromium');
    expect(browser).toEqual({ found: false, tried: [expect.stringContaining('/nowhere/chromium')] });
    expect(picture).toBeNull();
  });

  test('prints the browser, its path, the skipped ones, and the result of a picture', () => {
    expect(describeDiagnosis(found).split('\n')).toEqual([
      'touchstone 1.2.3 on Bun 1.4.5, linux x64',
      '',
      'Browser      HeadlessChrome/153.0',
      '             /opt/shell',
      '             its processes are not sandboxed',
      'Passed over  @sparticuz/chromium is not installed',
      'Picture      drawn in 120 ms',
    ]);
  });

  test('lists what it tried if it finds none', () => {
    const text = describeDiagnosis({ ...found, browser: { found: false, tried: ['a', 'b'] }, picture: null });
    expect(text).toContain('none found: rendering answers 503\nTried        a\nTried        b');
  });

  test('says why no picture was drawn', () => {
    const text = describeDiagnosis({ ...found, picture: { drawn: false, why: 'it crashed' } });
    expect(text).toContain('Picture      failed: it crashed');
  });
});
