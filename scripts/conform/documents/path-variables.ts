import type { DocumentOperation } from '../../../mock/engines/openapi/document.ts';
import { SkipTest } from '../../../suites/harness/errors.ts';
import type { Variables } from './ask-operation.ts';
import { makeRecord } from './make-record.ts';
import { getMaker, toKey } from './resource-plan.ts';
import { documentedValue } from './sample-request.ts';
import type { Trial } from './trial.ts';

/**
 * Finds values for the variables of a path: those that the user gives, the zone and the account of the target, records
 * that are made for the test, or what the document shows.
 *
 * @param operation has the parameters of the path
 * @throws SkipTest where a variable has no value
 */
export async function findVariables(
  trial: Trial,
  path: string,
  operation: DocumentOperation | undefined,
): Promise<Variables> {
  const found: string[] = [];
  for (const { 0: whole, 1: name = '', index } of path.matchAll(/\{([^}]*)\}/g)) {
    const upTo = path.slice(0, index + whole.length);
    const own = getOwn(trial, name, upTo);
    found.push(
      trial.values.get(name) ??
        own.value ??
        (await makeParent(trial, upTo, found)) ??
        getShown(operation, name) ??
        skip(name, own.lack),
    );
  }
  return found;
}

/** The zone or the account of the target, or why there is none. */
function getOwn(
  { t }: Trial,
  name: string,
  path: string,
): { readonly value?: string; readonly lack?: string } {
  const kind =
    /^(zone|account)(?:_?(?:id|identifier|tag))?$/i.exec(name)?.[1]?.toLowerCase() ??
    /^\/(zone|account)s\/\{[^}]*\}$/.exec(path)?.[1];
  if (kind === undefined) return {};
  try {
    return { value: kind === 'zone' ? t.zoneId : t.accountId };
  } catch (error) {
    if (!(error instanceof SkipTest)) throw error;
    return { lack: error.message };
  }
}

async function makeParent(trial: Trial, path: string, above: Variables): Promise<string | undefined> {
  const plan = trial.planOf(toKey(path));
  if (!plan || !getMaker(plan)) return undefined;
  try {
    return (await trial.t.step('parent', () => makeRecord(trial, plan, above))).id;
  } catch (error) {
    // What is wrong with the parent is the finding of its own tests.
    const reason = error instanceof Error ? error.message : String(error);
    throw new SkipTest(`there is no record for ${path}: ${reason}`);
  }
}

function getShown(operation: DocumentOperation | undefined, name: string): string | undefined {
  const parameter = operation?.parameters.find((one) => one.in === 'path' && one.name === name);
  const value = documentedValue(parameter?.schema);
  return value === undefined ? undefined : String(value);
}

function skip(name: string, lack: string | undefined): never {
  throw new SkipTest(
    lack ??
      `no operation of the document makes a value for {${name}}: give one with --openapi-param ${name}=VALUE`,
  );
}
