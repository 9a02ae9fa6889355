import { readPointer } from '../../../mock/engines/openapi/pointer.ts';
import { SkipTest } from '../../../suites/harness/errors.ts';
import { ask, expectSuccess, getContent } from './ask-operation.ts';
import { changeOne } from './change-record.ts';
import { expectKept } from './compare-records.ts';
import { keepOriginal } from './keep-original.ts';
import { findVariables } from './path-variables.ts';
import type { ResourcePlan } from './resource-plan.ts';
import { sampleBody, toBody } from './sample-request.ts';
import { check, type Trial } from './trial.ts';

/** Reads a record that is there once, writes it, reads it again, and puts back what was there. */
export async function singletonTrip(trial: Trial, plan: ResourcePlan): Promise<void> {
  const { resource, read, replace, update } = plan;
  const variables = await findVariables(trial, resource.path, read ?? replace ?? update);
  let given = await keepOriginal(trial, plan, variables);
  const expectNow = async () => {
    if (!read) throw new SkipTest(`the document has no way to read ${resource.path}`);
    const reply = await ask(trial, read, variables);
    expectSuccess(read, reply);
    const received = getContent(trial, read, reply);
    expectKept(trial, resource, read, trial.envelope(read)?.record, { received, given });
  };
  if (replace) {
    await check(trial, replace, 'replace', async () => {
      const body = sampleBody(trial, resource, replace, 'replacement');
      expectSuccess(replace, await ask(trial, replace, variables, { body: toBody(body, body.value) }));
      given = readPointer(body.value, body.pointer) ?? {};
      await expectNow();
    });
  }
  if (update) {
    await check(trial, update, 'change', async () => {
      given = await changeOne(trial, plan, update, { variables }, given);
      await expectNow();
    });
  }
}
