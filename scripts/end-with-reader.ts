import process from 'node:process';

/** Ends the command when the reader of its output closes the pipe early, as in `conform list | head`. */
export function endWithReader(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
}
