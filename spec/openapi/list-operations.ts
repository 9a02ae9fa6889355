import type { OpenapiDocument, OperationObject, ParameterObject, ResponseObject } from './document.ts';
import type { JsonObject } from './json-schema.ts';
import { resolve } from './references.ts';

/** An operation of a document, for people to read. */
export interface ListedOperation {
  readonly id: string;
  /** Name of its tag. */
  readonly service: string;
  /** In upper case. */
  readonly method: string;
  /** Its path, and further ones. */
  readonly paths: readonly string[];
  readonly operation: OperationObject;
  readonly parameters: readonly ParameterObject[];
  /** Status and answer of a success. */
  readonly success: readonly [status: string, response: ResponseObject];
  /** Its own refusals by status. */
  readonly refusals: readonly (readonly [status: string, response: ResponseObject])[];
}

/** All operations of a document, in its order. */
export function listOperations(document: OpenapiDocument): ListedOperation[] {
  const found = new Map<string, ListedOperation>();
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const id = operation['x-alias-of'] ?? operation.operationId;
      const known = found.get(id);
      const listed = known ?? toListed(document, id, method, operation);
      found.set(id, { ...listed, paths: [...listed.paths, path] });
    }
  }
  return [...found.values()];
}

function toListed(
  document: OpenapiDocument,
  id: string,
  method: string,
  operation: OperationObject,
): ListedOperation {
  const responses = Object.entries(operation.responses).map(
    ([status, response]) => [status, resolve<ResponseObject>(document, response)] as const,
  );
  const success = responses.find(([, response]) => response['x-answer'] !== undefined);
  if (!success) throw new Error(`${id} has no success`);
  return {
    id,
    service: operation.tags[0] ?? '',
    method: method.toUpperCase(),
    paths: [],
    operation,
    parameters: (operation.parameters ?? []).map((one) => resolve<ParameterObject>(document, one)),
    success,
    refusals: responses.filter(([, response]) => response['x-failures'] !== undefined),
  };
}

/** The schemas of an answer: its result and what is beside it, or the data of events. */
export function getAnswerSchemas({ success }: ListedOperation, document: OpenapiDocument) {
  const [, { 'x-answer': shape, content = {} }] = success;
  const events = content['text/event-stream']?.['x-event-data'];
  const schema = content['application/json']?.schema;
  if (!schema || shape === 'plain') return { result: schema, meta: undefined, events };
  const { properties } = resolve<{ properties?: Readonly<Record<string, JsonObject>> }>(document, schema);
  return { result: properties?.['result'], meta: properties?.['meta'], events };
}
