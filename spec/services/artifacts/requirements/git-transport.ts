import { defineRequirements } from '../../../requirement.ts';
import { statements } from '../../../statements.ts';
/** Git over HTTP: capabilities and refs. */
export const gitTransportRequirements = defineRequirements([
  ...statements(
    { passage: 'Git docs, gitprotocol-http: Smart clients', certainty: 'documented' },
    {
      'AR-HTTP-1':
        'A discovery for fetching returns `application/x-git-upload-pack-advertisement` with status 200.',
      'AR-HTTP-2':
        'A discovery for pushing returns `application/x-git-receive-pack-advertisement` with status 200.',
      'AR-HTTP-3': 'A POST that fetches returns `application/x-git-upload-pack-result` with status 200.',
      'AR-HTTP-4': 'A POST that pushes returns `application/x-git-receive-pack-result` with status 200.',
      'AR-HTTP-5': 'Responses to Git forbid caching.',
      'AR-HTTP-6': 'The server refuses a discovery of an unknown service.',
      'AR-HTTP-7': 'The server refuses a GET of the path of a service.',
      'AR-HTTP-8': 'The server ignores unknown keys of `Git-Protocol`.',
    },
  ),
  ...statements(
    { passage: 'Git docs, git-http-backend: run as version 2.39.5', certainty: 'observed' },
    { 'AR-HTTP-9': 'The server refuses a POST with the content type of another service with status 415.' },
  ),
  ...statements(
    { passage: 'Git docs, gitprotocol-http', certainty: 'documented' },
    {
      'AR-HTTP-10': 'The server accepts a fetch request that is compressed with gzip.',
      'AR-HTTP-11': 'The server accepts a push in chunks without a length.',
      'AR-HTTP-12': 'The four bytes that a client sends before a large push get status 200.',
      'AR-HTTP-13': 'The server accepts a fetch request in chunks without a length.',
    },
  ),
  ...statements(
    { passage: 'Git docs, gitprotocol-common: pkt-line format', certainty: 'documented' },
    {
      'AR-PKT-1': 'The server accepts packet lengths in lower and upper case.',
      'AR-PKT-2': 'The server accepts lines of a request with and without a line feed at their end.',
      'AR-PKT-3': 'A refusal inside the protocol is a packet that starts with `ERR `.',
      'AR-PKT-4': 'No packet of a response is longer than 65520 bytes, its length included.',
    },
  ),
  ...statements(
    { passage: 'Git docs, gitprotocol-pack: Reference discovery', certainty: 'documented' },
    {
      'AR-ADV-1': 'A discovery starts with the name of its service and a flush.',
      'AR-ADV-2': 'A discovery in version 1 has `version 1` before the refs.',
      'AR-ADV-3': 'A discovery in version 2 has the line `version 2` and then capabilities, and no refs.',
      'AR-ADV-4': '`HEAD` is the first ref of a discovery, if its branch exists.',
      'AR-ADV-5': 'Refs of a discovery are sorted by byte order.',
      'AR-ADV-6': 'An annotated tag is followed by its peeled object, through any number of tags.',
      'AR-ADV-7': 'A discovery for pushing lists only refs: no `HEAD`, and no peeled tags.',
      'AR-ADV-8':
        'A discovery for pushing to an empty repository carries capabilities after a line of zeros.',
      'AR-ADV-9': 'A discovery of an empty repository has no ref.',
      'AR-ADV-10': 'The capabilities name the branch that `HEAD` points to.',
      'AR-ADV-11': 'A discovery for pushing in version 2 gets an older version.',
      'AR-ADV-12': 'A tag of a file and a tag of a folder are peeled.',
      'AR-ADV-13': 'A discovery omits a `HEAD` whose branch does not exist.',
    },
  ),
  ...statements(
    {
      passage: 'Git docs, git-http-backend: run as version 2.39.5',
      certainty: 'observed',
      feature: 'git-server',
    },
    {
      'AR-ADV-14': 'The server has every fetch capability of Git.',
      'AR-ADV-15': 'The server has every push capability of Git.',
    },
  ),
  ...statements(
    { passage: 'Git docs, gitprotocol-v2: ls-refs', certainty: 'documented' },
    {
      'AR-LS-1': 'A list of refs without a prefix has all refs, with `HEAD` first.',
      'AR-LS-2': 'A list of refs has every ref whose name starts with one of the prefixes.',
      'AR-LS-3': 'A list of refs with `symrefs` names the branch that `HEAD` points to.',
      'AR-LS-4': 'A list of refs with `peel` has the peeled objects of annotated tags.',
      'AR-LS-5': 'A list of refs has symref targets and peeled tags only on request.',
      'AR-LS-6': 'A list of refs with `unborn` names the branch of a `HEAD` that does not exist yet.',
      'AR-LS-7': 'A list of the refs of an empty repository is one flush.',
      'AR-LS-8': 'An unknown command gets an empty response or an error of the protocol.',
      'AR-LS-9': 'A request of version 2 that is only a flush gets an empty response.',
      'AR-LS-10': 'The server refuses a request for SHA-256 objects.',
      'AR-LS-11': 'The server accepts server options of a client.',
    },
  ),
  ...statements(
    { passage: 'Git docs, gitprotocol-v2: object-info', certainty: 'documented' },
    {
      'AR-LS-12': 'The server returns the sizes of objects on request.',
      'AR-LS-13': 'The server omits the size of a missing object.',
    },
  ),
]);
/** Behaviour of the service that Git itself leaves open. */
export const gitServiceRequirements = defineRequirements([
  ...statements(
    { passage: 'dbrekelmans/gitflare, spec/research/live/artifacts-git.md', certainty: 'observed' },
    {
      'AR-GIT-10': 'A `read_only` repository still accepts pushes.',
      'AR-GIT-11': 'The server pushes, lists, fetches and deletes refs that are neither branches nor tags.',
      'AR-GIT-14':
        'A push with an outdated old value of a ref is reported as `unpack ok` and `ng <ref> stale ref`, with status 200.',
      'AR-GIT-12': 'A remote finds its repository in any case of its names.',
    },
  ),
  ...statements(
    { passage: 'dbrekelmans/gitflare, spec/research/live/artifacts-git.md', certainty: 'observed' },
    { 'AR-GIT-13': 'The server serves no path below a remote that does not belong to Git, and no files.' },
  ),
  ...statements(
    { passage: 'decision record 13: Git', certainty: 'inferred' },
    {
      'AR-GIT-16': 'A remote without `.git` finds its repository.',
    },
  ),
]);

