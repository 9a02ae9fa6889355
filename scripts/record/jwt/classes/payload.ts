import { deflateRawSync } from 'node:zlib';
import { configurationPlans, type Slot } from '../configurations.ts';
import type { Recipe } from '../forge.ts';
import {
  type ClassPlan,
  headerOf,
  inAuthorization,
  inferred,
  type Row,
  soundClaims,
  token,
} from '../plan.ts';
import { algorithmRequirement } from './algorithm.ts';

const { rs256, es256, hs256, es384, ps256 } = configurationPlans.mixed.slots;

function refused(
  id: string,
  title: string,
  slot: Slot,
  payload: Recipe['payload'],
  more: Record<string, unknown> = {},
): Row {
  const made = token(slot, { payload, header: headerOf(slot, more) });
  return [`payload-${id}`, `A payload that is ${title} is refused`, 'TV-EDGE-34', 'invalid_claims', made];
}

function valid(id: string, title: string, slot: Slot, payload: Recipe['payload']): Row {
  return [
    `payload-${id}`,
    `${title} is valid`,
    algorithmRequirement(slot.alg),
    'valid',
    token(slot, { payload }),
  ];
}

const compressed = deflateRawSync(JSON.stringify(soundClaims)).toString('hex');

/** Payloads that are no claims, and claims of every shape. */
export const payloadClass: ClassPlan = {
  name: 'payload',
  vectors: () => [
    ...inAuthorization('mixed', [
      refused('array', 'an array', rs256, '[{"sub":"user-1"}]'),
      refused('string', 'a JSON string', es256, '"user-1"'),
      refused('number', 'a number', hs256, '4102444800'),
      refused('null', 'null', es384, 'null'),
      refused('true', 'true', ps256, 'true'),
      refused('text', 'plain text', rs256, 'It is dangerous business.'),
      refused('not-utf8', 'not UTF-8', hs256, { bytes: '7b22737562223a22ff227d' }),
      refused('overlong', 'UTF-8 in overlong form', es256, { bytes: '7b22737562223a22c1a1227d' }),
      refused('utf16', 'UTF-16', es384, { bytes: Buffer.from('{}', 'utf16le').toString('hex') }),
      refused('byte-order-mark', 'preceded by a byte order mark', rs256, '\uFEFF{"sub":"user-1"}'),
      refused('comma', 'written with a comma too many', es256, '{"sub":"user-1",}'),
      refused('single-quotes', 'written in single quotes', hs256, "{'sub':'user-1'}"),
      refused('comment', 'written with a comment', es384, '{"sub":"user-1"/* */}'),
      refused('not-a-number', 'written with NaN', ps256, '{"exp":NaN}'),
      refused('cut-off', 'cut off', rs256, '{"sub":"user-1"'),
      refused('two-objects', 'two objects', es256, '{"sub":"user-1"}{"sub":"user-2"}'),
      refused('compressed', 'compressed', hs256, { bytes: compressed }, { zip: 'DEF' }),
      refused('urlencoded', 'a form', es384, 'sub=user-1&exp=4102444800'),
      [
        'payload-nested-token',
        'A payload that is another token is refused',
        'TV-EDGE-34',
        'invalid_claims',
        token(hs256, { header: headerOf(hs256, { cty: 'JWT' }), fault: 'nested-token' }),
      ],
    ]),
    ...inferred(inAuthorization('mixed', [valid('empty-object', 'A payload without claims', es256, {})])),
    ...inAuthorization('mixed', [
      valid(
        'spaced',
        'A payload with line ends and spaces',
        rs256,
        '{"iss":"joe",\r\n "exp":4102444800,\r\n "https://a.example/is_root":true}',
      ),
      valid('unicode', 'A payload outside ASCII', hs256, { ...soundClaims, name: 'Zoë 鍵 🔑' }),
      valid('escaped', 'A payload with escapes', es384, '{"\\u0073ub":"user-\\u0031"}'),
      valid('nested-claims', 'A payload with nested claims', ps256, {
        ...soundClaims,
        user: { email: 'a@b.example', roles: [{ id: 1 }] },
      }),
      valid('large', 'A payload of two thousand characters', es256, {
        ...soundClaims,
        groups: Array.from({ length: 100 }, (_, index) => `group-${index}-of-the-users`),
      }),
      [
        'payload-registered-claims',
        'The values of iss, aud, sub and jti are not looked at',
        'TV-EDGE-26',
        'valid',
        token(es384, {
          payload: { iss: 'https://stranger.example', aud: ['nobody'], sub: '', jti: 'used-before' },
        }),
      ],
    ]),
  ],
};
