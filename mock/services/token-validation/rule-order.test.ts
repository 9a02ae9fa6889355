import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../spec/errors.ts';
import type { Position } from '../../../spec/services/token-validation/schemas.ts';
import { moveRule } from './rule-order.ts';

const rules = ['a', 'b', 'c', 'd'].map((id) => ({ id }));
const order = (id: string, position: Position) =>
  moveRule(rules, id, position, '/position')
    .map((rule) => rule.id)
    .join('');

describe('moveRule', () => {
  it.each([
    ['d', { index: 1 }, 'dabc'],
    ['a', { index: 1 }, 'abcd'],
    ['a', { index: 2 }, 'bacd'],
    ['a', { index: 4 }, 'bcda'],
    ['a', { index: 99 }, 'bcda'],
    ['d', { index: 3 }, 'abdc'],
    ['d', { before: 'a' }, 'dabc'],
    ['a', { before: 'd' }, 'bcad'],
    ['b', { before: 'c' }, 'abcd'],
    ['d', { after: 'a' }, 'adbc'],
    ['a', { after: 'd' }, 'bcda'],
    ['b', { after: 'a' }, 'abcd'],
    ['a', { after: 'D' }, 'bcda'],
  ])('moves %s with %j: %s', (id, position, expected) => {
    expect(order(id, position)).toBe(expected);
  });

  it.each([
    [{ before: 'b' }, '/position/before', "Invalid position: a rule can't stand before itself"],
    [{ after: 'b' }, '/position/after', "Invalid position: a rule can't stand after itself"],
    [{ before: 'x' }, '/position/before', 'Invalid position: no rule x in this zone'],
    [{ after: 'x' }, '/position/after', 'Invalid position: no rule x in this zone'],
  ])('refuses to move b with %j', (position, pointer, message) => {
    const move = () => moveRule(rules, 'b', position, '/position');
    expect(move).toThrow(ApiError);
    expect(move).toThrow(expect.objectContaining({ failure: 'position-invalid', pointer, message }));
  });

  it('leaves the list that it was given as it was', () => {
    order('a', { index: 4 });
    expect(rules.map(({ id }) => id).join('')).toBe('abcd');
  });
});
