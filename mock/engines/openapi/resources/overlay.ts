import { jsonpath } from 'json-p3';
import { DocumentError } from '../document.ts';
import { isObject, type JsonObject, type JsonValue } from '../json.ts';

/** An overlay: OpenAPI Overlay Specification 1.0. */
export interface Overlay {
  readonly overlay: string;
  readonly info?: JsonObject;
  readonly actions: readonly OverlayAction[];
}

export interface OverlayAction {
  /** JSONPath (RFC 9535) to objects or lists. One that matches nothing does nothing. */
  readonly target: string;
  readonly description?: string;
  /** Merged into objects, and appended to lists. */
  readonly update?: JsonValue;
  /** Takes what matches out of the document. */
  readonly remove?: boolean;
}

/**
 * Reads an overlay.
 *
 * @param name for messages: a file name or URL
 * @throws DocumentError when it is none
 */
export function readOverlay(value: unknown, name: string): Overlay {
  const refuse = (reason: string) => new DocumentError('openapi', `${name} is not an overlay: ${reason}.`);
  if (!isObject(value)) throw refuse('it is no object');
  const { overlay, actions } = value;
  if (typeof overlay !== 'string' || !/^1\.\d+\.\d+$/.test(overlay))
    throw refuse('its member overlay has no version 1.x.y');
  if (!Array.isArray(actions)) throw refuse('its member actions is no list');
  for (const [index, action] of (actions as readonly JsonValue[]).entries()) {
    if (!isObject(action) || typeof action['target'] !== 'string')
      throw refuse(`actions[${index}] has no target`);
    if (action['update'] === undefined && action['remove'] !== true)
      throw refuse(`actions[${index}] has neither update nor remove`);
  }
  return value as unknown as Overlay;
}

/**
 * Applies the actions of an overlay one after the other.
 *
 * @returns a document that shares with the first what is unchanged
 * @throws DocumentError for a target that is no JSONPath
 */
export function applyOverlay(root: JsonObject, { actions }: Overlay): JsonObject {
  let document: JsonValue = root;
  for (const [index, { target, update, remove }] of actions.entries())
    for (const path of findPaths(document, target, index))
      document = change(document, path, (node) => (remove === true ? undefined : merge(node, update))) ?? {};
  return document as JsonObject;
}

/** Deeper and later places first, so that a removal moves nothing that comes after it. */
function findPaths(document: JsonValue, target: string, index: number): (readonly (string | number)[])[] {
  try {
    return jsonpath
      .query(target, document as Parameters<typeof jsonpath.query>[1])
      .locations()
      .reverse();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new DocumentError('openapi', `The target of actions[${index}] is no JSONPath: ${reason}.`);
  }
}

/** Copies the nodes on the way to a place, and changes the node there; undefined removes it. */
function change(
  node: JsonValue | undefined,
  [step, ...rest]: readonly (string | number)[],
  changed: (node: JsonValue | undefined) => JsonValue | undefined,
): JsonValue | undefined {
  if (step === undefined) return changed(node);
  if (Array.isArray(node)) {
    const list = node as readonly JsonValue[];
    return list.flatMap((entry, at) => (at === step ? (change(entry, rest, changed) ?? []) : [entry]));
  }
  if (!isObject(node)) return node;
  const { [step]: inside, ...others } = node;
  const value = change(inside, rest, changed);
  return value === undefined
    ? others
    : Object.fromEntries(Object.entries(node).map(([name, one]) => [name, name === step ? value : one]));
}

/** Objects take the members of an object, lists take an entry or the entries of a list; anything else is replaced. */
function merge(node: JsonValue | undefined, update: JsonValue | undefined): JsonValue | undefined {
  if (update === undefined) return node;
  if (Array.isArray(node))
    return [
      ...(node as readonly JsonValue[]),
      ...(Array.isArray(update) ? (update as readonly JsonValue[]) : [update]),
    ];
  if (!isObject(node) || !isObject(update)) return update;
  const members = new Map(Object.entries(node));
  for (const [name, value] of Object.entries(update)) members.set(name, merge(members.get(name), value));
  return Object.fromEntries(members);
}
