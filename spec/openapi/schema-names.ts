import { isObject, type JsonObject } from './json-schema.ts';

/** Where a schema stands in a document. */
export interface SchemaPlace {
  readonly operation: string;
  readonly role: 'parameter' | 'body' | 'answer' | 'event' | 'refusal';
  /** Keywords and names on the way from the root schema: `['properties', 'keys', 'items']`. */
  readonly way: readonly string[];
}

const suffixes: Readonly<Record<SchemaPlace['role'], string>> = {
  parameter: 'Parameter',
  body: 'Body',
  answer: 'Answer',
  event: 'Event',
  refusal: 'Failure',
};

/**
 * Names for the schema at a place, the best first: results are named after the resource, bodies after the operation,
 * and schemas inside them after their member.
 *
 * @example
 * schemaNames({ operation: 'zones.zone.get', role: 'answer', way: ['properties', 'result'] }, {}) // ['Zone', 'ZoneGetResult']
 */
export function schemaNames({ operation, role, way }: SchemaPlace, schema: JsonObject): string[] {
  const { service, resource, verb } = partsOf(operation);
  const steps = stepsOf(way);
  const isResult = role === 'answer' && (steps.length === 0 || steps[0]?.member === 'result');
  const inner = isResult ? steps.slice(1) : steps;
  const kind = ['anyOf', 'oneOf'].includes(way.at(-2) ?? '') ? kindOf(schema) : '';
  const whole = `${resource}${verb}${isResult ? 'Result' : suffixes[role]}`;
  const last = inner.at(-1);
  if (last === undefined) {
    const isUsual = isResult && ['', 'Get', 'List', 'Create'].includes(verb);
    return isUsual ? [`${resource}${kind}`, `${whole}${kind}`] : [`${whole}${kind}`];
  }
  const member = pascal(last.member);
  const name = `${last.isList ? singular(member) : member}${kind}`;
  const long = inner.map((step) => pascal(step.member)).join('');
  return [`${service}${name}`, `${resource}${name}`, `${whole}${name}`, `${whole}${long}${kind}`];
}

/** An operation as part of a name: `zones.zone.get` is `ZoneGet`. */
export function operationName(operation: string): string {
  const { resource, verb } = partsOf(operation);
  return `${resource}${verb}`;
}

/** The first name that is free; the last one gets a number if none is. */
export function freeName(names: readonly string[], isTaken: (name: string) => boolean): string {
  const free = names.find((name) => !isTaken(name));
  if (free !== undefined) return free;
  for (let number = 2; ; number++) {
    const name = `${names.at(-1)}${number}`;
    if (!isTaken(name)) return name;
  }
}

export const pascal = (text: string) =>
  text
    .split(/[^a-z\d]+/i)
    .map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join('');

function partsOf(operation: string) {
  const [first = '', ...rest] = operation.split('.');
  const service = singular(pascal(first));
  const verb = rest.length > 1 ? pascal(rest.at(-1) ?? '') : '';
  const own = pascal((rest.length > 1 ? rest.slice(0, -1) : rest).join('-'));
  return { service, resource: own.startsWith(service) ? own : `${service}${own}`, verb };
}

interface Step {
  readonly member: string;
  readonly isList: boolean;
}

/** The members on a way. */
function stepsOf(way: readonly string[]): Step[] {
  const steps: Step[] = [];
  for (let at = 0; at < way.length; at++) {
    const keyword = way[at];
    if (keyword === 'properties') steps.push({ member: way[++at] ?? '', isList: false });
    else if (keyword === 'items' || keyword === 'additionalProperties') {
      const last = steps.pop();
      if (last) steps.push({ ...last, isList: true });
    }
  }
  return steps;
}

/** The fixed text of a member such as `type`, which tells the forms of a value apart. */
function kindOf({ properties }: JsonObject): string {
  for (const one of Object.values(isObject(properties) ? properties : {}))
    if (isObject(one) && typeof one['const'] === 'string') return pascal(one['const']);
  return '';
}

/** Without the ending of several: `keys`, `entries`, but not `status`. */
const singular = (word: string) => word.replace(/ries$/, 'rys').replace(/(?<![sucSUC])s$/, '');
