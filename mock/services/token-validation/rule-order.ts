import { ApiError } from '../../../spec/errors.ts';
import type { Position } from '../../../spec/services/token-validation/schemas.ts';

/**
 * The rules with one of them moved: before or after another, or to an index counted from 1.
 *
 * @param rules highest precedence first
 * @param pointer JSON pointer to the position in the body
 * @throws ApiError `position-invalid` when it names the rule itself or a rule that is not there.
 *
 * @example
 * moveRule([a, b, c], c.id, { before: a.id }, '/position') // [c, a, b]
 */
export function moveRule<T extends { readonly id: string }>(
  rules: readonly T[],
  id: string,
  position: Position,
  pointer: string,
): T[] {
  const moved = rules.find((rule) => rule.id === id);
  const others = rules.filter((rule) => rule.id !== id);
  if (!moved) return others;
  const index = targetIndex(others, id, position, pointer);
  return [...others.slice(0, index), moved, ...others.slice(index)];
}

function targetIndex(
  others: readonly { readonly id: string }[],
  id: string,
  position: Position,
  pointer: string,
) {
  if ('index' in position) return Math.min(position.index - 1, others.length);
  const [member, wanted] =
    'before' in position ? (['before', position.before] as const) : (['after', position.after] as const);
  const other = wanted.toLowerCase();
  if (other === id) {
    throw new ApiError(
      'position-invalid',
      { problem: `a rule can't stand ${member} itself` },
      `${pointer}/${member}`,
    );
  }
  const index = others.findIndex((rule) => rule.id === other);
  if (index === -1) {
    throw new ApiError(
      'position-invalid',
      { problem: `no rule ${wanted} in this zone` },
      `${pointer}/${member}`,
    );
  }
  return member === 'before' ? index : index + 1;
}
