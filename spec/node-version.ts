/** The lowest version of Node that the package runs on, as in `engines` of its package.json. */
export const lowestNode = '22.18';

/**
 * Says that a version of Node is too old; undefined for a newer one, and on other runtimes, some of which claim to be a
 * version of Node too.
 *
 * @param versions as in `process.versions`
 * @example
 * explainOldNode({ node: '20.20.2' }) // 'Touchstone needs Node 22.18 or later, and this is Node 20.20.2.'
 */
export function explainOldNode(versions: Versions = getVersions()): string | undefined {
  const { node, bun, deno } = versions;
  if (!node || bun || deno) return undefined;
  const [major = 0, minor = 0] = node.split('.').map(Number);
  const [lowestMajor = 0, lowestMinor = 0] = lowestNode.split('.').map(Number);
  if (major > lowestMajor || (major === lowestMajor && minor >= lowestMinor)) return undefined;
  return `Touchstone needs Node ${lowestNode} or later, and this is Node ${node}.`;
}

type Versions = Readonly<Record<string, string | undefined>>;

function getVersions(): Versions {
  const { process, navigator }: RuntimeGlobals = globalThis;
  // It imitates an older Node, and lacks nothing that the package needs.
  if (navigator?.userAgent === 'Cloudflare-Workers') return {};
  return process?.versions ?? {};
}

/** Globals that a runtime may have. */
interface RuntimeGlobals {
  readonly process?: { readonly versions?: Versions };
  readonly navigator?: { readonly userAgent?: string };
}
