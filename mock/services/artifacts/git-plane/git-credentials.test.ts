import { expect, it } from 'vitest';
import { tokensOf } from './git-credentials.ts';

const token = `art_v2_x_${'0'.repeat(40)}?expires=1795392172`;
const basic = (pair: string) => `Basic ${btoa(pair)}`;

it.each([
  [`Bearer ${token}`, [token]],
  [`bearer  ${token} `, [token]],
  [basic(`x:${token}`), [token]],
  [basic(`:${token}`), [token]],
  [basic(`x:${encodeURIComponent(token)}`), [encodeURIComponent(token), token]],
  [basic('x:50%'), ['50%']],
  [basic('x:a:b'), ['a:b']],
  [basic(`${token}:`), ['']],
  [basic(token), []],
  ['Basic ***', []],
])('%s means %j', (authorization, texts) => expect(tokensOf(authorization)).toEqual(texts));

it.each([null, '', 'Bearer', 'Digest username="x"', token])('%s are no credentials', (authorization) =>
  expect(tokensOf(authorization)).toBeUndefined(),
);
