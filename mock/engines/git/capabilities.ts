/** The parts of the protocol that a server offers. It advertises these and supports no others. */
export interface GitCapabilities {
  /** For fetches in versions 0 and 1. */
  readonly fetch: readonly string[];
  /** Commands of version 2, with their features. */
  readonly commands: readonly string[];
  readonly push: readonly string[];
  /** Whether a filter may omit trees. */
  readonly treeFilters: boolean;
}

/** The name that the server gives clients. */
export const agent = 'touchstone/0.1.0';

/** A placeholder in a list for the branch of `HEAD`, which depends on the repository. */
export const symref = 'symref';

/**
 * All capabilities. Git advertises the two `allow-*` where a client may want any stored object, and `no-done` over
 * HTTP.
 */
export const allCapabilities: GitCapabilities = {
  fetch: [
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
    symref,
    'filter',
    'object-format=sha1',
    `agent=${agent}`,
  ],
  commands: [
    `agent=${agent}`,
    'ls-refs=unborn',
    'fetch=shallow wait-for-done filter sideband-all',
    'server-option',
    'object-format=sha1',
    'object-info',
  ],
  push: [
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
  ],
  treeFilters: true,
};

/** Whether a list has a feature, or a command with its features. */
export const offers = (list: readonly string[], name: string, feature?: string): boolean =>
  list.some((one) => {
    const [key, value = ''] = one.split('=', 2);
    return key === name && (feature === undefined || value.split(' ').includes(feature));
  });
