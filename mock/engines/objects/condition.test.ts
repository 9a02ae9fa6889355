import { describe, expect, it } from 'vitest';
import { type Condition, type EntityTag, holds } from './condition.ts';

const at = Date.UTC(2026, 4, 1, 12, 0, 0, 500);
const record = { etag: 'e', uploaded: at };
const any: EntityTag = { type: 'any' };
const strong = (value: string): EntityTag => ({ type: 'strong', value });
const weak = (value: string): EntityTag => ({ type: 'weak', value });
const day = 86_400_000;

describe('a condition on an object', () => {
  it.each<[string, Condition, boolean]>([
    ['nothing', {}, true],
    ['its tag', { matches: [strong('e')] }, true],
    ['any tag', { matches: [any] }, true],
    ['its tag among others', { matches: [strong('x'), strong('e')] }, true],
    ['another tag', { matches: [strong('x')] }, false],
    ['its tag, weakly', { matches: [weak('e')] }, false],
    ['an empty tag', { matches: [strong('')] }, false],
    ['not its tag', { differs: [strong('e')] }, false],
    ['not its tag, weakly', { differs: [weak('e')] }, false],
    ['no tag at all', { differs: [any] }, false],
    ['not another tag', { differs: [strong('x'), weak('y')] }, true],
    ['later than the day before', { after: at - day }, true],
    ['later than the day after', { after: at + day }, false],
    ['later than itself', { after: at }, false],
    ['later by a millisecond', { after: at - 1 }, true],
    ['later by a millisecond, in whole seconds', { after: at - 1, wholeSeconds: true }, false],
    ['later by a second, in whole seconds', { after: at - 1_000, wholeSeconds: true }, true],
    ['earlier than the day before', { before: at - day }, false],
    ['earlier than the day after', { before: at + day }, true],
    ['earlier than itself', { before: at }, false],
    ['earlier by a millisecond', { before: at + 1 }, true],
    ['earlier by a millisecond, in whole seconds', { before: at + 1, wholeSeconds: true }, false],
    ['another tag not, later than the day after', { differs: [strong('x')], after: at + day }, true],
    ['its tag not, later than the day before', { differs: [strong('e')], after: at - day }, false],
    ['its tag, earlier than the day before', { matches: [strong('e')], before: at - day }, true],
    ['another tag, earlier than the day after', { matches: [strong('x')], before: at + day }, false],
    ['its tag, later than the day after', { matches: [strong('e')], after: at + day }, false],
    ['another tag not, earlier than the day before', { differs: [strong('x')], before: at - day }, false],
    ['its tag and not its tag', { matches: [strong('e')], differs: [strong('e')] }, false],
    ['between two days', { after: at - day, before: at + day }, true],
  ])('of %s: %j holds: %s', (_, condition, expected) => {
    expect(holds(condition, record)).toBe(expected);
  });

  it.each<[string, Condition, boolean]>([
    ['nothing', {}, true],
    ['a tag', { matches: [strong('e')] }, false],
    ['any tag', { matches: [any] }, false],
    ['not a tag', { differs: [strong('e')] }, true],
    ['no tag at all', { differs: [any] }, true],
    ['later', { after: 0 }, false],
    ['earlier', { before: 0 }, true],
    ['a tag, earlier', { matches: [any], before: at }, false],
  ])('on a missing object, of %s: %j holds: %s', (_, condition, expected) => {
    expect(holds(condition, undefined)).toBe(expected);
  });
});
