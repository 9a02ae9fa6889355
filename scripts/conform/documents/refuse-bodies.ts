import { isServerMade } from '../../../mock/documents/make-record.ts';
import type { DocumentOperation } from '../../../mock/engines/openapi/document.ts';
import { isObject, type JsonValue } from '../../../mock/engines/openapi/json.ts';
import { readPointer, toPointer } from '../../../mock/engines/openapi/pointer.ts';
import { SkipTest } from '../../../suites/harness/errors.ts';
import { ask, expectRefusal, expectSuccess, toName, type Variables } from './ask-operation.ts';
import { keepOriginal } from './keep-original.ts';
import { makeRecord, makeUnnamed, removeUnwanted } from './make-record.ts';
import { findVariables } from './path-variables.ts';
import { getMaker, type ResourcePlan } from './resource-plan.ts';
import { type SampleBody, sampleBody, toBody, withMember } from './sample-request.ts';
import { asTwin } from './send-twin.ts';
import type { Trial } from './trial.ts';

/** A fault of a body. */
interface Fault {
  /** Comes after the name of the operation. */
  readonly what: string;
  readonly body: JsonValue;
}

/** Sends a valid body, and then the same without a member that the document requires. */
export async function refuseMissing(
  trial: Trial,
  plan: ResourcePlan,
  operation: DocumentOperation,
): Promise<void> {
  await refuse(trial, plan, operation, (body) => findMissing(trial, plan, body));
}

/** Sends a valid body, and then the same with a member of another type. */
export async function refuseType(
  trial: Trial,
  plan: ResourcePlan,
  operation: DocumentOperation,
): Promise<void> {
  await refuse(trial, plan, operation, (body) => findWrongType(trial, plan, body));
}

async function refuse(
  trial: Trial,
  plan: ResourcePlan,
  operation: DocumentOperation,
  find: (body: SampleBody) => Fault | undefined,
): Promise<void> {
  const { resource } = plan;
  const { t } = trial;
  const above = await findVariables(trial, resource.path, operation);
  const variables = await asTwin(trial, () => sendValid(trial, plan, operation, above));
  const body = sampleBody(trial, resource, operation, 'record');
  const fault = find(body);
  if (!fault) throw new SkipTest(`the body of ${toName(operation)} has no member for such a fault`);
  const reply = await t.step('faulty', () =>
    ask(trial, operation, variables, { body: toBody(body, fault.body) }),
  );
  if (operation === plan.create) removeUnwanted(trial, plan, above, reply);
  expectRefusal(operation, reply, fault.what);
}

/** Sends the valid request first. @returns the variables for the faulty one */
async function sendValid(
  trial: Trial,
  plan: ResourcePlan,
  operation: DocumentOperation,
  above: Variables,
): Promise<Variables> {
  if (operation === plan.create) {
    await makeUnnamed(trial, plan, above);
    return above;
  }
  const { singleton } = plan.resource;
  if (singleton) await keepOriginal(trial, plan, above);
  const variables = singleton ? above : (await makeRecord(trial, plan, above)).variables;
  if (operation === getMaker(plan)) return variables;
  const body = sampleBody(trial, plan.resource, operation, 'valid');
  expectSuccess(operation, await ask(trial, operation, variables, { body: toBody(body, body.value) }));
  return variables;
}

/** Ids and times are the server's, whatever a document says about requests. */
const isClients = ({ resource }: ResourcePlan, name: string) => !isServerMade(resource, name);

function findMissing(
  { schemas }: Trial,
  plan: ResourcePlan,
  { value, pointer, schema }: SampleBody,
): Fault | undefined {
  const record = readPointer(value, pointer);
  for (const name of Object.keys(isObject(record) ? record : {})) {
    if (!isClients(plan, name)) continue;
    const body = withMember(value, pointer, name, undefined);
    const problems = schemas.judge(schema, body, 'request');
    const place = pointer + toPointer(name);
    if (problems.some(({ keyword, pointer: at }) => keyword === 'required' && at === place))
      return { what: `without ${name}`, body };
  }
  return undefined;
}

function findWrongType(
  { schemas }: Trial,
  plan: ResourcePlan,
  { value, pointer, schema }: SampleBody,
): Fault | undefined {
  const record = readPointer(value, pointer);
  for (const [name, own] of Object.entries(isObject(record) ? record : {})) {
    if (!isClients(plan, name)) continue;
    // No framework turns these into each other.
    const wrong: JsonValue = typeof own === 'object' ? 'touchstone' : { touchstone: true };
    const body = withMember(value, pointer, name, wrong);
    if (schemas.judge(schema, body, 'request').length > 0)
      return { what: `with ${name} ${typeof own === 'object' ? 'as text' : 'as an object'}`, body };
  }
  return undefined;
}
