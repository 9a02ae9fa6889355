import type { DocumentOperation } from '../../../mock/engines/openapi/document.ts';
import { isObject, type JsonValue } from '../../../mock/engines/openapi/json.ts';
import { readPointer } from '../../../mock/engines/openapi/pointer.ts';
import type { Reply } from '../../../spec/client.ts';
import { succeeded, summary } from '../../../suites/harness/caller.ts';
import { ConformanceFailure, SkipTest } from '../../../suites/harness/errors.ts';
import {
  ask,
  expectSuccess,
  getRecord,
  getRecordSchema,
  send,
  toName,
  toPath,
  type Variables,
} from './ask-operation.ts';
import { getMaker, type ResourcePlan } from './resource-plan.ts';
import {
  jsonMedia,
  newName,
  type SampleBody,
  type SentBody,
  sampleBody,
  toBody,
  withMember,
} from './sample-request.ts';
import type { Trial } from './trial.ts';

/** A record that a test has made. */
export interface MadeRecord {
  readonly id: string;
  /** Variables of the path of the record. */
  readonly variables: Variables;
  /** What was sent: JSON, or text for a record of bytes. */
  readonly sent: JsonValue;
  /** The body around it; undefined for a record of bytes. */
  readonly body: SampleBody | undefined;
  readonly reply: Reply;
}

/**
 * Makes a record below a path, and removes it after the test.
 *
 * @throws ConformanceFailure when the target refuses it, or its answer lacks the id of the record
 * @throws SkipTest where no body can be made, or the target lacks the operation
 */
export async function makeRecord(trial: Trial, plan: ResourcePlan, above: Variables): Promise<MadeRecord> {
  const { maker, reply, sent, body, chosen } = await sendNew(trial, plan, above);
  const id = chosen ?? findId(trial, plan, maker, { answered: getRecord(trial, maker, reply), sent });
  const variables = [...above, id];
  removeLater(trial, plan, variables);
  return { id, variables, sent, body, reply };
}

/** Sends the request that makes a record, which must succeed; its answer need not say which id the record has. */
export async function makeUnnamed(trial: Trial, plan: ResourcePlan, above: Variables): Promise<void> {
  const { reply } = await sendNew(trial, plan, above);
  removeUnwanted(trial, plan, above, reply);
}

interface NewRecord extends Pick<MadeRecord, 'sent' | 'body' | 'reply'> {
  readonly maker: DocumentOperation;
  /** The id, if the client chose it. */
  readonly chosen: string | undefined;
}

async function sendNew(trial: Trial, plan: ResourcePlan, above: Variables): Promise<NewRecord> {
  const { resource } = plan;
  const maker = getMaker(plan);
  if (!maker) throw new SkipTest(`the document has no operation that makes records of ${resource.path}`);
  const isPost = maker === plan.create;
  const raw = !isPost && resource.raw ? toRawBody(trial, plan) : undefined;
  const sample = raw || !maker.body ? undefined : sampleBody(trial, resource, maker, 'record');
  const chosen = isPost ? undefined : newName(trial.t);
  const body = sample && chosen !== undefined ? withId(sample, resource, chosen) : sample;
  const variables = chosen === undefined ? above : [...above, chosen];
  const reply = await ask(trial, maker, variables, { body: raw ?? (body && toBody(body, body.value)) });
  if (reply.status === 404) throw new SkipTest(`the target lacks ${toName(maker)}: ${summary(reply)}`);
  expectSuccess(maker, reply);
  const sent = raw?.text ?? (body ? (readPointer(body.value, body.pointer) ?? {}) : {});
  return { maker, reply, sent, body, chosen };
}

/** Path and body name the same record. */
function withId(sample: SampleBody, { idMember = '' }: ResourcePlan['resource'], id: string): SampleBody {
  const record = readPointer(sample.value, sample.pointer);
  if (!isObject(record) || typeof record[idMember] !== 'string') return sample;
  return { ...sample, value: withMember(sample.value, sample.pointer, idMember, id) };
}

/** The id that an answer gives to a record, or else the one that was sent. */
function findId(
  trial: Trial,
  { resource: { idMember, idSource, path } }: ResourcePlan,
  maker: DocumentOperation,
  { answered, sent }: { readonly answered: JsonValue | undefined; readonly sent: JsonValue },
): string {
  if (idMember === undefined)
    throw new SkipTest(`the document does not say which member has the id of a record of ${path}`);
  const memberOf = (value: JsonValue | undefined, name: string) =>
    isObject(value) ? value[name] : undefined;
  const found = [memberOf(answered, idMember), memberOf(sent, idSource ?? idMember)].find(isId);
  if (found !== undefined) return String(found);
  const reason = `the answer to ${toName(maker)} has no ${idMember}`;
  const isDescribed = trial.outlineOf(getRecordSchema(trial, maker)).members.has(idMember);
  throw isDescribed ? new ConformanceFailure(reason) : new SkipTest(`${reason}, and need not have one`);
}

const isId = (value: JsonValue | undefined): value is string | number =>
  typeof value === 'string' || typeof value === 'number';

/** Bytes of a record. */
interface RawBody extends SentBody {
  readonly text: string;
}

/** Text as the bytes of a record: the body itself, or the file of a form. @throws SkipTest for a form without a file */
function toRawBody(
  { t, schemas, outlineOf }: Trial,
  { replace, resource: { bytesMember } }: ResourcePlan,
): RawBody | undefined {
  if (!replace?.body || jsonMedia(replace)) return undefined;
  const text = newName(t);
  const { content } = replace.body;
  const [form] = content.filter(({ type }) => type === 'multipart/form-data');
  if (!form) {
    const type = content.map((one) => one.type).find((one) => /^[\w.+-]+\/[\w.+-]+$/.test(one));
    return { mediaType: type ?? 'application/octet-stream', content: text, text };
  }
  const fields = new FormData();
  let hasBytes = false;
  for (const [name, { schema, required }] of outlineOf(form.schema).members) {
    const value = schema ? schemas.sample(schema, 'request', name) : undefined;
    // The first text of the form is the content of the record, unless the overlay names it.
    if (name === bytesMember) fields.set(name, text);
    else if (bytesMember === undefined && !hasBytes && typeof value === 'string')
      fields.set(name, new Blob([text]), name);
    else if (required && value !== undefined)
      fields.set(name, typeof value === 'string' ? value : JSON.stringify(value));
    hasBytes ||= name === bytesMember || fields.get(name) instanceof Blob;
  }
  if (!hasBytes)
    throw new SkipTest(`the form of ${toName(replace)} has no member for the content of a record`);
  return { mediaType: undefined, content: fields, text };
}

/** Removes a record when the test ends, if it is still there. */
export function removeLater(trial: Trial, { remove }: ResourcePlan, variables: Variables): void {
  if (!remove) return;
  const path = toPath(remove.path, variables);
  trial.made.add(path);
  trial.t.after(async () => {
    if (trial.made.has(path)) await send(trial, remove, variables);
  });
}

/** Removes a record after the test, if an answer names one. */
export function removeUnwanted(trial: Trial, plan: ResourcePlan, above: Variables, reply: Reply): void {
  const { create, resource } = plan;
  const record = create && succeeded(reply) ? getRecord(trial, create, reply) : undefined;
  const id = isObject(record) && resource.idMember !== undefined ? record[resource.idMember] : undefined;
  if (isId(id)) removeLater(trial, plan, [...above, String(id)]);
}
