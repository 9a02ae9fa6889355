import type { Reply } from '../../spec/client.ts';
import type { OperationId } from '../../spec/contract.ts';
import type { Feature } from '../../spec/requirement.ts';
import type { KnownRequirementId } from '../../spec/requirements.ts';
import type { SecurityEvent } from '../../spec/services/touchstone/schemas.ts';
import type { Caller, LooseInput } from './caller.ts';
import type { Creation } from './creation.ts';
import type { EdgeReply, EdgeRequest } from './edge.ts';
import type { ApplicationPlane } from './exchange.ts';
import type { RemoteReply, RemoteRequest } from './git-remote.ts';
import type { GivenHostname } from './needed/members.ts';
import type { OperationTools } from './needed/operations.ts';
import type { RepositoryNeeds } from './needed/repositories.ts';
import type { OpenStream } from './open-stream.ts';
import type { Site, SiteAnswers } from './page-sites.ts';
import type { PictureFiles } from './picture-judge.ts';
import type { FailureExpectation, Twin } from './refusals.ts';
import type { RepositoryWish, TestRepository } from './repositories.ts';

import type { SnapshotPart } from './snapshot.ts';
import type { ObjectsSetting, Role, WorkerSetting } from './target.ts';
import type { TimeLimits } from './time-limits.ts';
import type { WebhookAnswer, WebhookMailbox } from './webhook-receiver.ts';

/** Steers the clock of a target that claims the feature `clock`; it is released after the test. */
export interface TargetClock {
  /** Stops the clock at an RFC 3339 time in UTC, or now. */
  freeze(at?: string): Promise<void>;
  advance(seconds: number): Promise<void>;
  release(): Promise<void>;
}

/**
 * What a test works with: the API in the full role, helpers that create what the clean-up removes again,
 * and judgements that are bound to requirements.
 */
export interface TestContext extends Caller, Creation, OperationTools {
  /** Id of the run; part of the mark that everything it creates carries. */
  readonly run: string;
  /** Milliseconds of the time limits of the run. */
  readonly limits: TimeLimits;
  /** The zone this test has for itself while it runs. Other things may exist in it. */
  readonly zoneId: string;
  readonly zoneName: string;
  /** Account of the target; the test is skipped when the target names none. */
  readonly accountId: string;
  /** Whether the target has an optional feature. */
  has(feature: Feature): boolean;
  /** The API in another role; the test is skipped when the target has no credentials for it. */
  as(role: Role): Caller;
  /** Ends the test as skipped. */
  skip(reason: string): never;

  /** Judges one requirement; a failure is noted and the test goes on. */
  check(requirement: KnownRequirementId, judge: () => Promise<unknown> | unknown): Promise<boolean>;
  /** Names what the exchanges inside are for. */
  step<T>(name: string, action: () => Promise<T>): Promise<T>;
  /**
   * Takes answers from other tests of the run that sent the same requests word for word; for requests that change
   * nothing and get the same answer each time.
   */
  sharing<T>(action: () => Promise<T>): Promise<T>;
  /** Runs before the resources of the test are removed, last given first. */
  after(action: () => Promise<unknown>): void;

  /** Fails unless the answer says that the request succeeded; `what` names the request. */
  expectSuccess(reply: Reply, what: string): void;
  /** Fails unless the answer is a refusal: `success` false with at least one error, and no 5xx. */
  expectFailure(reply: Reply, expected?: FailureExpectation): void;
  /** Sends a valid request and then faulty ones, which must be refused and change nothing. */
  refused(twin: Twin): Promise<void>;
  /** Runs something that must change nothing of the zone. */
  unchanged<T>(action: () => Promise<T>, snapshot?: () => Promise<unknown>): Promise<T>;
  /** Configurations, rules and operations of the zone, or only some of them. */
  snapshot(...parts: SnapshotPart[]): Promise<Readonly<Record<string, unknown[] | null>>>;
  /** All records of a paginated list of the zone. */
  list(id: Parameters<Caller['ask']>[0], query?: Readonly<Record<string, unknown>>): Promise<unknown[]>;

  /** Sends a request to the zone. */
  edge(request: EdgeRequest): Promise<EdgeReply>;
  /** Learns how the origin answers a path, while nothing applies to it. */
  learn(request: EdgeRequest): Promise<void>;
  /** Whether an answer came from the origin. */
  reached(reply: EdgeReply): boolean;
  /** Sends a request to the zone; fails unless the origin answers. */
  reachesOrigin(request: EdgeRequest): Promise<EdgeReply>;
  /** Sends a request to the zone; fails unless it is stopped before the origin. */
  blocked(request: EdgeRequest): Promise<EdgeReply>;
  /** Security events of one edge request, oldest first; waits until `atLeast` of them are there. */
  events(reply: EdgeReply, atLeast?: number): Promise<SecurityEvent[]>;

  /** Listens to an operation that answers with a stream; closed when the test ends. */
  stream(
    id: OperationId,
    input?: LooseInput,
    headers?: Readonly<Record<string, string>>,
  ): Promise<OpenStream>;

  /** A URL that the target can send webhooks to; the test is skipped when it can't reach this machine. */
  webhook(answer?: WebhookAnswer): Promise<WebhookMailbox>;

  /**
   * A web site that the browser of the target can visit, until the test ends; the test is skipped when the target
   * can't reach this machine.
   *
   * @param answers what it has by path, or what makes that of its base URL
   */
  site(answers: SiteAnswers | ((url: string) => SiteAnswers)): Promise<Site>;
  /** A web site that tests of the run have together, so that they can share what is read from it. */
  sharedSite(name: string, answers: SiteAnswers | ((url: string) => SiteAnswers)): Promise<Site>;
  /** Keeps pictures that are not as they should be. */
  readonly pictures: PictureFiles;

  /** PEM file of what signed the certificates of the target; null where the machine trusts them. */
  readonly certificate: string | null;
  /** Headers of every credential for the API that the target has, to see what else they open. */
  apiHeaders(): readonly Readonly<Record<string, string>>[];
  /** Namespaces, repositories and tokens that the target file gives. */
  readonly repositories: RepositoryNeeds;
  /** The next custom hostname of the target file that this test has not had; undefined where there is none. */
  customHostname(): GivenHostname | undefined;
  /** Makes an empty repository of Git that the test has for itself. */
  repository(wish?: RepositoryWish): Promise<TestRepository>;
  /** Sends a request to a remote of Git; whatever comes back is taken. */
  remote(request: RemoteRequest): Promise<RemoteReply>;
  /** Where the object-storage example is; the test is skipped when the target has none. */
  readonly objects: ObjectsSetting;
  /** Base URL of the code-interpreter example; the test is skipped when the target has none. */
  readonly interpreter: string;
  /** Where the Worker of `fixtures/worker` is; the test is skipped when the target has none. */
  readonly worker: WorkerSetting;
  /** Sends a request to an application, the object-storage example where left out; whatever comes back is taken. */
  application(request: RemoteRequest, plane?: ApplicationPlane): Promise<RemoteReply>;

  readonly clock: TargetClock;
  /** The target's time in milliseconds since 1970: its clock where it shows one, else its `Date` header. */
  now(): Promise<number>;
}
