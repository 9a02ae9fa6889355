import type { RequirementId } from '../../../../spec/requirement.ts';
import type { JwtTemplate } from '../../../../spec/vectors/jwt.ts';
import { configurationPlans, type Slot } from '../configurations.ts';
import type { Expectation, VectorPlan } from '../plan.ts';

const { rs256, es256, hs256, es384, ps256 } = configurationPlans.mixed.slots;

interface TemplateRow {
  readonly id: string;
  readonly title: string;
  readonly requirement: RequirementId;
  readonly expected: Expectation;
  readonly slot: Slot;
  readonly claims: JwtTemplate['claims'];
  readonly leeway?: number;
}

/** A vector whose token is signed during the run. */
function signedDuringRun({
  id,
  title,
  requirement,
  expected,
  slot,
  claims,
  leeway,
}: TemplateRow): VectorPlan {
  return {
    id: `time-${id}`,
    title,
    configuration: 'mixed',
    requirement,
    expected,
    headers: [['authorization', 'Bearer {{token}}']],
    templates: { token: { key: slot.key, header: { alg: slot.alg, kid: slot.kid }, claims } },
    ...(leeway === undefined ? {} : { leeway }),
  };
}

const hour = { offset: 3600 };
const hourAgo = { offset: -3600 };

const TEMPLATES: readonly TemplateRow[] = [
  {
    id: 'exp-in-an-hour',
    title: 'A token that expires in an hour is valid',
    requirement: 'TV-EDGE-16',
    expected: 'valid',
    slot: rs256,
    claims: { sub: 'user-1', exp: hour },
  },
  {
    id: 'exp-in-30-seconds',
    title: 'A token that expires in 30 seconds is valid',
    requirement: 'TV-EDGE-16',
    expected: 'valid',
    slot: es256,
    claims: { iat: { offset: 0 }, exp: { offset: 30 } },
  },
  {
    id: 'exp-30-seconds-ago',
    title: 'Without leeway a token that expired 30 seconds ago is refused',
    requirement: 'TV-EDGE-44',
    expected: 'token_expired',
    slot: es256,
    claims: { exp: { offset: -30 } },
    leeway: 0,
  },
  {
    id: 'exp-30-seconds-ago-leeway',
    title: 'With a leeway of a minute a token that expired 30 seconds ago is valid',
    requirement: 'TV-EDGE-24',
    expected: 'valid',
    slot: es256,
    claims: { exp: { offset: -30 } },
    leeway: 60,
  },
  {
    id: 'exp-two-minutes-ago',
    title: 'A token that expired two minutes ago is refused',
    requirement: 'TV-EDGE-15',
    expected: 'token_expired',
    slot: hs256,
    claims: { sub: 'user-1', exp: { offset: -120 } },
  },
  {
    id: 'exp-an-hour-ago',
    title: 'A token that lived for an hour, an hour ago, is refused',
    requirement: 'TV-EDGE-15',
    expected: 'token_expired',
    slot: es384,
    claims: { iat: { offset: -7200 }, nbf: { offset: -7200 }, exp: hourAgo },
  },
  {
    id: 'nbf-an-hour-ago',
    title: 'A token that began an hour ago is valid',
    requirement: 'TV-EDGE-19',
    expected: 'valid',
    slot: rs256,
    claims: { nbf: hourAgo },
  },
  {
    id: 'nbf-now',
    title: 'A token that began this second is valid',
    requirement: 'TV-EDGE-19',
    expected: 'valid',
    slot: hs256,
    claims: { iat: { offset: 0 }, nbf: { offset: 0 }, exp: hour },
  },
  {
    id: 'nbf-in-30-seconds',
    title: 'Without leeway a token that begins in 30 seconds is refused',
    requirement: 'TV-EDGE-45',
    expected: 'token_not_yet_valid',
    slot: es256,
    claims: { nbf: { offset: 30 } },
    leeway: 0,
  },
  {
    id: 'nbf-in-30-seconds-leeway',
    title: 'With a leeway of a minute a token that begins in 30 seconds is valid',
    requirement: 'TV-EDGE-25',
    expected: 'valid',
    slot: es256,
    claims: { nbf: { offset: 30 } },
    leeway: 60,
  },
  {
    id: 'nbf-in-two-minutes',
    title: 'A token that begins in two minutes is refused',
    requirement: 'TV-EDGE-18',
    expected: 'token_not_yet_valid',
    slot: ps256,
    claims: { nbf: { offset: 120 }, exp: hour },
  },
  {
    id: 'between',
    title: 'A token between its nbf and its exp is valid',
    requirement: 'TV-EDGE-16',
    expected: 'valid',
    slot: es384,
    claims: { nbf: hourAgo, exp: hour },
  },
  {
    id: 'reversed',
    title: 'A token whose nbf lies behind its exp is never valid',
    requirement: 'TV-EDGE-15',
    expected: 'token_expired',
    slot: rs256,
    claims: { exp: hourAgo, nbf: hour },
  },
  {
    id: 'iat-an-hour-ahead',
    title: 'A token issued an hour ahead is valid',
    requirement: 'TV-EDGE-30',
    expected: 'valid',
    slot: hs256,
    claims: { iat: hour, exp: { offset: 7200 } },
  },
];

/** Vectors of exp and nbf near the moment of the run. */
export function timeTemplates(): VectorPlan[] {
  return TEMPLATES.map(signedDuringRun);
}
