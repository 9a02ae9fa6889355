import type { DocumentOperation } from '../document.ts';
import { readBodyList } from './body-list.ts';
import { isSame } from './describe-resource.ts';
import type { Place, Places } from './places.ts';
import { readShape } from './shape.ts';

/** A collection of a document: where its records are listed, made, and each of them. */
export interface CollectionPlace {
  readonly place: Place;
  /** Of one record; undefined if records have no path of their own. */
  readonly item: Place | undefined;
  /** Where GET lists; usually the place itself. */
  readonly list: Place | undefined;
  /** Operations that make one record. */
  readonly creates: readonly DocumentOperation[];
}

/** Finds the collections of a document, by the key of their place. */
export function findCollections(places: Places): ReadonlyMap<string, CollectionPlace> {
  const found = new Map<string, CollectionPlace>();
  for (const place of places.values()) {
    const candidates = place.parameter === undefined ? [place] : [place, parentOf(places, place)];
    for (const candidate of candidates) {
      if (candidate.key === '' || found.has(candidate.key)) continue;
      const collection = toCollection(places, candidate);
      if (collection) found.set(candidate.key, collection);
    }
  }
  return found;
}

/** The folder of an item, which need not have operations of its own. */
const parentOf = (places: Places, { parentKey, path }: Place): Place =>
  places.at(parentKey, path.slice(0, path.lastIndexOf('/')));

function toCollection(places: Places, place: Place): CollectionPlace | undefined {
  const item = itemOf(place);
  const isListed = lists(place);
  const changes = item?.has('PUT', 'PATCH', 'DELETE') ?? false;
  if (!isListed && !changes && !(place.has('POST') && item?.has('GET'))) return undefined;
  if (
    isListed &&
    !changes &&
    !item?.has('GET') &&
    !place.has('POST', 'DELETE') &&
    !createsByPut(places, place)
  )
    return undefined;
  const creates = findCreates(places, place, item);
  const writes = changes || creates.length > 0 || place.has('POST', 'PUT', 'PATCH', 'DELETE');
  const list = isListed ? place : findList(places, place, item);
  const shows =
    list !== undefined || (item?.has('GET') ?? false) || (creates.length > 0 && item?.has('DELETE'));
  if (!writes || !(shows || item?.has('DELETE'))) return undefined;
  if (!changes && creates.length === 0 && !place.has('DELETE')) return undefined;
  return { place, item, list, creates };
}

/** The item of a place, unless it is a collection of its own whose path happens to end in a parameter. */
function itemOf({ item }: Place): Place | undefined {
  if (!item || (item.item && lists(item) && !item.has('PUT', 'PATCH', 'DELETE'))) return undefined;
  return item;
}

/** Whether GET answers a list of records, or of what the document doesn't describe. */
function lists(place: Place): boolean {
  const answer = place.answer('GET');
  if (!answer) return false;
  if (answer.list) return true;
  const shape = place.shape('GET');
  const isOpen = shape.kind === 'unknown' || (shape.kind === 'object' && shape.members.size === 0);
  return (
    isOpen &&
    answer.pointer !== undefined &&
    place.parameter === undefined &&
    place.item?.has('GET', 'PUT', 'PATCH', 'DELETE') === true
  );
}

/** PUT of one record to a list, which has no POST: `PUT /secrets`. */
function createsByPut(places: Places, place: Place): boolean {
  const operation = place.operations.get('PUT');
  if (!operation?.body || place.has('POST')) return false;
  const record = readShape(places.document, place.answer('GET')?.list?.record);
  return (
    readBodyList(places.document, operation, record.members) === undefined &&
    place.shape('PUT').kind !== 'array'
  );
}

/** Words after a collection that mean a new record. */
const createWords = new Set(['new', 'create', 'order']);

function findCreates(places: Places, place: Place, item: Place | undefined): DocumentOperation[] {
  const record = item?.answer('GET')?.record ?? place.answer('GET')?.list?.record;
  const operations: (DocumentOperation | undefined)[] = [];
  for (const other of places.below(place)) {
    const word = other.key.slice(place.key.length + 1);
    if (word.includes('{') || !other.has('POST') || other.item) continue;
    if (createWords.has(word) || (isSame(other.answer('POST')?.record, record) && !other.has('GET')))
      operations.push(other.operations.get('POST'));
  }
  const makes = place.has('POST') && (item !== undefined || lists(place));
  if (makes) operations.unshift(place.operations.get('POST'));
  else if (createsByPut(places, place) && lists(place)) operations.unshift(place.operations.get('PUT'));
  return operations.filter((operation) => operation !== undefined);
}

/** A list at another path: one with records of the same schema, beside the collection or one segment below it. */
function findList(places: Places, place: Place, item: Place | undefined): Place | undefined {
  const record = item?.answer('GET')?.record ?? place.answer('POST')?.record;
  const near = [...places.below(place), ...places.below(places.at(place.parentKey, ''))];
  return near.find(
    (other) =>
      other !== place && other.parameter === undefined && isSame(other.answer('GET')?.list?.record, record),
  );
}
