import type { ListedOperation } from '../../../spec/openapi/list-operations.ts';

/** What a reader has typed into the form of an operation. */
export interface Typed {
  /** Values of parameters by their name; empty ones are left out. */
  readonly values: Readonly<Record<string, string>>;
  /** Text of the body; undefined without one. */
  readonly body: string | undefined;
  /** Media type of the body. */
  readonly type: string | undefined;
  /** Fields of a form that are text. */
  readonly fields: Readonly<Record<string, string>>;
  readonly token: string;
}

/** A request as it is sent, without the files of a form. */
export interface PlannedRequest {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly fields: Readonly<Record<string, string>> | undefined;
}

/** The request of a filled form. */
export function planRequest({ method, paths, parameters }: ListedOperation, typed: Typed): PlannedRequest {
  const { values, body, type, fields, token } = typed;
  const filled = parameters.filter(({ name }) => values[name]);
  const of = (place: string) => filled.filter((one) => one.in === place);
  const path = of('path').reduce(
    (template, { name }) => template.replace(`{${name}}`, encodePath(values[name] ?? '')),
    paths[0] ?? '',
  );
  const query = new URLSearchParams(
    of('query').flatMap(({ name, schema }) =>
      (schema['type'] === 'array' ? (values[name] ?? '').split(',') : [values[name] ?? '']).map((value) => [
        name,
        value.trim(),
      ]),
    ),
  ).toString();
  const isForm = type === 'multipart/form-data';
  return {
    method,
    path: query === '' ? path : `${path}?${query}`,
    headers: {
      ...(token !== '' && { authorization: `Bearer ${token}` }),
      ...(type !== undefined &&
        !isForm && { 'content-type': type === '*/*' ? 'application/octet-stream' : type }),
      ...Object.fromEntries(of('header').map(({ name }) => [name, values[name] ?? ''])),
    },
    body: isForm ? undefined : body,
    fields: isForm ? fields : undefined,
  };
}

/** Keeps slashes, which the last variable of a path may have. */
const encodePath = (value: string) => value.split('/').map(encodeURIComponent).join('/');
