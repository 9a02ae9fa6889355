import type { Page, SerializedAXNode } from 'puppeteer-core';
import type { AccessibilityNode, LoadedPage } from '../loaded-page.ts';
import { invalidSelector } from './invalid-selector.ts';
import { failureOf } from './puppeteer-failure.ts';

/**
 * The tree that assistive technology is given, below the first element that `root` finds or of the whole page.
 * Without `interestingOnly`, nodes that say nothing are left out of the whole page alone.
 *
 * @throws BrowserError `bad-request` where `root` is no selector
 */
export async function accessibilityTree(
  page: Page,
  { root, interestingOnly = root === undefined }: Parameters<LoadedPage['accessibilityTree']>[0] & object,
): Promise<AccessibilityNode | null> {
  try {
    const element = root === undefined ? undefined : await page.$(root);
    if (element === null) return null;
    const tree = await page.accessibility.snapshot(
      element === undefined ? { interestingOnly } : { interestingOnly, root: element },
    );
    return tree === null ? null : nodeOf(tree);
  } catch (thrown) {
    throw invalidSelector(thrown) ?? failureOf(thrown, 'capture', 'action');
  }
}

const ofTheDriver = new Set(['elementHandle', 'backendNodeId', 'loaderId']);

/** A node without what only the driver can make use of. */
function nodeOf(tree: SerializedAXNode): AccessibilityNode {
  const { children, ...members } = tree;
  const node = {
    role: tree.role,
    ...Object.fromEntries(Object.entries(members).filter(([name]) => !ofTheDriver.has(name))),
  };
  return children === undefined ? node : { ...node, children: children.map(nodeOf) };
}
