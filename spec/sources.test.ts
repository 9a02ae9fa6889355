import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { contract } from './contract.ts';
import { allRequirements } from './requirements.ts';
import { originOf, sourceOf, sources } from './sources.ts';

const root = join(import.meta.dirname, '..');
/** `token-validation.md: Events`. */
const isSeed = (passage: string) => /^[a-z-]+\.md: ./.test(passage.replace(/^inferred from /, ''));
const beyondSeeds = allRequirements.filter((one) => one.certainty !== 'seed');

describe('the sources', () => {
  test('are known for every requirement that is not of a seed', () => {
    const unknown = beyondSeeds.filter((one) => !isSeed(one.passage) && sourceOf(one.passage) === undefined);
    expect(unknown.map((one) => `${one.id}: ${one.passage}`)).toEqual([]);
  });

  test('are seed documents for every requirement of a seed', () => {
    const odd = allRequirements.filter((one) => one.certainty === 'seed' && !isSeed(one.passage));
    expect(odd.map((one) => `${one.id}: ${one.passage}`)).toEqual([]);
  });

  test('are said to be inferred from where that is all', () => {
    const ours = /^(?:inferred from |decision record \d|admin API of Touchstone)/;
    const odd = beyondSeeds.filter((one) => ours.test(one.passage) !== (one.certainty === 'inferred'));
    expect(odd.map((one) => `${one.id}: ${one.passage} (${one.certainty})`)).toEqual([]);
  });

  test('are known for every operation', () => {
    const parts = Object.values(contract).flatMap(({ source }) => source.split('; '));
    expect(parts.filter((part) => !part.startsWith('seed ') && sourceOf(part) === undefined)).toEqual([]);
  });

  test('are addresses, or documents that this repository has', () => {
    const wrong = Object.values(sources).filter(
      (at) => at !== null && !URL.canParse(at) && !existsSync(join(root, at)),
    );
    expect(wrong).toEqual([]);
  });

  test('have decision records under their own numbers', () => {
    for (const [title, at] of Object.entries(sources)) {
      const number = /^decision record (\d+)$/.exec(title)?.[1];
      if (number) expect(at).toContain(`docs/decisions/${number.padStart(4, '0')}-`);
    }
  });
});

describe('sourceOf', () => {
  test('finds the longest words that a passage begins with', () => {
    expect(sourceOf('cloudflare-typescript, AI Gateway: billing')?.title).toBe(
      'cloudflare-typescript, AI Gateway',
    );
    expect(sourceOf('inferred from RFC 7519, 4.1.4')?.title).toBe('RFC 7519');
  });

  test('finds nothing for a seed, nor for words that go on', () => {
    expect(sourceOf('token-validation.md: Events')).toBeUndefined();
    expect(sourceOf('RFC 75190')).toBeUndefined();
  });
});

describe('originOf', () => {
  test('ends with the address, if there is one', () => {
    expect(originOf({ passage: 'inferred from RFC 7519, 4.1.4', certainty: 'inferred' })).toBe(
      'from RFC 7519, 4.1.4 (inferred), https://www.rfc-editor.org/rfc/rfc7519.html',
    );
    expect(originOf({ passage: 'token-validation.md: Events', certainty: 'seed' }, ', twice')).toBe(
      'from token-validation.md: Events (seed, twice)',
    );
  });
});
