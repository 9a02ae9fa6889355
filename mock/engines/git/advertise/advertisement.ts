import { type GitCapabilities, symref } from '../capabilities.ts';
import type { GitService, ProtocolVersion } from '../http/git-route.ts';
import { zeroId } from '../object-id.ts';
import { PacketWriter } from '../protocol/packets.ts';
import { type ListedRef, listedRefs, sortedRefs } from '../refs/list-refs.ts';
import type { GitRepository } from '../repository/git-repository.ts';

interface AdvertisementOptions {
  readonly service: GitService;
  /** The version that the client requests. receive-pack has no version 2 and answers as in version 0. */
  readonly version: ProtocolVersion;
  readonly capabilities: GitCapabilities;
}

/**
 * The body of the response to `GET info/refs?service=…`: the refs and the server's capabilities.
 *
 * @example
 * advertisement(repository, { service: 'git-upload-pack', version: 2, capabilities: allCapabilities }); // 000eversion 2\n…0000
 */
export function advertisement(
  repository: GitRepository,
  { service, version, capabilities }: AdvertisementOptions,
): Uint8Array {
  const writer = new PacketWriter();
  const isUpload = service === 'git-upload-pack';
  if (isUpload && version === 2) {
    // Git omits the line that names the service here, and clients accept both forms.
    writer.line('version 2');
    for (const capability of capabilities.commands) writer.line(capability);
    return writer.mark('flush').bytes();
  }
  writer.line(`# service=${service}`).mark('flush');
  if (version === 1) writer.line('version 1');
  const list = new RefList(writer, named(isUpload ? capabilities.fetch : capabilities.push, repository));
  if (isUpload) listPeeled(list, repository);
  else for (const ref of sortedRefs(repository.at.refs)) list.add(ref);
  list.end();
  for (const id of repository.shallow) writer.line(`shallow ${id}`);
  return writer.mark('flush').bytes();
}

/** Lists `HEAD` and all refs, and after each tag the object that it peels to. */
function listPeeled(list: RefList, { at, graph }: GitRepository): void {
  for (const ref of listedRefs(at)) {
    list.add(ref);
    const peeled = graph.peel(ref.id);
    if (peeled !== undefined && peeled.tags.length > 0) list.add({ name: `${ref.name}^{}`, id: peeled.id });
  }
}

/** Lines of refs; the first one carries the server's capabilities. */
class RefList {
  readonly #writer: PacketWriter;
  #capabilities: readonly string[] | undefined;

  constructor(writer: PacketWriter, capabilities: readonly string[]) {
    this.#writer = writer;
    this.#capabilities = capabilities;
  }

  add({ name, id }: ListedRef): void {
    const capabilities = this.#capabilities;
    this.#capabilities = undefined;
    this.#writer.line(capabilities ? `${id} ${name}\0${capabilities.join(' ')}` : `${id} ${name}`);
  }

  /** Without refs, Git sends its capabilities with a placeholder name; upload-pack since 2.41. */
  end(): void {
    if (this.#capabilities) this.add({ name: 'capabilities^{}', id: zeroId });
  }
}

/** Capabilities, with the branch of `HEAD`. From them a client of an empty repository learns the initial branch. */
function named(capabilities: readonly string[], { at: { refs, head } }: GitRepository): string[] {
  const branch = refs.has(head) || refs.size === 0 ? [`symref=HEAD:${head}`] : [];
  return capabilities.flatMap((one) => (one === symref ? branch : [one]));
}
