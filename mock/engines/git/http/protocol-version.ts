/** The versions of the protocol that there are. */
export type ProtocolVersion = 0 | 1 | 2;

/**
 * The version that a client asks for in its header `Git-Protocol`: a list with colons, of which other keys are passed
 * over, and unknown versions too. Of several the highest counts, as in Git.
 */
export function readProtocolVersion(header: string | null): ProtocolVersion {
  let version: ProtocolVersion = 0;
  for (const part of header?.split(':') ?? []) {
    const value = part.trim();
    if (value === 'version=2') version = 2;
    else if (value === 'version=1' && version === 0) version = 1;
  }
  return version;
}
