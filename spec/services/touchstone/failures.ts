import { defineFailures, failure } from '../../failure.ts';

/** Failures of the admin API, which is ours. */
export const touchstoneFailures = defineFailures({
  'admin-forbidden': failure(403, 1403).inferred(
    'The admin API answers only on loopback, to this machine and its pages, or with the admin token as Authorization: Bearer',
  ),
  'host-malformed': failure(400, 1496).inferred('The request needs one Host header, with or without a port'),
  'host-unknown': failure(421, 1497).inferred(
    'This server does not answer for the host {host}: use localhost, or start it with --public-host {host} (publicHosts of listen)',
  ),
  'origin-refused': failure(403, 1498).inferred(
    'The server runs programs for pages of this machine, not for those of {origin}: allow them with --cors {origin} (cors of listen)',
  ),
  'foreign-page': failure(403, 1484).inferred(
    'This operation needs no token, so pages of {origin} may not call it: allow them with --cors {origin} (cors of listen)',
  ),
  'disk-full': failure(507, 1499).inferred(
    'The disk of this server is full ({code}): free some space and try again',
  ),
  'files-exhausted': failure(503, 1489).inferred(
    'This server has no file handle left ({code}): try again, or raise its limit (ulimit -n)',
  ),
  'state-taken-over': failure(503, 1488).inferred('{problem}'),
  'document-record-unknown': failure(404, 1550).inferred('There is nothing at {path}'),
  'document-record-exists': failure(409, 1551).inferred('There is one with the {member} {value} already'),
  'document-media-type': failure(415, 1553).inferred(
    'Content-Type {value} is not supported here: send the body as {types}',
  ),
  'document-schema-unusable': failure(501, 1552).inferred('{problem}'),
  'document-effect-unkept': failure(501, 1554).inferred(
    'The mock does not do what {method} {path} asks for, so nothing has happened. Answer it with mock.onDocument, or start with --samples for an invented answer (operation {id})',
  ),
  'tenant-unknown': failure(404, 1495).inferred(
    'There is no tenant with the account {id}: it was removed, or the mock was reset',
  ),
  'fault-unknown': failure(404, 1491).inferred('There is no fault {id}; the list has the existing ones'),
  'fault-told': failure(500, 1492).inferred('A fault set the status {status} of this answer: {id}'),
  'snapshot-unknown': failure(404, 1493).inferred('{problem}'),
  'snapshots-full': failure(409, 1494).inferred('{problem}'),
  'journal-entry-unknown': failure(404, 1487).inferred(
    'The journal has no entry {id}: it was never there, or newer requests have replaced it',
  ),
  'bucket-unknown': failure(404, 1479).inferred(
    'There is no bucket {name} in this account: the first object that is put creates it',
  ),
  'object-unknown': failure(404, 1478).inferred('The bucket {bucket} has no object {key}'),
  'object-encrypted': failure(403, 1477).inferred(
    'The object {key} was put with an encryption key (SSE-C), so only a Worker with that key can read it',
  ),
  'rendering-unknown': failure(404, 1476).inferred(
    'There is no rendering {id} in this account: the oldest are deleted; the list has the kept ones',
  ),
  'rendering-not-kept': failure(404, 1475).inferred('Of the rendering {id}, {what} was not kept: {reason}'),
  'replay-refused': failure(409, 1486).inferred('{problem}'),
  'connection-ended': failure(502, 1485).inferred(
    'A fault ended the connection without an answer; the journal has its entry',
  ),
  'model-reply-unknown': failure(404, 1490).inferred(
    'There is no model reply {id}; the list has the existing ones',
  ),
});
