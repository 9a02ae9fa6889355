import { ApiError } from '../../../../spec/errors.ts';
import type { RouteElement } from '../../../../spec/services/ai-gateway/routes.ts';

/**
 * Checks that elements make a route: one start, ids that differ, and links that lead somewhere (inferred;
 * `GW-ROUTE-9`).
 *
 * @throws ApiError `route-elements-invalid`, which points at what is wrong
 */
export function checkElements(elements: readonly RouteElement[]): void {
  const ids = new Set<string>();
  for (const [index, { id }] of elements.entries()) {
    if (ids.has(id)) throw invalid(`two elements have the id ${id}`, `/elements/${index}/id`);
    ids.add(id);
  }
  const starts = elements.filter(({ type }) => type === 'start').length;
  if (starts !== 1) throw invalid(`${starts} of them are of the type start, and one has to be`, '/elements');
  for (const [index, { id, outputs }] of elements.entries()) {
    for (const [name, link] of Object.entries(outputs)) {
      if (link === undefined || ids.has(link.elementId)) continue;
      throw invalid(
        `output ${name} of ${id} leads to ${link.elementId}, which is not there`,
        `/elements/${index}/outputs/${name}/elementId`,
      );
    }
  }
}

function invalid(problem: string, pointer: string): ApiError {
  return new ApiError('route-elements-invalid', { problem }, pointer);
}
