import { styleText } from 'node:util';
import type { JournalReader } from '../../../mock/world/journal-reader.ts';
import {
  requestLogLimits as limits,
  type RequestLogMode,
} from '../../../spec/services/touchstone/request-log.ts';
import { isRefused, jsonFormat, prettyFormat } from './log-format.ts';
import { RequestLog } from './request-log.ts';

/** Makes the log of a server's requests, which prints from its start on; undefined for the mode `none`. */
export function openRequestLog(
  mode: RequestLogMode,
  journal: JournalReader,
  output: NodeJS.WriteStream,
): RequestLog | undefined {
  if (mode === 'none') return undefined;
  const log = new RequestLog({
    format: mode === 'json' ? jsonFormat : prettyFormat(hasColors(output)),
    characters: output.isTTY ? limits.terminalCharacters : undefined,
    wants: mode === 'errors' ? isRefused : () => true,
    write: (text) => write(output, text),
  });
  journal.listen((request) => log.add(request));
  return log;
}

/** Whether text for a stream may have colours: terminals, `NO_COLOR` and `FORCE_COLOR` decide. */
const hasColors = (stream: NodeJS.WriteStream) => styleText('red', ' ', { stream }) !== ' ';

/** Writes text; false when the reader has gone or the disk is full. */
async function write(stream: NodeJS.WriteStream, text: string): Promise<boolean> {
  try {
    return await new Promise<boolean>((resolve) => {
      stream.write(text, (error) => resolve(!error));
    });
  } catch {
    return false; // Deno throws when the disk is full.
  }
}
