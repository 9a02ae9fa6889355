/** What a thread is to reach: a file, a port of loopback on which somebody listens, a process. */
export interface Canary {
  readonly file: string;
  readonly port: number;
  readonly pid: number;
}
