import type { GitRepository } from '../repository/git-repository.ts';

/** How the server calls itself to clients. */
export const agent = 'touchstone/0.1.0';

/** The version of the protocol that a client asks for by `Git-Protocol`: 0 where it asks for none. */
export type ProtocolVersion = 0 | 1 | 2;

/**
 * What upload-pack can do in versions 0 and 1. Git says the two `allow-*` where any stored object may be wanted, and
 * `no-done` over HTTP.
 */
export function uploadPackCapabilities(repository: GitRepository): string[] {
  const { refs, head } = repository.at;
  // Of an empty repository it is how a client learns the name of the branch that is to be.
  const symref = refs.has(head) || refs.size === 0 ? [`symref=HEAD:${head}`] : [];
  return [
    'multi_ack',
    'thin-pack',
    'side-band',
    'side-band-64k',
    'ofs-delta',
    'shallow',
    'deepen-since',
    'deepen-not',
    'deepen-relative',
    'no-progress',
    'include-tag',
    'multi_ack_detailed',
    'allow-tip-sha1-in-want',
    'allow-reachable-sha1-in-want',
    'no-done',
    ...symref,
    'filter',
    'object-format=sha1',
    `agent=${agent}`,
  ];
}

/** What upload-pack can do in version 2: its commands, and their features. */
export const commandCapabilities: readonly string[] = [
  `agent=${agent}`,
  'ls-refs=unborn',
  'fetch=shallow wait-for-done filter sideband-all',
  'server-option',
  'object-format=sha1',
  'object-info',
];

/** What receive-pack can do. */
export const receivePackCapabilities: readonly string[] = [
  'report-status',
  'report-status-v2',
  'delete-refs',
  'side-band-64k',
  'quiet',
  'atomic',
  'ofs-delta',
  'push-options',
  'object-format=sha1',
  `agent=${agent}`,
];
