import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { contract } from './contract.ts';
import { allRequirements } from './requirements.ts';
import { getOrigin, getSource, sources } from './sources.ts';

const root = join(import.meta.dirname, '..');
/** `token-validation.md: Events`. */
const isSeed = (passage: string) => /^[a-z-]+\.md: ./.test(passage.replace(/^inferred from /, ''));
const beyondSeeds = allRequirements.filter((one) => one.certainty !== 'seed');

describe('the sources', () => {
  test('are known for every requirement outside the seeds', () => {
    const unknown = beyondSeeds.filter((one) => !isSeed(one.passage) && getSource(one.passage) === undefined);
    expect(unknown.map((one) => `${one.id}: ${one.passage}`)).toEqual([]);
  });

  test('are seed documents for every requirement of a seed', () => {
    const odd = allRequirements.filter((one) => one.certainty === 'seed' && !isSeed(one.passage));
    expect(odd.map((one) => `${one.id}: ${one.passage}`)).toEqual([]);
  });

  test('are marked as inferred if nothing else supports them', () => {
    const ours = /^(?:inferred from |decision record \d|admin API of Touchstone)/;
    const odd = beyondSeeds.filter((one) => ours.test(one.passage) !== (one.certainty === 'inferred'));
    expect(odd.map((one) => `${one.id}: ${one.passage} (${one.certainty})`)).toEqual([]);
  });

  test('are known for every operation', () => {
    const parts = Object.values(contract).flatMap(({ source }) => source.split('; '));
    expect(parts.filter((part) => !part.startsWith('seed ') && getSource(part) === undefined)).toEqual([]);
  });

  test('are addresses, or documents in this repository', () => {
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

describe('getSource', () => {
  test('finds the longest source at the start of a passage', () => {
    expect(getSource('cloudflare-typescript, AI Gateway: billing')?.title).toBe(
      'cloudflare-typescript, AI Gateway',
    );
    expect(getSource('inferred from RFC 7519, 4.1.4')?.title).toBe('RFC 7519');
  });

  test('finds nothing for a seed, nor for a longer word', () => {
    expect(getSource('token-validation.md: Events')).toBeUndefined();
    expect(getSource('RFC 75190')).toBeUndefined();
  });
});

describe('getOrigin', () => {
  test('ends with the address, if there is one', () => {
    expect(getOrigin({ passage: 'inferred from RFC 7519, 4.1.4', certainty: 'inferred' })).toBe(
      'from RFC 7519, 4.1.4 (inferred), https://www.rfc-editor.org/rfc/rfc7519.html',
    );
    expect(getOrigin({ passage: 'token-validation.md: Events', certainty: 'seed' }, ', twice')).toBe(
      'from token-validation.md: Events (seed, twice)',
    );
  });
});
