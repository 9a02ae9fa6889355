import { describe, expect, it } from 'vitest';
import { parseEntityTags } from './entity-tags.ts';

const strong = (value: string) => ({ type: 'strong', value });
const weak = (value: string) => ({ type: 'weak', value });
const any = { type: 'any' };

describe('the tags of a condition', () => {
  it.each([
    ['"a"', [strong('a')]],
    ['""', [strong('')]],
    ['W/"a"', [weak('a')]],
    ['"a", W/"b",\t"c"', [strong('a'), weak('b'), strong('c')]],
    ['"a,b"', [strong('a,b')]],
    [', ,"a",,', [strong('a')]],
    ['*', [any]],
    ['"a", *', [any]],
    ['*, "a"', [any]],
    ['"a", garbage', [strong('a')]],
    ['"a" garbage, "b"', [strong('a')]],
  ])('of %s are %j', (value, tags) => {
    expect(parseEntityTags(value, 'if-match')).toEqual(tags);
  });

  it.each([
    ['a', 'Invalid ETag in if-match header'],
    ['garbage, "a"', 'Invalid ETag in if-match header'],
    ['w/"a"', 'Invalid ETag in if-match header'],
    [',', 'Invalid ETag in if-match header'],
    ['W/a', 'Weak etags must start with W/ and their value must be quoted'],
    ['W "a"', 'Weak etags must start with W/ and their value must be quoted'],
    ['"a', 'Unclosed double quote for Etag'],
    ['W/"a', 'Unclosed double quote for Etag'],
    [
      '"a" "b"',
      `Comma was expected to separate etags. Encountered a double quote character '"' instead. This would otherwise indicate the start of a new strong etag.`,
    ],
    ['"a" *', "Comma was expected to separate etags. Encountered a wildcard character '*' instead."],
    [
      '"a" W/"b"',
      "Comma was expected to separate etags. Encountered a weak quotation character 'W' instead. This would otherwise indicate the start of a new weak etag.",
    ],
  ])('can not be read of %s', (value, message) => {
    expect(() => parseEntityTags(value, 'if-match')).toThrow(new Error(message));
  });
});
