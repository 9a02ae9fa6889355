import type { DocumentNode, FragmentDefinitionNode, SelectionSetNode } from 'graphql';

/**
 * How deep fields stand within fields, fragments included. Each fragment is measured once, and one that
 * spreads itself counts as if it ended there: that is another rule's fault to find.
 */
export function queryDepth(document: DocumentNode): number {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions) {
    if (definition.kind === 'FragmentDefinition') fragments.set(definition.name.value, definition);
  }
  const depths = new Map<string, number>();

  const ofFragment = (name: string): number => {
    const known = depths.get(name);
    if (known !== undefined) return known;
    depths.set(name, 0);
    const depth = ofSet(fragments.get(name)?.selectionSet);
    depths.set(name, depth);
    return depth;
  };
  const ofSet = (set: SelectionSetNode | undefined): number => {
    let deepest = 0;
    for (const selection of set?.selections ?? []) {
      const depth =
        selection.kind === 'Field'
          ? 1 + ofSet(selection.selectionSet)
          : selection.kind === 'InlineFragment'
            ? ofSet(selection.selectionSet)
            : ofFragment(selection.name.value);
      deepest = Math.max(deepest, depth);
    }
    return deepest;
  };

  let deepest = 0;
  for (const definition of document.definitions) {
    if (definition.kind === 'OperationDefinition') {
      deepest = Math.max(deepest, ofSet(definition.selectionSet));
    }
  }
  return deepest;
}
