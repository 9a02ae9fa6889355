import type { DocumentOperation } from '../../../mock/engines/openapi/document.ts';
import { isObject, type JsonObject, type JsonValue } from '../../../mock/engines/openapi/json.ts';
import { readPointer } from '../../../mock/engines/openapi/pointer.ts';
import { isJsonType } from '../../../mock/engines/openapi/resources/envelope.ts';
import { succeeded } from '../../../suites/harness/caller.ts';
import { ConformanceFailure, SkipTest } from '../../../suites/harness/errors.ts';
import {
  ask,
  expectRefusal,
  expectSuccess,
  getRecord,
  getRecordSchema,
  toName,
  toPath,
} from './ask-operation.ts';
import { changeOne } from './change-record.ts';
import { expectKept } from './compare-records.ts';
import { checkFilter } from './filter-list.ts';
import { findInList, getList } from './find-in-list.ts';
import { type MadeRecord, makeRecord } from './make-record.ts';
import { findVariables } from './path-variables.ts';
import { getMaker, type ResourcePlan } from './resource-plan.ts';
import { sampleBody, toBody } from './sample-request.ts';
import { check, type Trial } from './trial.ts';

/** Makes a record, reads it, finds it in the list, filters the list by it, changes it, and removes it. */
export async function roundTrip(trial: Trial, plan: ResourcePlan): Promise<void> {
  const { resource, create, read, update, replace, remove } = plan;
  const list = getList(trial, plan);
  const maker = getMaker(plan);
  const above = await findVariables(trial, resource.path, maker);
  const made = await makeRecord(trial, plan, above);
  let given = made.sent;
  if (create) {
    await check(trial, create, 'create', () => {
      const received = getRecord(trial, create, made.reply);
      // Some answers only say that all went well.
      if (isObject(received))
        expectKept(trial, resource, create, getRecordSchema(trial, create), { received, given });
    });
  }
  if (read) await check(trial, read, 'read', () => expectRead(trial, plan, read, made, given));
  if (list) {
    await check(trial, list, 'list', async () => {
      const found = await findInList(trial, list, above, { id: made.id, idMember: resource.idMember });
      if (found === undefined)
        throw new ConformanceFailure(`${toName(list)} lacks ${made.id}, which was made`);
      // An entry may be no more than an id, and bytes are in no list.
      if (isObject(found) && isObject(given))
        expectKept(trial, resource, list, trial.envelope(list)?.list?.record, { received: found, given });
    });
    await check(trial, list, 'filter', () => checkFilter(trial, plan, list, made));
  }
  if (update) {
    await check(trial, update, 'change', async () => {
      given = await changeOne(trial, plan, update, made, given);
      if (read) await expectRead(trial, plan, read, made, given);
    });
  }
  if (replace && create) {
    await check(trial, replace, 'replace', async () => {
      const before = given;
      given = await replaceOne(trial, plan, replace, made, before);
      if (read) await expectRead(trial, plan, read, made, given);
    });
  }
  if (remove) await check(trial, remove, 'remove', () => removeOne(trial, plan, remove, made));
}

async function expectRead(
  trial: Trial,
  { resource }: ResourcePlan,
  read: DocumentOperation,
  { variables, body }: MadeRecord,
  given: JsonValue,
): Promise<void> {
  const reply = await ask(trial, read, variables);
  expectSuccess(read, reply);
  if (!body && typeof given === 'string') {
    // Some paths answer what is known about the bytes.
    if (isJsonType(trial.envelope(read)?.mediaType ?? '')) return;
    if (reply.text !== given)
      throw new ConformanceFailure(`${toName(read)} returns other bytes than it was given`);
    return;
  }
  const received = getRecord(trial, read, reply);
  expectKept(trial, resource, read, getRecordSchema(trial, read), { received, given });
}

async function replaceOne(
  trial: Trial,
  { resource }: ResourcePlan,
  replace: DocumentOperation,
  { variables }: MadeRecord,
  before: JsonValue,
): Promise<JsonValue> {
  const body = sampleBody(trial, resource, replace, 'replacement');
  const { idMember } = resource;
  const own = isObject(before) && idMember !== undefined ? before[idMember] : undefined;
  const record = readPointer(body.value, body.pointer);
  // The id that the client chose stays.
  const value =
    own !== undefined && isObject(record) && idMember !== undefined && record[idMember] !== undefined
      ? withOwnId(body.value, body.pointer, idMember, own)
      : body.value;
  expectSuccess(replace, await ask(trial, replace, variables, { body: toBody(body, value) }));
  return readPointer(value, body.pointer) ?? {};
}

function withOwnId(value: JsonValue, pointer: string, idMember: string, id: JsonValue): JsonValue {
  if (!isObject(value)) return value;
  if (pointer === '') return { ...value, [idMember]: id };
  const outer = pointer.slice(1);
  return { ...value, [outer]: { ...(value[outer] as JsonObject), [idMember]: id } };
}

async function removeOne(
  trial: Trial,
  plan: ResourcePlan,
  remove: DocumentOperation,
  { id, variables }: MadeRecord,
): Promise<void> {
  const { resource, read } = plan;
  const list = getList(trial, plan);
  expectSuccess(remove, await ask(trial, remove, variables));
  if (read && !resource.preset) {
    const reply = await ask(trial, read, variables);
    if (succeeded(reply))
      throw new ConformanceFailure(`${toName(remove)} removed ${id}, but ${toName(read)} still has it`);
    expectRefusal(read, reply, 'of what was removed');
  }
  if (list) {
    const found = await findInList(trial, list, variables.slice(0, -1), { id, idMember: resource.idMember });
    if (found !== undefined)
      throw new ConformanceFailure(`${toName(remove)} removed ${id}, but ${toName(list)} still has it`);
  }
  if (!read && !list) throw new SkipTest('the document has no way to see whether a record is gone');
  trial.made.delete(toPath(remove.path, variables));
}
