import type { DocumentOperation } from '../../../mock/engines/openapi/document.ts';
import { succeeded } from '../../../suites/harness/caller.ts';
import { ConformanceFailure } from '../../../suites/harness/errors.ts';
import { ask, expectRefusal, expectSuccess, type Input, toName } from './ask-operation.ts';
import { makeRecord, makeUnnamed, removeUnwanted } from './make-record.ts';
import { findVariables } from './path-variables.ts';
import { getMaker, type ResourcePlan } from './resource-plan.ts';
import { jsonMedia, sampleBody, toBody } from './sample-request.ts';
import { asTwin } from './send-twin.ts';
import { check, type Trial } from './trial.ts';

/** The operations of a resource that must refuse an id which was never given. */
export function getIdOperations({
  resource,
  read,
  update,
  replace,
  remove,
}: ResourcePlan): DocumentOperation[] {
  if (resource.preset || resource.itemPath === undefined) return [];
  const writes = resource.keyedByClient ? [] : [update, replace];
  return [read, ...writes, remove].filter((one) => one !== undefined);
}

/** Makes a record, reads it by its id, and then uses another id of the same form. */
export async function refuseIds(trial: Trial, plan: ResourcePlan): Promise<void> {
  const { resource, read } = plan;
  const above = await findVariables(trial, resource.path, getMaker(plan));
  const made = await asTwin(trial, async () => {
    const record = await makeRecord(trial, plan, above);
    if (read) expectSuccess(read, await ask(trial, read, record.variables));
    return record;
  });
  const unknown = [...above, toOtherId(made.id)];
  for (const operation of getIdOperations(plan)) {
    await check(trial, operation, 'unknown', async () => {
      const input = toInput(trial, plan, operation);
      const reply = await trial.t.step('faulty', () => ask(trial, operation, unknown, input));
      expectRefusal(operation, reply, 'with an unknown id');
      if (operation === plan.remove && read && !succeeded(await ask(trial, read, made.variables)))
        throw new ConformanceFailure(`${toName(operation)} with an unknown id removed another record`);
    });
  }
}

/** Makes a record below another one, and then tries the same below an id that nothing has. */
export async function refuseParent(
  trial: Trial,
  plan: ResourcePlan,
  maker: DocumentOperation,
): Promise<void> {
  const above = await findVariables(trial, plan.resource.path, maker);
  await asTwin(trial, () => makeUnnamed(trial, plan, above));
  const unknown = [...above.slice(0, -1), toOtherId(above.at(-1) ?? '')];
  const input = toInput(trial, plan, maker);
  const reply = await trial.t.step('faulty', () => ask(trial, maker, unknown, input));
  removeUnwanted(trial, plan, unknown, reply);
  expectRefusal(maker, reply, 'below an unknown id');
}

function toInput(trial: Trial, { resource }: ResourcePlan, operation: DocumentOperation): Input {
  if (operation.method === 'DELETE' || !jsonMedia(operation)) return {};
  const body = sampleBody(trial, resource, operation, 'unknown id');
  return { body: toBody(body, body.value) };
}

/** Characters at the end of an id that are replaced; those before them may have a meaning, as in a UUID. */
const replaced = 6;

/** An id of the same form, which nothing has: digits become other digits, and letters other ones up to `f`. */
export function toOtherId(id: string): string {
  const end = id.slice(-replaced).replace(/[0-9a-z]/gi, (one) => {
    if (/\d/.test(one)) return String((Number(one) + 7) % 10);
    return one.toLowerCase() === 'f'
      ? 'a'
      : /[a-e]/i.test(one)
        ? String.fromCharCode(one.charCodeAt(0) + 1)
        : 'b';
  });
  return id.slice(0, -replaced) + end;
}
