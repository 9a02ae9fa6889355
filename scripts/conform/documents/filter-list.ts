import type { DocumentOperation } from '../../../mock/engines/openapi/document.ts';
import { isObject, type JsonValue } from '../../../mock/engines/openapi/json.ts';
import type { Filter } from '../../../mock/engines/openapi/resources/resource.ts';
import { ConformanceFailure, SkipTest } from '../../../suites/harness/errors.ts';
import { toName } from './ask-operation.ts';
import { findInList } from './find-in-list.ts';
import type { MadeRecord } from './make-record.ts';
import type { ResourcePlan } from './resource-plan.ts';
import { otherValue } from './sample-request.ts';
import type { Trial } from './trial.ts';

/** Filters that compare a member with a value. */
export const isComparing = ({ match }: Filter): boolean => match !== 'present' && match !== 'absent';

/**
 * Filters a list by a member of a record: its value selects the record, another value does not.
 *
 * @throws SkipTest where the record has no member to filter by
 */
export async function checkFilter(
  trial: Trial,
  { resource }: ResourcePlan,
  list: DocumentOperation,
  { id, variables }: MadeRecord,
): Promise<void> {
  const above = variables.slice(0, -1);
  const { idMember } = resource;
  const entry = await findInList(trial, list, above, { id, idMember });
  const choice = resource.filters
    .filter(isComparing)
    .flatMap((filter) => toChoice(trial, list, filter, entry))[0];
  if (!choice) throw new SkipTest(`the record has no member that ${toName(list)} filters by`);
  const { parameter, own, other } = choice;
  const find = (value: string) =>
    findInList(trial, list, above, { id, idMember, query: { [parameter]: value } });
  if ((await find(own)) === undefined)
    throw new ConformanceFailure(
      `${toName(list)} with ${parameter}=${own} lacks a record that has this value`,
    );
  if ((await find(other)) !== undefined)
    throw new ConformanceFailure(
      `${toName(list)} with ${parameter}=${other} has a record with the value ${own}`,
    );
}

interface Choice {
  readonly parameter: string;
  readonly own: string;
  readonly other: string;
}

function toChoice(
  trial: Trial,
  list: DocumentOperation,
  { parameter: name, member, everything }: Filter,
  entry: JsonValue | undefined,
): Choice[] {
  const own = isObject(entry) ? entry[member] : undefined;
  const schema = list.parameters.find((one) => one.in === 'query' && one.name === name)?.schema;
  if (!['string', 'number', 'boolean'].includes(typeof own) || own === '' || own === undefined) return [];
  if (schema && trial.schemas.judge(schema, own, 'request').length > 0) return [];
  // Without a schema any text will do.
  const other = schema ? otherValue(trial, schema, [own, ...everything]) : `${String(own)}-other`;
  return other === undefined || isObject(other) || Array.isArray(other)
    ? []
    : [{ parameter: name, own: String(own), other: String(other) }];
}
