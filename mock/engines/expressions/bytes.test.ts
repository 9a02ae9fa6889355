import { expect, it } from 'vitest';
import { fromText, toText } from './bytes.ts';

it.each(['', 'a', 'é', '日本', '\ufeffa'])('%j becomes bytes and text again', (text) => {
  expect(toText(fromText(text))).toBe(text);
});

it.each(['\xff', 'a\xc3', '\xed\xa0\x80'])('the bytes %j are no text', (bytes) => {
  expect(toText(bytes)).toBeUndefined();
});
