import { concatBytes } from '@noble/hashes/utils.js';
import { gitLimits } from '../../../../spec/engine-limits.ts';
import { GitError } from '../git-error.ts';
import { isObjectId, type ObjectId, zeroId } from '../object-id.ts';
import { latin1 } from '../objects/read-objects.ts';
import { type PacketReader, PacketWriter, packetText } from '../protocol/packets.ts';
import { SideBandWriter } from '../protocol/side-band-writer.ts';
import { decodeRefName } from '../refs/ref-name.ts';
import { assertObjectFormat } from '../upload-pack/fetch-request.ts';

/** One command of a push; `undefined` means no ref. */
export interface PushCommand {
  /** Unset if the bytes are not UTF-8. */
  readonly name: string | undefined;
  readonly nameBytes: Uint8Array;
  readonly from: ObjectId | undefined;
  readonly to: ObjectId | undefined;
}

const idDigits = 40;

const nameAt = idDigits * 2 + 2;

const space = 0x20;

/** The request before the pack of a push: gitprotocol-pack, "Reference Update Request". */
export class PushRequest {
  readonly commands: PushCommand[] = [];
  /** The sender's shallow commits. */
  readonly shallow = new Set<ObjectId>();
  /** The values of `git push -o`. */
  readonly options: string[] = [];
  readonly #offered: readonly string[];
  #capabilities: readonly string[] = [];

  /** @param offered the capabilities that the server advertised */
  constructor(offered: readonly string[]) {
    this.#offered = offered;
  }

  /** Whether the sender requested an available capability; known once its first command is read. */
  hasCapability(capability: string): boolean {
    return this.#capabilities.includes(capability) && this.#offered.includes(capability);
  }

  /** Whether a pack follows: Git sends one unless all commands delete. */
  get bringsPack(): boolean {
    return this.commands.some(({ to }) => to !== undefined);
  }

  /**
   * Reads up to the pack. What was read before an error is kept, so that the answer has the requested form.
   *
   * @throws GitError `bad-packet`, `too-large`, `not-supported`
   */
  async read(reader: PacketReader): Promise<void> {
    for await (const packet of reader.untilFlush()) this.#take(getLine(packet));
    if (this.commands.length === 0) return;
    if (!this.hasCapability('push-options')) return;
    for await (const packet of reader.untilFlush()) {
      const line = getLine(packet);
      if (this.options.length === gitLimits.pushOptions || line.length > gitLimits.pushOptionBytes)
        throw new GitError('too-large', 'too many push options, or too long ones');
      this.options.push(packetText(line));
    }
  }

  #take(line: Uint8Array): void {
    const end = line.indexOf(0);
    const command = end === -1 ? withoutLineFeed(line) : line.subarray(0, end);
    if (end !== -1 && this.commands.length === 0) {
      this.#capabilities = packetText(line.subarray(end + 1)).split(' ');
      // Read first: ids of another format have another length.
      const format = this.#capabilities.find((one) => one.startsWith('object-format='));
      if (format !== undefined) assertObjectFormat(format.slice('object-format='.length));
    }
    const text = latin1(command.subarray(0, nameAt));
    if (text.startsWith('push-cert'))
      throw new GitError('not-supported', 'push certificates are not supported');
    if (text.startsWith('shallow ')) {
      const id = latin1(command.subarray(8, 208));
      if (!isObjectId(id)) throw bad(`expected shallow sha, got '${id}'`);
      this.shallow.add(id);
      return;
    }
    const from = text.slice(0, idDigits).toLowerCase();
    const to = text.slice(idDigits + 1, nameAt - 1).toLowerCase();
    const hasForm = command[idDigits] === space && command[nameAt - 1] === space && command.length > nameAt;
    if (!hasForm || !isObjectId(from) || !isObjectId(to))
      throw bad(`expected old/new/ref, got '${packetText(command.subarray(0, 200))}'`);
    if (this.commands.length === gitLimits.commands)
      throw new GitError('too-large', `more than ${gitLimits.commands} commands in one push`);
    const nameBytes = command.slice(nameAt);
    this.commands.push({ name: getName(nameBytes), nameBytes, from: orNothing(from), to: orNothing(to) });
  }
}

const bad = (what: string) => new GitError('bad-packet', `protocol error: ${what}`);

function getLine(packet: Uint8Array | string): Uint8Array {
  if (typeof packet === 'string') throw bad(`unexpected ${packet} packet`);
  return packet;
}

const withoutLineFeed = (line: Uint8Array) => (line.at(-1) === 0x0a ? line.subarray(0, -1) : line);

const orNothing = (id: ObjectId) => (id === zeroId ? undefined : id);

function getName(bytes: Uint8Array): string | undefined {
  try {
    return decodeRefName(bytes);
  } catch (error) {
    if (error instanceof GitError) return undefined;
    throw error;
  }
}

/** The result of a push. */
export interface PushReport {
  /** The pack's error; unset if it was accepted or none was needed. */
  readonly fault: string | undefined;
  /** The reasons of refused commands; all others succeeded. */
  readonly refused: ReadonlyMap<PushCommand, string>;
  /** Lines to show the sender's user. */
  readonly messages: readonly string[];
}

const encoder = new TextEncoder();

/** The response to a push in the form that the sender requested; nothing if it requested none. */
export function formatReport(push: PushRequest, report: PushReport): Uint8Array {
  const isRequested = push.hasCapability('report-status') || push.hasCapability('report-status-v2');
  const status = isRequested ? formatStatus(push, report) : new Uint8Array();
  if (!push.hasCapability('side-band-64k')) return status;
  return inBands((bands) => {
    for (const message of report.messages) bands.progress(`${message}\n`);
    bands.data(status);
    bands.flush();
  });
}

/** Version 2 of the report differs only in what a server may add. */
function formatStatus(push: PushRequest, { fault, refused }: PushReport): Uint8Array {
  const writer = new PacketWriter();
  writer.line(`unpack ${fault ?? 'ok'}`);
  for (const command of push.commands) {
    const reason = refused.get(command);
    if (reason === undefined) writer.data(concat('ok ', command.nameBytes, '\n'));
    else writer.data(concat('ng ', command.nameBytes, ` ${reason}\n`));
  }
  return writer.mark('flush').bytes();
}

/** Ends a push that can't be answered with a report, like Git's `die`. */
export function formatFailure(push: PushRequest, message: string): Uint8Array {
  if (push.hasCapability('side-band-64k')) return inBands((bands) => bands.error(`${message}\n`));
  return new PacketWriter().text(`ERR ${message}`).bytes();
}

/** An empty packet that keeps the connection from being treated as dead. */
export function keepAlivePacket(): Uint8Array {
  return encoder.encode('0005\x02');
}

function inBands(write: (bands: SideBandWriter) => void): Uint8Array {
  const packets: Uint8Array[] = [];
  write(new SideBandWriter((packet) => packets.push(packet)));
  return concat(...packets, '0000');
}

function concat(...parts: readonly (Uint8Array | string)[]): Uint8Array {
  return concatBytes(...parts.map((part) => (typeof part === 'string' ? encoder.encode(part) : part)));
}
