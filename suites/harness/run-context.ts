import type { Breaker } from './breaker.ts';
import type { Catalogue } from './catalogue.ts';
import type { CleanupJournal } from './cleanup-journal.ts';
import type { EdgeFetch } from './edge.ts';
import type { Meter } from './meter.ts';
import type { ModelStandIns } from './needed/models.ts';
import type { InventoryTools } from './needed/operations.ts';
import type { RepositoryStock } from './needed/repositories.ts';
import type { Routes } from './needed/routes.ts';
import type { PageSites } from './page-sites.ts';
import type { PictureFiles } from './picture-judge.ts';
import type { Redactor } from './redact.ts';
import type { RepositoryProvider } from './repositories.ts';
import { type ResourceKind, resourceKinds } from './resources.ts';
import { createRoom, type Room, type SharedAnswers } from './shared-answers.ts';

import type { Target } from './target.ts';
import type { TimeLimits } from './time-limits.ts';
import type { WebhookReceiver } from './webhook-receiver.ts';

/** A zone that tests use one after the other. */
export interface TestZone {
  /** Null where the target has no zone. */
  readonly id: string | null;
  /** Null where nobody says its name. */
  readonly name: string | null;
}

/** What all tests of one run share. */
export interface RunContext {
  /** Six letters or digits. */
  readonly run: string;
  readonly target: Target;
  /** Services of which no endpoint answers, and why their tests are skipped. */
  readonly absent: ReadonlyMap<string, string>;
  readonly catalogue: Catalogue;
  /** What is known of the operations of the target. */
  readonly routes: Routes;
  /** Repositories of the target file, and what is known of its namespaces. */
  readonly stock: RepositoryStock;
  /** Operations by zone, where none can be saved. */
  readonly inventories: InventoryTools['inventories'];
  /** Puts models and gateway of the target in the place of those that the suites name. */
  readonly models: ModelStandIns;
  readonly journal: CleanupJournal;
  readonly redactor: Redactor;
  readonly fetch: (request: Request) => Promise<Response>;
  readonly edgeFetch: EdgeFetch | null;
  /** The account whose clock tests read and steer; null for the clock of the world. */
  readonly getClock: string | null;
  /** Where webhooks arrive; null when the target can't send any here. */
  readonly webhooks: WebhookReceiver | null;
  /** Where tests have web sites; null when the target can't reach this machine. */
  readonly sites: PageSites | null;
  /** Where pictures are kept that are not as they should be. */
  readonly pictures: PictureFiles;
  /** Makes repositories without the API; null where the API makes them. */
  readonly repositories: RepositoryProvider | null;
  /** Milliseconds until an answer must have arrived whole. */
  readonly timeout: number;
  /** Milliseconds of all time limits; `request` is `timeout`. */
  readonly limits: TimeLimits;
  /** Answers that tests share; null where each test is to ask for itself, because it runs several times. */
  readonly shared: SharedAnswers | null;
  /** A number that no other call of the run gets. */
  readonly serial: () => number;
  /** Room for what only a few tests may have some of at the same time. */
  readonly rooms: ReadonlyMap<ResourceKind, Room>;
  /** Lets requests go, and counts them: those of one test in `runTest`, else those that prepare and tidy up. */
  readonly meter: Meter;
  /** Ends the run once the target answers nobody any more. */
  readonly breaker: Breaker;
}

/** Room for the tests of a run, by what they make. */
export function createRooms(): ReadonlyMap<ResourceKind, Room> {
  return new Map(
    resourceKinds.flatMap((kind) =>
      kind.testsAtOnce === undefined ? [] : [[kind, createRoom(kind.testsAtOnce)] as const],
    ),
  );
}

/** Makes a counter. */
export function createSerial(): () => number {
  let last = 0;
  return () => ++last;
}

/** The id of a new run: six letters or digits. */
export function newRunId(): string {
  return [...crypto.getRandomValues(new Uint8Array(6))].map((byte) => (byte % 36).toString(36)).join('');
}
