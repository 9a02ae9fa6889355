import { defineRequirements } from '../../../requirement.ts';
import { statements } from '../../../statements.ts';

const sheet = 'fact sheet git-smart-http';

/** How Git travels over HTTP, and what a server says of itself and of its refs. */
export const gitTransportRequirements = defineRequirements([
  ...statements(
    { passage: `${sheet} 1`, certainty: 'documented' },
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
    { passage: `${sheet} 1`, certainty: 'observed' },
    { 'AR-HTTP-9': 'A POST whose content type is not that of the service is refused with status 415.' },
  ),
  ...statements(
    { passage: `${sheet} 2`, certainty: 'documented' },
    {
      'AR-HTTP-10': 'A request to fetch that is compressed with gzip is understood.',
      'AR-HTTP-11': 'A push that is sent in chunks, without its length, is understood.',
      'AR-HTTP-12': 'The four bytes that a client sends before a large push are answered with status 200.',
      'AR-HTTP-13': 'A request to fetch that is sent in chunks, without its length, is understood.',
    },
  ),
  ...statements(
    { passage: `${sheet} 3`, certainty: 'documented' },
    {
      'AR-PKT-1': 'Lengths of packets are understood in lower and upper case.',
      'AR-PKT-2': 'Lines of a request are understood with and without a line feed at their end.',
      'AR-PKT-3': 'A refusal inside the protocol is a packet that starts with `ERR `.',
      'AR-PKT-4': 'No packet of an answer is longer than 65520 bytes, its length included.',
    },
  ),
  ...statements(
    { passage: `${sheet} 3`, certainty: 'inferred' },
    {
      'AR-PKT-5': 'A request of a length that is no number is refused, and later ones are served.',
      'AR-PKT-6': 'A request that ends within a packet is refused, and later ones are served.',
      'AR-PKT-7': 'A request that is garbage is refused, and later ones are served.',
    },
  ),
  ...statements(
    { passage: `${sheet} 4`, certainty: 'documented' },
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
    { passage: `${sheet} 4`, certainty: 'observed', feature: 'git-server' },
    {
      'AR-ADV-14': 'The server fetches with every capability of Git itself.',
      'AR-ADV-15': 'The server takes pushes with every capability of Git itself.',
    },
  ),
  ...statements(
    { passage: `${sheet} 5, ls-refs`, certainty: 'documented' },
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
    { passage: `${sheet} 5, object-info`, certainty: 'documented' },
    {
      'AR-LS-12': 'Sizes of objects are told to who asks for them.',
      'AR-LS-13': 'The size of an object that is not there is left out.',
    },
  ),
]);
