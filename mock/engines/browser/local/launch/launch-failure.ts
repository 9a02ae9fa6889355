/** Why a browser did not start, in words that say what to do. */
export class LaunchFailure extends Error {
  override readonly name = 'LaunchFailure';
}

/** Libraries that the packed browser brings with it, for systems that lack them. */
const packedLibraries = /lib(?:nss3|nssutil3|nspr4|plc4|plds4|softokn3|freebl3|freeblpriv3|expat)\.so/;

/** The library that a browser's error output says is missing. */
export const missingLibrary = (complaints: string): string | undefined =>
  /error while loading shared libraries: ([^:\s]+)/.exec(complaints)?.[1];

/** Whether it is one that the packed browser brings. */
export const isPacked = (library: string): boolean => packedLibraries.test(library);

/** Whether a browser ended because it could not lock its processes in. */
export const lacksSandbox = (complaints: string): boolean =>
  /no usable sandbox|without --no-sandbox|sandbox helper|zygote_host|move to new namespace|namespace_sandbox|credentials\.cc|Operation not permitted/i.test(
    complaints,
  );

/** Says why a file could not be executed, from what the system says. */
export function explainSpawnError(error: unknown, executable: string): LaunchFailure {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const words: Record<string, string> = {
    ENOENT: 'there is no such file, or the loader it needs is missing (a glibc program on a musl system)',
    EACCES: 'it may not be executed: it lacks the right, or its file system is mounted without (noexec)',
    ENOEXEC: 'it is no program of this system or of this kind of processor',
    ETXTBSY: 'it is being written',
  };
  const why = (typeof code === 'string' && words[code]) || String(error);
  return new LaunchFailure(`${executable}: ${why}`, { cause: error });
}

/** Says why a browser that was started ended or kept silent, from what it wrote. */
export function explainComplaints(complaints: string, executable: string, ended: boolean): LaunchFailure {
  const library = missingLibrary(complaints);
  if (library !== undefined) {
    return new LaunchFailure(`${executable}: the shared library ${library} is missing on this system`);
  }
  const symbols = /version `([^']+)' not found/.exec(complaints)?.[1];
  if (symbols !== undefined) {
    return new LaunchFailure(`${executable}: the C library of this system is too old, it has no ${symbols}`);
  }
  const last = complaints.trim().split('\n').slice(-3).join(' | ').slice(-500);
  const what = ended ? 'it ended as soon as it was started' : 'it was started and did not answer';
  return new LaunchFailure(`${executable}: ${what}${last === '' ? '' : `, and wrote: ${last}`}`);
}
