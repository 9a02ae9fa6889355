import { PacketWriter } from '../protocol/packet-writer.ts';
import { SideBandWriter } from '../protocol/side-band-writer.ts';
import type { PushCommand, PushRequest } from './push-request.ts';

/** What became of a push. */
export interface PushReport {
  /** What was wrong with the pack; nothing when it was taken in, or none was needed. */
  readonly fault: string | undefined;
  /** Why a command was refused; those that are not here were done. */
  readonly refused: ReadonlyMap<PushCommand, string>;
  /** What the sender's user is told, line by line. */
  readonly messages: readonly string[];
}

const encoder = new TextEncoder();

/** The answer to a push in the form that its sender asked for; nothing where it asked for none. */
export function formatReport(push: PushRequest, report: PushReport): Uint8Array {
  const isAsked = push.asks('report-status') || push.asks('report-status-v2');
  const status = isAsked ? formatStatus(push, report) : new Uint8Array();
  if (!push.asks('side-band-64k')) return status;
  return inBands((bands) => {
    for (const message of report.messages) bands.progress(`${message}\n`);
    bands.data(status);
    bands.flush();
  });
}

/** Version 2 of the report differs only in what a server may add to it. */
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

/** What ends a push that can't be answered with a report, as Git's `die`. */
export function formatFailure(push: PushRequest, message: string): Uint8Array {
  if (push.asks('side-band-64k')) return inBands((bands) => bands.error(`${message}\n`));
  return new PacketWriter().text(`ERR ${message}`).bytes();
}

/** A packet that says nothing, and keeps a connection from being taken for dead. */
export function keepAlivePacket(): Uint8Array {
  return encoder.encode('0005\x02');
}

function inBands(write: (bands: SideBandWriter) => void): Uint8Array {
  const packets: Uint8Array[] = [];
  write(new SideBandWriter((packet) => packets.push(packet)));
  return concat(...packets, '0000');
}

function concat(...parts: readonly (Uint8Array | string)[]): Uint8Array {
  const pieces = parts.map((part) => (typeof part === 'string' ? encoder.encode(part) : part));
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
