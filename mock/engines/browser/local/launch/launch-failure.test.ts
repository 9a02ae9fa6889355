import { describe, expect, it } from 'vitest';
import {
  explainComplaints,
  explainSpawnError,
  isPacked,
  lacksSandbox,
  missingLibrary,
} from './launch-failure.ts';

const loading = (library: string) =>
  `/x/chromium: error while loading shared libraries: ${library}: cannot open shared object file: No such file or directory`;

describe('explainComplaints', () => {
  it.each([
    [loading('libgbm.so.1'), true, '/x/chromium: the shared library libgbm.so.1 is missing on this system'],
    [
      "/x/chromium: /lib/libc.so.6: version `GLIBC_2.34' not found (required by /x/chromium)",
      true,
      '/x/chromium: the C library of this system is too old, it has no GLIBC_2.34',
    ],
    [
      'one\ntwo\nthree\nfour\n',
      true,
      '/x/chromium: it ended as soon as it was started, and wrote: two | three | four',
    ],
    ['', false, '/x/chromium: it was started and did not answer'],
  ])('of %j says so', (complaints, ended, words) => {
    expect(explainComplaints(complaints, '/x/chromium', ended).message).toBe(words);
  });
});

describe('explainSpawnError', () => {
  it.each([
    ['ENOENT', /there is no such file/],
    ['EACCES', /may not be executed/],
    ['ENOEXEC', /no program of this system/],
    ['EMFILE', /too many files/],
  ])('of %s says what it means', (code, words) => {
    const error = Object.assign(new Error('too many files'), { code });
    const failure = explainSpawnError(error, '/x/chromium');
    expect(failure.message).toMatch(words);
    expect(failure.cause).toBe(error);
  });
});

describe('missingLibrary', () => {
  it.each([
    [loading('libnss3.so'), 'libnss3.so', true],
    [loading('/usr/lib/libexpat.so.1'), '/usr/lib/libexpat.so.1', true],
    [loading('libgbm.so.1'), 'libgbm.so.1', false],
  ])('of %j is %s, which is packed: %s', (complaints, library, packed) => {
    expect(missingLibrary(complaints)).toBe(library);
    expect(isPacked(library)).toBe(packed);
  });

  it('is none where none is missing', () => {
    expect(missingLibrary('DevTools listening')).toBeUndefined();
  });
});

describe('lacksSandbox', () => {
  it.each([
    ['[1:1:FATAL:zygote_host_impl_linux.cc(128)] No usable sandbox! If you are running on Ubuntu', true],
    ['Running as root without --no-sandbox is not supported.', true],
    ['Failed to move to new namespace: PID namespaces supported, Network namespace supported', true],
    [loading('libnss3.so'), false],
    ['', false],
  ])('of %j is %s', (complaints, expected) => {
    expect(lacksSandbox(complaints)).toBe(expected);
  });
});
