import { describe, expect, it } from 'vitest';
import { firstForm, toBody, toResultText } from './rendering-form.ts';

describe('the body of a form', () => {
  const common = { viewport: { width: 1280, height: 720 }, gotoOptions: { waitUntil: 'load' } };

  it('has one source', () => {
    const form = { ...firstForm, url: 'http://localhost/', html: '<p>' };
    expect(toBody(form)).toEqual({ html: '<p>', ...common });
    expect(toBody({ ...form, source: 'url' })).toEqual({ url: 'http://localhost/', ...common });
  });

  it('has what its action needs', () => {
    const form = { ...firstForm, html: '<p>', waitForSelector: 'p', detail: 'h1' };
    const waiting = { html: '<p>', ...common, waitForSelector: { selector: 'p' } };
    expect(toBody(form)).toEqual(waiting);
    expect(toBody({ ...form, action: 'scrape' })).toEqual({ ...waiting, elements: [{ selector: 'h1' }] });
    expect(toBody({ ...form, action: 'json' })).toEqual({ ...waiting, prompt: 'h1' });
  });
});

it('shows a text of an answer without quotes, and anything else as JSON', () => {
  expect(toResultText('{"success":true,"result":"# Lamps\\n"}')).toBe('# Lamps\n');
  expect(toResultText('{"success":true,"result":["a"]}')).toBe('[\n  "a"\n]');
  expect(toResultText('iVBOR')).toBe('iVBOR');
});
