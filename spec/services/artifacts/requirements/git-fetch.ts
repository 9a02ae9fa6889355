import { defineRequirements } from '../../../requirement.ts';
import { statements } from '../../../statements.ts';

const sheet = 'fact sheet git-smart-http';

/** What is sent to those who fetch. */
export const gitFetchRequirements = defineRequirements([
  ...statements(
    { passage: `${sheet} 5, fetch`, certainty: 'documented' },
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
    { passage: `${sheet} 9`, certainty: 'documented' },
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
    { passage: `${sheet} 6`, certainty: 'documented' },
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
    { passage: `${sheet} 7`, certainty: 'documented' },
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
    { passage: `${sheet} 8`, certainty: 'documented' },
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
    { passage: `${sheet} 8`, certainty: 'inferred' },
    { 'AR-FILTER-9': 'A filter by a list of paths in the repository is refused.' },
  ),
]);
