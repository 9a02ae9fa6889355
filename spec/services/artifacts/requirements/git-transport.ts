import { defineRequirements } from '../../../requirement.ts';
import { statements } from '../../../statements.ts';
/** How Git travels over HTTP, and what a server says of itself and of its refs. */
export const gitTransportRequirements = defineRequirements([
  ...statements(
    { passage: 'Git docs, gitprotocol-http: Smart clients', certainty: 'documented' },
    {
      'AR-HTTP-1':
        'A discovery for fetching is answered as `application/x-git-upload-pack-advertisement` with status 200.',
      'AR-HTTP-2':
        'A discovery for pushing is answered as `application/x-git-receive-pack-advertisement` with status 200.',
      'AR-HTTP-3':
        'A POST that fetches is answered as `application/x-git-upload-pack-result` with status 200.',
      'AR-HTTP-4':
        'A POST that pushes is answered as `application/x-git-receive-pack-result` with status 200.',
      'AR-HTTP-5': 'Answers to Git forbid caches to keep them.',
      'AR-HTTP-6': 'A discovery of an unknown service is refused.',
      'AR-HTTP-7': 'A GET of the path of a service is refused.',
      'AR-HTTP-8': 'Keys of `Git-Protocol` that nobody knows are ignored.',
    },
  ),
  ...statements(
    { passage: 'Git docs, git-http-backend: run as version 2.39.5', certainty: 'observed' },
    { 'AR-HTTP-9': 'A POST whose content type is not that of the service is refused with status 415.' },
  ),
  ...statements(
    { passage: 'Git docs, gitprotocol-http', certainty: 'documented' },
    {
      'AR-HTTP-10': 'A request to fetch that is compressed with gzip is understood.',
      'AR-HTTP-11': 'A push that is sent in chunks, without its length, is understood.',
      'AR-HTTP-12': 'The four bytes that a client sends before a large push are answered with status 200.',
      'AR-HTTP-13': 'A request to fetch that is sent in chunks, without its length, is understood.',
    },
  ),
  ...statements(
    { passage: 'Git docs, gitprotocol-common: pkt-line format', certainty: 'documented' },
    {
      'AR-PKT-1': 'Lengths of packets are understood in lower and upper case.',
      'AR-PKT-2': 'Lines of a request are understood with and without a line feed at their end.',
      'AR-PKT-3': 'A refusal inside the protocol is a packet that starts with `ERR `.',
      'AR-PKT-4': 'No packet of an answer is longer than 65520 bytes, its length included.',
    },
  ),
  ...statements(
    { passage: 'inferred from Git docs, gitprotocol-common: pkt-line format', certainty: 'inferred' },
    {
      'AR-PKT-5': 'A request of a length that is no number is refused, and later ones are served.',
      'AR-PKT-6': 'A request that ends within a packet is refused, and later ones are served.',
      'AR-PKT-7': 'A request that is garbage is refused, and later ones are served.',
    },
  ),
  ...statements(
    { passage: 'Git docs, gitprotocol-pack: Reference discovery', certainty: 'documented' },
    {
      'AR-ADV-1': 'A discovery starts with the name of its service and a flush.',
      'AR-ADV-2': 'A discovery in version 1 says `version 1` before the refs.',
      'AR-ADV-3': 'A discovery in version 2 has the line `version 2` and then capabilities, and no refs.',
      'AR-ADV-4': '`HEAD` is the first ref of a discovery, if its branch exists.',
      'AR-ADV-5': 'Refs of a discovery are sorted by their bytes.',
      'AR-ADV-6':
        'An annotated tag is followed by the object that it stands for, however many tags lie between.',
      'AR-ADV-7': 'A discovery for pushing lists refs alone: no `HEAD`, and nothing peeled.',
      'AR-ADV-8':
        'A discovery for pushing to an empty repository carries capabilities after a line of zeros.',
      'AR-ADV-9': 'A discovery of an empty repository has no ref.',
      'AR-ADV-10': 'The capabilities name the branch that `HEAD` stands for.',
      'AR-ADV-11': 'A discovery for pushing that asks for version 2 is answered in an older one.',
      'AR-ADV-12': 'A tag of a file and a tag of a folder are peeled to it.',
      'AR-ADV-13': 'A `HEAD` whose branch does not exist is left out of a discovery.',
    },
  ),
  ...statements(
    {
      passage: 'Git docs, git-http-backend: run as version 2.39.5',
      certainty: 'observed',
      feature: 'git-server',
    },
    {
      'AR-ADV-14': 'The server fetches with every capability of Git itself.',
      'AR-ADV-15': 'The server takes pushes with every capability of Git itself.',
    },
  ),
  ...statements(
    { passage: 'Git docs, gitprotocol-v2: ls-refs', certainty: 'documented' },
    {
      'AR-LS-1': 'A list of refs without a prefix has all refs, and `HEAD` first.',
      'AR-LS-2': 'A list of refs has every ref whose name starts with one of the prefixes.',
      'AR-LS-3': 'A list of refs with `symrefs` says which branch `HEAD` stands for.',
      'AR-LS-4': 'A list of refs with `peel` says what annotated tags stand for.',
      'AR-LS-5': 'A list of refs says nothing of targets and peeled tags that nobody asks for.',
      'AR-LS-6': 'A list of refs with `unborn` names the branch of a `HEAD` that does not exist yet.',
      'AR-LS-7': 'A list of the refs of an empty repository is one flush.',
      'AR-LS-8': 'A command that nobody knows is answered with nothing, or an error of the protocol.',
      'AR-LS-9': 'A request of version 2 that is one flush is answered with nothing.',
      'AR-LS-10': 'A request for objects of SHA-256 is refused.',
      'AR-LS-11': 'Options that a client sends to the server do no harm.',
    },
  ),
  ...statements(
    { passage: 'Git docs, gitprotocol-v2: object-info', certainty: 'documented' },
    {
      'AR-LS-12': 'Sizes of objects are told to who asks for them.',
      'AR-LS-13': 'The size of an object that is not there is left out.',
    },
  ),
]);
/** What the service does with Git that Git itself leaves open. */
export const gitServiceRequirements = defineRequirements([
  ...statements(
    { passage: 'dbrekelmans/gitflare, spec/research/live/artifacts-git.md', certainty: 'observed' },
    {
      'AR-GIT-10': 'A repository that is `read_only` takes pushes all the same.',
      'AR-GIT-11': 'Refs that are neither branches nor tags are pushed, listed, fetched and deleted.',
      'AR-GIT-14':
        'A push from where the ref is not any more is reported as `unpack ok` and `ng <ref> stale ref`, with status 200.',
      'AR-GIT-12': 'A remote leads to its repository in whatever case its names are written.',
    },
  ),
  ...statements(
    { passage: 'dbrekelmans/gitflare, spec/research/live/artifacts-git.md', certainty: 'observed' },
    { 'AR-GIT-13': 'A path below a remote that is none of Git is not served, and neither are its files.' },
  ),
  ...statements(
    { passage: 'decision record 13: Git', certainty: 'inferred' },
    {
      'AR-GIT-15':
        'A request of Git LFS is refused with status 501 and a message, as `application/vnd.git-lfs+json`.',
      'AR-GIT-16': 'A remote without `.git` leads to its repository.',
    },
  ),
]);

