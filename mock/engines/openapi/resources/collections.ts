import type { DocumentOperation, Located } from '../document.ts';
import { type ResourceExtension, readRoleExtension } from './extensions.ts';
import { isSame } from './outline.ts';
import { type Place, type Places, toKey } from './places.ts';
import { toSingular, toSnake } from './words.ts';

/** A collection of a document: where its records are listed, made and found. */
export interface CollectionPlace {
  readonly place: Place;
  /** Of one record; undefined if records have no path of their own. */
  readonly item: Place | undefined;
  /** Where GET lists; usually the place itself. */
  readonly list: Place | undefined;
  /** Operations that make one record. */
  readonly creates: readonly DocumentOperation[];
  /** What the document says about the resource in `x-touchstone-resource`. */
  readonly said: ResourceExtension;
}

/** Finds the collections of a document, by the key of their place. */
export function findCollections(places: Places): ReadonlyMap<string, CollectionPlace> {
  const found = new Map<string, CollectionPlace>();
  const saidLists = findSaidLists(places);
  for (const place of places.values()) {
    const candidates = place.parameter === undefined ? [place] : [place, parentOf(places, place)];
    for (const candidate of candidates) {
      if (candidate.key === '' || found.has(candidate.key)) continue;
      const collection = toCollection(places, candidate, saidLists.get(candidate.key));
      if (collection) found.set(candidate.key, collection);
    }
  }
  return found;
}

/** The folder of an item, which need not have operations of its own. */
const parentOf = (places: Places, { parentKey, path }: Place): Place =>
  places.at(parentKey, path.slice(0, path.lastIndexOf('/')));

/** Places that list the records of another place because the document says so, by the key of that place. */
function findSaidLists(places: Places): ReadonlyMap<string, Place> {
  const found = new Map<string, Place>();
  for (const place of places.values()) {
    const operation = place.operations.get('GET');
    const read = operation && readRoleExtension(operation);
    const said = read && 'value' in read ? read.value : undefined;
    if (said?.kind === 'list' && said.resource !== undefined) found.set(toKey(said.resource), place);
  }
  return found;
}

/** A collection shows its records, by a list, by reading one or by removing one, and something makes or changes them. */
function toCollection(
  places: Places,
  place: Place,
  saidList: Place | undefined,
): CollectionPlace | undefined {
  const said = { ...place.said, ...place.item?.said };
  if (said.kind === 'none' || said.kind === 'singleton') return undefined;
  // Methods are cheaper to look at than schemas, and most places of a large document are only read.
  if (said.kind !== 'collection' && !isWritten(places, place)) return undefined;
  const item = itemOf(place);
  const list = lists(place) ? place : (saidList ?? findList(places, place, item));
  const creates = findCreates(places, place, item);
  if (said.kind === 'collection') return { place, item, list, creates, said };
  const isChanged = item?.has('PUT', 'PATCH', 'DELETE') ?? false;
  const isShown = list !== undefined || (item?.has('GET', 'DELETE') ?? false);
  const isEmptied = list === place && place.has('DELETE');
  if (!isShown || !(isChanged || creates.length > 0 || isEmptied)) return undefined;
  if (!list && !item?.answer('GET')?.record && belongsToParent(places, place)) return undefined;
  // Something that can only be removed is no state that a client could see.
  if (!list && creates.length === 0 && !item?.has('GET', 'PUT', 'POST')) return undefined;
  return { place, item, list, creates, said };
}

/** Whether something at a place, at its item or right below it writes. */
const isWritten = (places: Places, place: Place): boolean =>
  place.has(...writes) || places.below(place).some((other) => other.has(...writes));

const writes = ['POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** The item of a place, unless it is a collection of its own whose path happens to end in a parameter. */
function itemOf({ item }: Place): Place | undefined {
  if (!item || (item.item && lists(item) && !item.has('PUT', 'PATCH', 'DELETE'))) return undefined;
  return item;
}

/** Whether GET answers a list of records, or something that the document doesn't describe above items. */
function lists(place: Place): boolean {
  const answer = place.answer('GET');
  if (answer?.list) return isChangedAsList(place);
  if (answer?.pointer === undefined || place.parameter !== undefined) return false;
  const { kind, members } = place.record('GET');
  const isOpen = kind === 'unknown' || (kind === 'object' && members.size === 0);
  return isOpen && (place.item?.has('GET', 'PUT', 'PATCH', 'DELETE') ?? false);
}

/** A list without items that is replaced as a whole is a singleton. */
const isChangedAsList = (place: Place): boolean =>
  place.item !== undefined || place.has('POST', 'DELETE') || !place.has('PUT', 'PATCH') || place.putsOne;

/** POST below an item whose answers are the item, such as `POST /rulesets/{id}/rules`, changes that item. */
function belongsToParent(places: Places, place: Place): boolean {
  const record = place.answer('POST')?.record ?? place.item?.answer('PATCH')?.record;
  return isSame(record, places.get(place.parentKey)?.answer('GET')?.record);
}

/** Words after a collection that mean a new record. */
const makingWords = new Set(['new', 'create', 'order']);
/** Words of calls that answer a record and make none. */
const askingWords = new Set(['validate', 'verify', 'check', 'test', 'preview', 'search', 'query', 'list']);

function findCreates(places: Places, place: Place, item: Place | undefined): DocumentOperation[] {
  const record = item?.answer('GET')?.record ?? place.answer('GET')?.list?.record;
  const operations: (DocumentOperation | undefined)[] = [];
  if (place.has('POST') && (item !== undefined || lists(place)))
    operations.push(place.operations.get('POST'));
  else if (place.putsOne && lists(place)) operations.push(place.operations.get('PUT'));
  for (const other of places.below(place)) {
    const word = other.key.slice(place.key.length + 1);
    if (word.includes('{') || !other.has('POST') || other.has('GET') || other.item) continue;
    const answersOne = isSame(other.answer('POST')?.record, record) && !askingWords.has(word);
    if (makingWords.has(word) || answersOne) operations.push(other.operations.get('POST'));
  }
  return operations.filter((operation) => operation !== undefined);
}

/** Members that two schemas of one kind of records have in common at least. */
const alikeMembers = 3;

const lastSegment = ({ key }: Place): string => key.slice(key.lastIndexOf('/') + 1);

/** A list at another path with records of the same schema: `/rules` beside `/rule`, or `/sites/list` below `/sites`. */
function findList(places: Places, place: Place, item: Place | undefined): Place | undefined {
  const record = item?.answer('GET')?.record ?? place.answer('POST')?.record;
  if (!record) return undefined;
  const near = [...places.below(place), ...places.below(places.at(place.parentKey, ''))];
  const noun = toSingular(toSnake(lastSegment(place)));
  const isNamed = (word: string) => word === 'list' || toSingular(toSnake(word)) === noun;
  const names = places.outlineOf(record).members;
  const isLike = (listed: Located | undefined) =>
    isSame(listed, record) ||
    [...places.outlineOf(listed).members.keys()].filter((name) => names.has(name)).length >= alikeMembers;
  return near.find(
    (other) => other !== place && isNamed(lastSegment(other)) && isLike(other.answer('GET')?.list?.record),
  );
}
