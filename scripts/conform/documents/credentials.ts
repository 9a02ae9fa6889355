import { isObject, type JsonValue } from '../../../mock/engines/openapi/json.ts';
import type { Trial } from './trial.ts';

/**
 * The token of the target in the header of an API key, where the document has no other security scheme. `Authorization`
 * has the token in any case.
 */
export function getCredentials({ document, t }: Trial): Readonly<Record<string, string>> {
  const { components } = document.root;
  const schemes =
    isObject(components) && isObject(components['securitySchemes']) ? components['securitySchemes'] : {};
  const names = Object.values(schemes).map(toHeader);
  const [name] = names;
  const token = /^Bearer (.*)$/.exec(t.apiHeaders()[0]?.['authorization'] ?? '')?.[1];
  if (name === undefined || names.includes(undefined) || token === undefined) return {};
  return { [name]: token };
}

function toHeader(scheme: JsonValue | undefined): string | undefined {
  if (!isObject(scheme) || scheme['type'] !== 'apiKey' || scheme['in'] !== 'header') return undefined;
  return typeof scheme['name'] === 'string' ? scheme['name'].toLowerCase() : undefined;
}
