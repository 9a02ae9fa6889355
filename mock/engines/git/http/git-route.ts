/** The two services of smart HTTP: one is read from, one is written to. */
export type GitService = 'git-upload-pack' | 'git-receive-pack';

/** What a request below the URL of a repository asks for. */
export interface GitRoute {
  readonly service: GitService;
  /** Whether it asks what is there, or sends commands. */
  readonly step: 'advertise' | 'exchange';
}
