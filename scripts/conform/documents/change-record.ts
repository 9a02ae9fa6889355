import { isServerMade } from '../../../mock/documents/make-record.ts';
import type { DocumentOperation } from '../../../mock/engines/openapi/document.ts';
import { isObject, type JsonObject, type JsonValue } from '../../../mock/engines/openapi/json.ts';
import { readBodyPointer } from '../../../mock/engines/openapi/resources/body.ts';
import { SkipTest } from '../../../suites/harness/errors.ts';
import { ask, expectSuccess, toName } from './ask-operation.ts';
import type { MadeRecord } from './make-record.ts';
import type { ResourcePlan } from './resource-plan.ts';
import { jsonMedia, otherValue, withMember } from './sample-request.ts';
import type { Trial } from './trial.ts';

/**
 * Changes one member of a record, and sends the others only if the document asks for them.
 *
 * @returns what the record has now
 * @throws SkipTest if no member can be changed
 */
export async function changeOne(
  trial: Trial,
  { resource }: ResourcePlan,
  update: DocumentOperation,
  { variables }: Pick<MadeRecord, 'variables'>,
  given: JsonValue,
): Promise<JsonValue> {
  const change = findChange(trial, resource, update, given);
  if (!change) throw new SkipTest(`no member was found that ${toName(update)} changes`);
  const body = { mediaType: change.mediaType, content: JSON.stringify(change.body) };
  expectSuccess(update, await ask(trial, update, variables, { body }));
  return { ...(given as JsonObject), [change.name]: change.value };
}

interface Change {
  readonly name: string;
  readonly value: JsonValue;
  readonly body: JsonValue;
  readonly mediaType: string;
}

function findChange(
  trial: Trial,
  resource: ResourcePlan['resource'],
  update: DocumentOperation,
  given: JsonValue,
): Change | undefined {
  const media = jsonMedia(update);
  if (!media?.schema || !isObject(given)) return undefined;
  const { schemas, outlineOf, document } = trial;
  const { schema, type: mediaType } = media;
  const pointer = readBodyPointer(document, update, resource.schema, outlineOf);
  const outer = outlineOf(schema).members.get(pointer.slice(1))?.schema;
  const { members } = outlineOf(pointer === '' ? schema : outer);
  const recordMembers = outlineOf(resource.schema).members;
  const names = [...members.keys()].filter((name) => {
    const isOwn =
      name === resource.idMember || resource.unique.includes(name) || isServerMade(resource, name);
    return !isOwn && recordMembers.has(name) && members.get(name)?.readOnly !== true;
  });
  const empty: JsonValue = pointer === '' ? {} : { [pointer.slice(1)]: {} };
  const whole: JsonValue = pointer === '' ? given : { [pointer.slice(1)]: given };
  // First a body with nothing else, which shows whether the others stay.
  for (const rest of [empty, whole]) {
    // A member that the record has already, before others.
    for (const name of names.toSorted((a, b) => Number(b in given) - Number(a in given))) {
      const member = members.get(name)?.schema;
      const value = member && isScalar(given[name]) ? otherValue(trial, member, [given[name]]) : undefined;
      if (value === undefined || !isScalar(value)) continue;
      const body = withMember(rest, pointer, name, value);
      if (schemas.judge(schema, body, 'request').length === 0) return { name, value, body, mediaType };
    }
  }
  return undefined;
}

const isScalar = (value: JsonValue | undefined) => typeof value !== 'object' || value === null;
