import type { Place } from './schema/place.ts';
import { identifierWords } from './words.ts';

/** What kind of thing stands in a place, by how it is named. */
export type PlaceKind =
  | 'place'
  | 'origin'
  | 'destination'
  | 'expression'
  | 'query'
  | 'date'
  | 'email'
  | 'url'
  | 'person'
  | 'text'
  | 'path'
  | 'code'
  | 'task'
  | 'identifier'
  | 'other';

const kinds: readonly (readonly [PlaceKind, ReadonlySet<string>])[] = (
  [
    ['email', 'email mail'],
    ['url', 'url uri link href website'],
    ['origin', 'origin from departure source'],
    ['destination', 'destination to arrival'],
    [
      'place',
      'city timezone restaurant hotel airport venue shop location place country region town address where area loc capital',
    ],
    ['date', 'date day when datetime deadline due'],
    ['expression', 'expression formula equation calculation expr'],
    ['path', 'path file filename filepath folder directory'],
    ['code', 'symbol ticker currency code iata'],
    ['task', 'title task todo reminder'],
    ['identifier', 'id identifier uuid'],
    ['query', 'query q search question keyword keywords term terms'],
    [
      'text',
      'text content message summary description answer response explanation reason reasoning body output note reply comment',
    ],
    [
      'person',
      'name person author recipient customer contact user username assignee attendees participants guests invitees people',
    ],
  ] as const
).map(([kind, words]) => [kind, new Set(words.split(' '))]);

/**
 * @example
 * placeKind({ name: 'homeCity', description: '', depth: 1 }); // 'place'
 */
export function placeKind({ name, description }: Place): PlaceKind {
  // The last word of a name is its noun: `city_name` is an exception that its first words settle.
  const words = identifierWords(name);
  for (const word of words.length > 1 && words.at(-1) === 'name'
    ? words.slice(0, -1).reverse()
    : words.toReversed()) {
    const kind = kinds.find(([, known]) => known.has(word))?.[0];
    if (kind !== undefined) return kind;
  }
  if (words.at(-1) === 'name') return 'person';
  const described = identifierWords(description.slice(0, 200)).slice(0, 12);
  return (
    kinds.find(
      ([kind, known]) =>
        kind !== 'text' &&
        kind !== 'origin' &&
        kind !== 'destination' &&
        described.some((word) => word.length > 2 && known.has(word)),
    )?.[0] ?? 'other'
  );
}
