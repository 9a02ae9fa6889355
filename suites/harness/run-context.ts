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
import type { WaitFor } from './waits.ts';
import type { WebhookReceiver } from './webhook-receiver.ts';

/** A zone that tests use one after the other. */
export interface TestZone {
  /** Null where the target has no zone. */
  readonly id: string | null;
  /** Null when the name is unknown. */
  readonly name: string | null;
}

/** State that all tests of one run share. */
export interface RunContext {
  /** Six letters or digits. */
  readonly run: string;
  readonly target: Target;
  /** Services without any endpoint that answers, and why their tests are skipped. */
  readonly absent: ReadonlyMap<string, string>;
  readonly catalogue: Catalogue;
  /** What the run knows about the operations of the target. */
  readonly routes: Routes;
  /** Repositories of the target file, and what the run knows about namespaces. */
  readonly stock: RepositoryStock;
  /** Operations by zone, for zones in which none can be saved. */
  readonly inventories: InventoryTools['inventories'];
  /** Replaces the models and the gateway of the suites by those of the target. */
  readonly models: ModelStandIns;
  readonly journal: CleanupJournal;
  readonly redactor: Redactor;
  readonly fetch: (request: Request) => Promise<Response>;
  readonly edgeFetch: EdgeFetch | null;
  /** The account whose clock tests read and control; null for the clock of the world. */
  readonly getClock: string | null;
  /** Receiver of webhooks; null when the target can't send any to this machine. */
  readonly webhooks: WebhookReceiver | null;
  /** Web sites of tests; null when the target can't reach this machine. */
  readonly sites: PageSites | null;
  /** Writes pictures that differ from the expected ones. */
  readonly pictures: PictureFiles;
  /** Creates repositories without the API; null to use the API. */
  readonly repositories: RepositoryProvider | null;
  /** Milliseconds until the whole answer must have arrived. */
  readonly timeout: number;
  /** All time limits in milliseconds; `request` equals `timeout`. */
  readonly limits: TimeLimits;
  /** Answers that tests share. */
  readonly shared: SharedAnswers;
  /** Waits for what the target does later. */
  readonly waitFor: WaitFor;
  /** A number that no other call in the run gets. */
  readonly serial: () => number;
  /** Limits on kinds that only a few tests may use at the same time. */
  readonly rooms: ReadonlyMap<ResourceKind, Room>;
  /** Admits and counts requests: those of one test in `runTest`, else those of setup and clean-up. */
  readonly meter: Meter;
  /** Ends the tests that run when the user ends the run. */
  readonly stop: AbortSignal;
  /** Ends the run once the target stops answering. */
  readonly breaker: Breaker;
}

/** Rooms for the tests of a run, by kind of resource. */
export function createRooms(): ReadonlyMap<ResourceKind, Room> {
  return new Map(
    resourceKinds.flatMap((kind) =>
      kind.testsAtOnce === undefined ? [] : [[kind, createRoom(kind.testsAtOnce)] as const],
    ),
  );
}

/** Creates a counter. */
export function createSerial(): () => number {
  let last = 0;
  return () => ++last;
}

/** The id of a new run: six letters or digits. */
export function newRunId(): string {
  return [...crypto.getRandomValues(new Uint8Array(6))].map((byte) => (byte % 36).toString(36)).join('');
}
