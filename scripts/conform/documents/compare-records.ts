import { isServerMade } from '../../../mock/documents/make-record.ts';
import type { DocumentOperation, Located } from '../../../mock/engines/openapi/document.ts';
import { isObject, type JsonValue } from '../../../mock/engines/openapi/json.ts';
import { toPointer } from '../../../mock/engines/openapi/pointer.ts';
import type { Resource } from '../../../mock/engines/openapi/resources/resource.ts';
import { isSecretMember } from '../../../spec/secret.ts';
import { show } from '../../../suites/harness/assertions.ts';
import { ConformanceFailure, evidenceOfDifference } from '../../../suites/harness/errors.ts';
import { toName } from './ask-operation.ts';
import type { Trial } from './trial.ts';

/**
 * Fails unless a record has what a client gave. Members that the document does not describe as part of the record, and
 * those that the server makes, do not count, nor do those that have another type in an answer.
 *
 * @param schema of the record as the operation returns it
 */
export function expectKept(
  trial: Trial,
  resource: Resource,
  operation: DocumentOperation,
  schema: Located | undefined,
  values: { readonly received: JsonValue | undefined; readonly given: JsonValue },
): void {
  const { given } = values;
  const isAlike = schema === undefined || trial.schemas.judge(schema, given, 'response').length === 0;
  if (!isObject(given) && !isAlike) return;
  const wanted = isObject(given) ? comparable(trial, resource, schema, given) : given;
  if (isObject(wanted) && Object.keys(wanted).length === 0) return;
  const difference = findDifference(values.received, wanted, '');
  if (!difference) return;
  const place = difference.path === '' ? 'the record' : difference.path;
  const isSecret = difference.path.split('/').some(isSecretMember);
  const [received, expected] = isSecret
    ? ['another secret', 'the secret that was sent']
    : [show(difference.received), show(difference.expected)];
  throw new ConformanceFailure(`${toName(operation)}: ${place} is ${received}, expected ${expected}`, {
    evidence: evidenceOfDifference({ path: place, expected, received }),
  });
}

function comparable(
  { schemas, outlineOf }: Trial,
  resource: Resource,
  schema: Located | undefined,
  given: { readonly [name: string]: JsonValue | undefined },
): JsonValue {
  const known = outlineOf(schema).members;
  const members = schema ? schemas.members(schema) : undefined;
  const counts = (name: string, value: JsonValue | undefined) => {
    if (isServerMade(resource, name)) return false;
    const member = members?.get(name);
    if (member?.readOnly || member?.writeOnly) return false;
    // Some members have another type in a request, such as an id for what the answer holds itself.
    const described = member?.schema ?? known.get(name)?.schema;
    if (described && schemas.judge(described, value, 'response').length > 0) return false;
    return known.has(name) && known.get(name)?.readOnly !== true;
  };
  return Object.fromEntries(
    Object.entries(given).filter(([name, value]) => counts(name, value)),
  ) as JsonValue;
}

interface ValueDifference {
  readonly path: string;
  readonly expected: JsonValue;
  readonly received: JsonValue | undefined;
}

/** An object may have more members than expected, a list no more items. */
function findDifference(
  received: JsonValue | undefined,
  expected: JsonValue,
  path: string,
): ValueDifference | undefined {
  if (isObject(expected) && isObject(received)) {
    for (const [name, value] of Object.entries(expected)) {
      const found =
        value === undefined ? undefined : findDifference(received[name], value, path + toPointer(name));
      if (found) return found;
    }
    return undefined;
  }
  if (Array.isArray(expected) && Array.isArray(received) && expected.length === received.length) {
    for (const [index, value] of (expected as readonly JsonValue[]).entries()) {
      const found = findDifference((received as readonly JsonValue[])[index], value, path + toPointer(index));
      if (found) return found;
    }
    return undefined;
  }
  return JSON.stringify(received) === JSON.stringify(expected) ? undefined : { path, expected, received };
}