/** What is sent to those who fetch. */
export const gitFetchRequirements = defineRequirements([
  ...statements(
    { passage: 'Git docs, gitprotocol-v2: fetch', certainty: 'documented' },
    {
      'AR-FETCH-1': 'A fetch of a commit gets a pack with all that the commit reaches.',
      'AR-FETCH-2': 'A fetch with `done` has no acknowledgments.',
      'AR-FETCH-3': 'A round without `done` acknowledges every commit that is common, and no other.',
      'AR-FETCH-4': 'A round in which nothing is common is answered with `NAK`, and without a pack.',
      'AR-FETCH-5': 'A round with `ready` goes on with the pack.',
      'AR-FETCH-6': 'A fetch with `wait-for-done` is never answered with `ready`.',
      'AR-FETCH-7': 'A fetch that asks only what is common gets acknowledgments alone.',
      'AR-FETCH-8': 'A fetch leaves out what the client says that it has.',
      'AR-FETCH-9': 'Commits of a client that the server has never seen are ignored.',
      'AR-FETCH-10': 'Any object that the server has can be wanted, whether a ref reaches it or not.',
      'AR-FETCH-11': 'A fetch of an object that the server lacks is refused.',
      'AR-FETCH-12': 'An argument that nobody knows is refused.',
      'AR-FETCH-13': 'A fetch with `no-progress` gets no words about progress.',
      'AR-FETCH-14': 'A fetch of what the client has gets a pack without objects.',
      'AR-FETCH-15': 'A fetch with `sideband-all` gets every section on bands.',
    },
  ),
  ...statements(
    { passage: 'Git docs, gitformat-pack', certainty: 'documented' },
    {
      'AR-PACK-1': 'A pack counts its objects and ends with the checksum of all before.',
      'AR-PACK-2': 'A pack holds no delta by offset where the client does not understand them.',
      'AR-PACK-3': 'A pack holds all bases of its deltas where the client asks for no thin one.',
      'AR-PACK-4': 'Submodules are named by trees, and their commits are not sent.',
      'AR-PACK-5': 'A fetch with `include-tag` gets the annotated tags of what it is sent.',
      'AR-PACK-6': 'A fetch of a tag of a tag gets both.',
      'AR-PACK-7': 'A pack holds no object twice.',
    },
  ),
  ...statements(
    { passage: 'Git docs, gitprotocol-pack: Packfile negotiation', certainty: 'documented' },
    {
      'AR-OLD-1': 'A clone in version 0 is answered with `NAK` and then the pack.',
      'AR-OLD-2': 'A round of version 0 without `done` is answered with acknowledgments and no pack.',
      'AR-OLD-3': 'Without `multi_ack` the first common commit alone is acknowledged.',
      'AR-OLD-4': 'With `multi_ack` common commits are acknowledged with `continue`.',
      'AR-OLD-5':
        'With `multi_ack_detailed` common commits are acknowledged with `common`, and then `ready`.',
      'AR-OLD-6':
        'A fetch of version 0 with `done` ends with an acknowledgment of what is common, and the pack.',
      'AR-OLD-7': 'With `no-done` the pack follows what is ready, without waiting for `done`.',
      'AR-OLD-8': 'A pack comes by itself where no band is asked for.',
      'AR-OLD-9': 'Packets of `side-band` are at most 1000 bytes long.',
      'AR-OLD-10': 'A commit that a ref reaches can be wanted in version 0, though no ref stands at it.',
      'AR-OLD-11': 'An object that the server lacks is refused in version 0 with an error of the protocol.',
      'AR-OLD-12': 'A fetch in version 1 is answered as in version 0.',
      'AR-OLD-13': 'Each round of a fetch with a depth tells first what is shallow.',
      'AR-OLD-14':
        'A fetch with a depth and without commits of its own gets the shallow part alone before `done`.',
    },
  ),
  ...statements(
    { passage: 'Git docs, gitprotocol-v2: fetch (shallow)', certainty: 'documented' },
    {
      'AR-SHALLOW-1': 'A depth of one gets the wanted commits alone, and names them as shallow.',
      'AR-SHALLOW-2': 'A depth counts commits along every line of history.',
      'AR-SHALLOW-3': 'A depth beyond the root leaves nothing shallow.',
      'AR-SHALLOW-4': 'A larger depth names what is no longer shallow, and sends what was missing.',
      'AR-SHALLOW-5': 'The largest depth sends all history, and leaves nothing shallow.',
      'AR-SHALLOW-6': 'A smaller depth than before names its shallow commits again.',
      'AR-SHALLOW-7': 'A relative depth counts from what was shallow.',
      'AR-SHALLOW-8': '`deepen-since` sends the commits since a time.',
      'AR-SHALLOW-9': '`deepen-not` sends the commits that a ref does not reach.',
      'AR-SHALLOW-10': 'A shallow client is not taken to have what lies behind its shallow commits.',
      'AR-SHALLOW-11': '`deepen-since` and `deepen-not` together send what both leave.',
      'AR-SHALLOW-12': 'A depth together with a time is refused.',
    },
  ),
  ...statements(
    { passage: 'Git docs, gitprotocol-v2: fetch (filter)', certainty: 'documented' },
    {
      'AR-FILTER-1': 'The filter `blob:none` sends no file that is not wanted by its id.',
      'AR-FILTER-2': 'The filter `blob:limit` leaves out files from that size on.',
      'AR-FILTER-3': 'The filter `tree:0` sends commits alone.',
      'AR-FILTER-4': 'The filter `tree:1` sends commits and their root folders.',
      'AR-FILTER-5': 'Objects that are wanted by their id are sent whatever the filter says.',
      'AR-FILTER-6': 'A filter `object:type` sends objects of that type alone, and what is wanted.',
      'AR-FILTER-7': 'A filter `combine` leaves out what one of its filters leaves out.',
      'AR-FILTER-8': 'A filter that nobody knows is refused.',
    },
  ),
  ...statements(
    { passage: 'inferred from Git docs, gitprotocol-v2: fetch (filter)', certainty: 'inferred' },
    { 'AR-FILTER-9': 'A filter by a list of paths in the repository is refused.' },
  ),
]);
