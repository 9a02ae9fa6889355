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
import type { WaitFor } from './waits.ts';
import type { WebhookAnswer, WebhookMailbox } from './webhook-receiver.ts';

/** Controls the clock of a target that claims the feature `clock`; the clock is released after the test. */
export interface TargetClock {
  /** Stops the clock at an RFC 3339 time in UTC, or now. */
  freeze(at?: string): Promise<void>;
  advance(seconds: number): Promise<void>;
  release(): Promise<void>;
}

/**
 * What a test works with: the API in the full role, helpers whose resources are removed afterwards, and checks of
 * single requirements.
 */
export interface TestContext extends Caller, Creation, OperationTools {
  /** Id of the run; part of the mark on everything it creates. */
  readonly run: string;
  /** The time limits of the run, in milliseconds. */
  readonly limits: TimeLimits;
  /** Waits for what the target does later. */
  readonly waitFor: WaitFor;
  /** The zone that the test has to itself while it runs. It may have other contents. */
  readonly zoneId: string;
  readonly zoneName: string;
  /** Account of the target; skips the test when the target names none. */
  readonly accountId: string;
  /** Whether the target has the API, and not only services outside of it. */
  readonly hasApi: boolean;
  /** Whether the target has an optional feature. */
  has(feature: Feature): boolean;
  /** The API in another role; skips the test when the target has no credentials for it. */
  as(role: Role): Caller;
  /** Skips the rest of the test. */
  skip(reason: string): never;

  /** Checks one requirement; records a failure and goes on with the test. */
  check(requirement: KnownRequirementId, judge: () => Promise<unknown> | unknown): Promise<boolean>;
  /** Names the purpose of the exchanges inside. */
  step<T>(name: string, action: () => Promise<T>): Promise<T>;
  /**
   * Reuses answers that other tests of the run got to identical requests. For requests that change nothing and get the
   * same answer each time.
   */
  sharing<T>(action: () => Promise<T>): Promise<T>;
  /** Runs before the resources of the test are removed, the last one added first. */
  after(action: () => Promise<unknown>): void;

  /** Fails unless the answer says that the request succeeded; `what` names the request. */
  expectSuccess(reply: Reply, what: string): void;
  /** Fails unless the answer is a refusal: `success` false with at least one error, and no 5xx. */
  expectFailure(reply: Reply, expected?: FailureExpectation): void;
  /** Sends a valid request and then faulty ones, which the target must refuse without changing anything. */
  refused(twin: Twin): Promise<void>;
  /** Runs an action, and fails if it changes anything in the zone. */
  unchanged<T>(action: () => Promise<T>, snapshot?: () => Promise<unknown>): Promise<T>;
  /** Configurations, rules and operations of the zone, or only some of them. */
  snapshot(...parts: SnapshotPart[]): Promise<Readonly<Record<string, unknown[] | null>>>;
  /** All records of a paginated list of the zone. */
  list(id: Parameters<Caller['ask']>[0], query?: Readonly<Record<string, unknown>>): Promise<unknown[]>;

  /** Sends a request to the zone. */
  edge(request: EdgeRequest): Promise<EdgeReply>;
  /** Records how the origin answers a path while no rule applies to it. */
  learn(request: EdgeRequest): Promise<void>;
  /** Whether an answer came from the origin. */
  reached(reply: EdgeReply): boolean;
  /** Sends a request to the zone; fails unless the origin answers. */
  reachesOrigin(request: EdgeRequest): Promise<EdgeReply>;
  /** Sends a request to the zone; fails unless the edge blocks it before the origin. */
  blocked(request: EdgeRequest): Promise<EdgeReply>;
  /** Security events of one edge request, oldest first; waits for at least `atLeast` of them. */
  events(reply: EdgeReply, atLeast?: number): Promise<SecurityEvent[]>;

  /** Opens a stream of an operation; closes it when the test ends. */
  stream(
    id: OperationId,
    input?: LooseInput,
    headers?: Readonly<Record<string, string>>,
  ): Promise<OpenStream>;

  /** A URL that the target can send webhooks to; skips the test when the target can't reach this machine. */
  webhook(answer?: WebhookAnswer): Promise<WebhookMailbox>;

  /**
   * A web site that the browser of the target can visit until the test ends; skips the test when the target can't reach
   * this machine.
   *
   * @param answers its answers by path, or a function that makes them from its base URL
   */
  site(answers: SiteAnswers | ((url: string) => SiteAnswers)): Promise<Site>;
  /** A web site that tests of the run share, so that they can share answers about it. */
  sharedSite(name: string, answers: SiteAnswers | ((url: string) => SiteAnswers)): Promise<Site>;
  /** Keeps pictures that differ from what is expected. */
  readonly pictures: PictureFiles;

  /**
   * PEM file of the authority that signed the certificates of the target; null where the machine trusts them already.
   */
  readonly certificate: string | null;
  /** Headers of every credential that the target has for the API, to check what else they authorize. */
  apiHeaders(): readonly Readonly<Record<string, string>>[];
  /** Namespaces, repositories and tokens from the target file. */
  readonly repositories: RepositoryNeeds;
  /** The next custom hostname of the target file that this test has not used; undefined where there is none left. */
  customHostname(): GivenHostname | undefined;
  /** Creates an empty Git repository for the test alone. */
  repository(options?: RepositoryWish): Promise<TestRepository>;
  /** Sends a request to a Git remote, and accepts any answer. */
  remote(request: RemoteRequest): Promise<RemoteReply>;
  /** Base URL of the object-storage example; skips the test when the target has none. */
  readonly objects: ObjectsSetting;
  /** Base URL of the code-interpreter example; skips the test when the target has none. */
  readonly interpreter: string;
  /** Base URL of the Worker of `fixtures/worker`; skips the test when the target has none. */
  readonly worker: WorkerSetting;
  /** Sends a request to an application, by default the object-storage example, and accepts any answer. */
  application(request: RemoteRequest, plane?: ApplicationPlane): Promise<RemoteReply>;

  readonly clock: TargetClock;
  /** The target's time in milliseconds since 1970: from its clock where it has one, else from its `Date` header. */
  now(): Promise<number>;
}
