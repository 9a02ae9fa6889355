import type { RequirementId } from '../../../../spec/requirement.ts';
import { configurationPlans, type Slot } from '../configurations.ts';
import {
  type ClassPlan,
  headerOf,
  inAuthorization,
  inferred,
  type Row,
  soundClaims,
  token,
} from '../plan.ts';

const { rs256, es256, hs256, es384, ps256 } = configurationPlans.mixed.slots;

function row(
  id: string,
  title: string,
  slot: Slot,
  more: Record<string, unknown>,
  requirement: RequirementId = 'TV-EDGE-35',
): Row {
  return [
    `crit-${id}`,
    `${title} is refused`,
    requirement,
    'unsupported_critical_header',
    token(slot, { header: headerOf(slot, more) }),
  ];
}

/** Critical header parameters, and parameters that only look critical. */
export const critClass: ClassPlan = {
  name: 'crit',
  vectors: () => [
    ...inAuthorization('mixed', [
      row('unknown', 'A critical parameter that nobody knows', rs256, {
        crit: ['https://a.example/x'],
        'https://a.example/x': 1,
      }),
      row('exp', 'A critical exp in the header', es256, { crit: ['exp'], exp: 4_102_444_800 }),
      row('absent', 'A critical parameter that the header does not have', hs256, { crit: ['exp'] }),
      row('registered', 'A critical alg', es384, { crit: ['alg'] }),
      row('kid', 'A critical kid beside a known one', rs256, { crit: ['kid', 'exp'], exp: 4_102_444_800 }),
      row('repeated', 'A critical parameter that is listed twice', es256, {
        crit: ['exp', 'exp'],
        exp: 4_102_444_800,
      }),
      row('empty', 'An empty crit', hs256, { crit: [] }),
      row('text', 'A crit that is text', es256, { crit: 'exp', exp: 4_102_444_800 }),
      row('null', 'A crit that is null', rs256, { crit: null }),
      row('true', 'A crit that is true', es384, { crit: true }),
      row('object', 'A crit that is an object', ps256, { crit: { exp: true } }),
      row('numbers', 'A crit of numbers', rs256, { crit: [1, 2] }),
      row('empty-name', 'A crit with an empty name', es256, { crit: [''], '': 1 }),
      row('b64-true', 'A critical b64 that changes nothing', hs256, { crit: ['b64'], b64: true }),
      [
        'crit-b64-false',
        'A critical b64 over an unencoded payload is refused',
        'TV-EDGE-36',
        'malformed_token',
        token(hs256, {
          header: headerOf(hs256, { crit: ['b64'], b64: false }),
          payload: { sub: 'user-1' },
          fault: 'unencoded-payload',
        }),
      ],
      row(
        'b64-false-encoded',
        'A critical b64 over an encoded payload',
        es256,
        { crit: ['b64'], b64: false },
        'TV-EDGE-36',
      ),
      row(
        'b64-false-uncritical',
        'A b64 that is false and not critical',
        rs256,
        { b64: false },
        'TV-EDGE-36',
      ),
      [
        'crit-b64-detached',
        'A detached, unencoded payload is refused',
        'TV-EDGE-36',
        'malformed_token',
        token(hs256, {
          header: headerOf(hs256, { crit: ['b64'], b64: false }),
          fault: 'unencoded-and-detached',
        }),
      ],
    ]),
    ...inferred(
      inAuthorization('mixed', [
        [
          'crit-in-claims',
          'A crit among the claims is not looked at',
          'TV-ALG-7',
          'valid',
          token(es256, { payload: { ...soundClaims, crit: ['exp'] } }),
        ],
        [
          'crit-in-other-case',
          'A header parameter named Crit is not looked at',
          'TV-ALG-1',
          'valid',
          token(rs256, { header: headerOf(rs256, { Crit: ['exp'] }) }),
        ],
        [
          'crit-unknown-parameter',
          'A parameter that nobody knows and that is not critical is not looked at',
          'TV-ALG-9',
          'valid',
          token(hs256, { header: headerOf(hs256, { 'https://a.example/x': { y: [1] } }) }),
        ],
        [
          'crit-nested',
          'A crit inside another parameter is not looked at',
          'TV-ALG-8',
          'valid',
          token(es384, { header: headerOf(es384, { x: { crit: ['exp'] } }) }),
        ],
      ]),
    ),
  ],
};