/** Fetches. */
export const gitFetchRequirements = defineRequirements([
  ...statements(
    { passage: 'Git docs, gitprotocol-v2: fetch', certainty: 'documented' },
    {
      'AR-FETCH-1': 'A fetch of a commit gets a pack with everything reachable from it.',
      'AR-FETCH-2': 'A fetch with `done` gets no acknowledgments.',
      'AR-FETCH-3': 'A round without `done` acknowledges every common commit and no other.',
      'AR-FETCH-4': 'A round without a common commit gets `NAK` and no pack.',
      'AR-FETCH-5': 'A round with `ready` continues with the pack.',
      'AR-FETCH-6': 'A fetch with `wait-for-done` never gets `ready`.',
      'AR-FETCH-7': 'A fetch that only negotiates common commits gets only acknowledgments.',
      'AR-FETCH-8': 'A fetch omits the objects that the client has.',
      'AR-FETCH-9': 'The server ignores commits of a client that it does not know.',
      'AR-FETCH-10': 'A client can want any object of the server, reachable from a ref or not.',
      'AR-FETCH-11': 'The server refuses a fetch of a missing object.',
      'AR-FETCH-12': 'The server refuses an unknown argument.',
      'AR-FETCH-13': 'A fetch with `no-progress` gets no progress messages.',
      'AR-FETCH-14': 'A fetch of objects that the client has gets a pack without objects.',
      'AR-FETCH-15': 'A fetch with `sideband-all` gets every section on the side band.',
    },
  ),
  ...statements(
    { passage: 'Git docs, gitformat-pack', certainty: 'documented' },
    {
      'AR-PACK-1': 'A pack has the number of its objects and ends with the checksum of everything before.',
      'AR-PACK-2': 'A pack has no offset delta if the client does not support them.',
      'AR-PACK-3': 'A pack has all bases of its deltas unless the client requests a thin pack.',
      'AR-PACK-4': 'Trees name submodules, and the server does not send their commits.',
      'AR-PACK-5': 'A fetch with `include-tag` gets the annotated tags of the objects it gets.',
      'AR-PACK-6': 'A fetch of a tag of a tag gets both.',
      'AR-PACK-7': 'A pack has no object twice.',
    },
  ),
  ...statements(
    { passage: 'Git docs, gitprotocol-pack: Packfile negotiation', certainty: 'documented' },
    {
      'AR-OLD-1': 'A clone in version 0 gets `NAK` and then the pack.',
      'AR-OLD-2': 'A round of version 0 without `done` gets acknowledgments and no pack.',
      'AR-OLD-3': 'Without `multi_ack` the server acknowledges only the first common commit.',
      'AR-OLD-4': 'With `multi_ack` the server acknowledges common commits with `continue`.',
      'AR-OLD-5':
        'With `multi_ack_detailed` the server acknowledges common commits with `common`, then `ready`.',
      'AR-OLD-6':
        'A fetch of version 0 with `done` ends with an acknowledgment of a common commit and the pack.',
      'AR-OLD-7': 'With `no-done` the pack follows `ready` without waiting for `done`.',
      'AR-OLD-8': 'A client without a side band gets the bare pack.',
      'AR-OLD-9': 'Packets of `side-band` have at most 1000 bytes.',
      'AR-OLD-10':
        'In version 0 a client can want a commit that is reachable from a ref, even if no ref points to it.',
      'AR-OLD-11': 'In version 0 the server refuses a missing object with an error of the protocol.',
      'AR-OLD-12': 'A fetch in version 1 gets the same response as in version 0.',
      'AR-OLD-13': 'Each round of a fetch with a depth begins with the shallow commits.',
      'AR-OLD-14':
        'A fetch with a depth and without `have` lines gets only the shallow section before `done`.',
    },
  ),
  ...statements(
    { passage: 'Git docs, gitprotocol-v2: fetch (shallow)', certainty: 'documented' },
    {
      'AR-SHALLOW-1': 'A depth of one sends only the wanted commits and names them as shallow.',
      'AR-SHALLOW-2': 'A depth counts commits along every line of history.',
      'AR-SHALLOW-3': 'A depth beyond the root makes nothing shallow.',
      'AR-SHALLOW-4':
        'A larger depth names the commits that are no longer shallow and sends the missing objects.',
      'AR-SHALLOW-5': 'The largest depth sends all history and makes nothing shallow.',
      'AR-SHALLOW-6': 'A smaller depth than before names its shallow commits again.',
      'AR-SHALLOW-7': 'A relative depth counts from the shallow commits of the client.',
      'AR-SHALLOW-8': '`deepen-since` sends the commits after a time.',
      'AR-SHALLOW-9': '`deepen-not` sends the commits that are not reachable from a ref.',
      'AR-SHALLOW-10':
        'The server does not assume that a shallow client has the parents of its shallow commits.',
      'AR-SHALLOW-11': '`deepen-since` and `deepen-not` together send the commits that both allow.',
      'AR-SHALLOW-12': 'The server refuses a depth together with a time.',
    },
  ),
  ...statements(
    { passage: 'Git docs, gitprotocol-v2: fetch (filter)', certainty: 'documented' },
    {
      'AR-FILTER-1': 'The filter `blob:none` sends only the blobs that the client wants by id.',
      'AR-FILTER-2': 'The filter `blob:limit` omits blobs of that size and above.',
      'AR-FILTER-3': 'The filter `tree:0` sends only commits.',
      'AR-FILTER-4': 'The filter `tree:1` sends commits and their root trees.',
      'AR-FILTER-5': 'A filter does not omit objects that the client wants by id.',
      'AR-FILTER-6': 'A filter `object:type` sends only objects of that type and the wanted ones.',
      'AR-FILTER-7': 'A filter `combine` omits what any of its filters omits.',
      'AR-FILTER-8': 'The server refuses an unknown filter.',
    },
  ),
]);
