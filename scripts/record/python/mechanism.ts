/**
 * One way of being hostile, and programs that try it. `{{file}}` stands for the path of a file of the host (as a
 * Python string), `{{env}}` for the name of an environment variable (likewise), `{{port}}` for the number of a port
 * that someone listens on.
 */
export interface Mechanism {
  readonly name: string;
  readonly programs: readonly string[];
}
