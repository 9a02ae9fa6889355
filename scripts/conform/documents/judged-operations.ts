import type { DocumentOperation } from '../../../mock/engines/openapi/document.ts';
import { isJsonType } from '../../../mock/engines/openapi/resources/envelope.ts';
import type { TestedDocument } from './trial.ts';

/** Adds what every answer of some operations is judged by. @returns the ids of the requirements */
export function addJudged(tested: TestedDocument, operations: readonly DocumentOperation[]): string[] {
  const { document, requirements } = tested;
  return operations.flatMap((operation) => [
    requirements.add(document.name, operation, 'fits'),
    ...(requiresMembers(tested, operation) ? [requirements.add(document.name, operation, 'required')] : []),
  ]);
}

function requiresMembers({ outlineOf }: TestedDocument, { answers }: DocumentOperation): boolean {
  return answers
    .flatMap(({ content }) => content)
    .some(({ type, schema }) => {
      const { members, items } = outlineOf(schema);
      const inside = [...members.values(), ...outlineOf(items).members.values()];
      return isJsonType(type) && inside.some(({ required }) => required);
    });
}
