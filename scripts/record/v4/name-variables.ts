import type { FoundOperation } from './found-operation.ts';

/**
 * Gives the variables of all paths one name for each place, so that `/a/{id}` and `/a/{a_id}/b` are about the same.
 *
 * @param sources paths, those whose names win first
 */
export function nameVariables(
  operations: readonly FoundOperation[],
  sources: readonly (readonly string[])[],
): readonly FoundOperation[] {
  const names = new Map<string, string>();
  for (const path of sources.flat())
    for (const { before, name } of variablesOf(path)) if (!names.has(before)) names.set(before, name);
  for (const { path } of operations) {
    const places = variablesOf(path);
    const given = places.map(({ before }) => names.get(before));
    // A name that two places of a path would have stays with the last.
    for (const [index, { before, name }] of places.entries())
      if (given.lastIndexOf(given[index]) !== index) names.set(before, name);
  }
  return operations.map((operation) => {
    let at = '';
    const taken = new Set<string>();
    const parts = operation.path.split('/').map((part) => {
      const before = at;
      at += `/${part.replaceAll(/\{[^}]*\}/g, '{}')}`;
      return part.replaceAll(/\{([^}]*)\}/g, (_, own: string) => {
        const name = names.get(before) ?? own;
        const unique = taken.has(name) ? own : name;
        taken.add(unique);
        return `{${unique}}`;
      });
    });
    return { ...operation, path: parts.join('/') };
  });
}

function variablesOf(path: string): readonly { readonly before: string; readonly name: string }[] {
  let at = '';
  return path.split('/').flatMap((part) => {
    const before = at;
    at += `/${part.replaceAll(/\{[^}]*\}/g, '{}')}`;
    return [...part.matchAll(/\{([^}]*)\}/g)].map(([, name = '']) => ({ before, name }));
  });
}
