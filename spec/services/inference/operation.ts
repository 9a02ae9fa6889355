import type { z } from 'zod';
import type { Endpoint } from '../../endpoint.ts';
import type { FailureName } from '../../errors.ts';
import type { AiGatewayFailureName } from '../ai-gateway/failures.ts';
import type { InferenceFailureName } from './failures.ts';
import type { ExtraBody, ModelFormat } from './models/entry.ts';

/** Failures that operations of inference and its gateway can give. */
export type OperationFailure = FailureName | InferenceFailureName | AiGatewayFailureName;

/**
 * An operation of inference or its gateway: an {@link Endpoint} with what those have and no other service
 * does. A path may end in `{+name}`, which takes the rest of it, slashes and all (the notation of RFC 6570).
 */
export interface Operation<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Result extends z.ZodType = z.ZodType,
> extends Omit<Endpoint<Params, Query, Body, Result>, 'access' | 'errors' | 'refusals'> {
  readonly access: { readonly kind: 'api'; readonly permissions: readonly string[] };
  readonly errors: readonly OperationFailure[];
  readonly refusals?: readonly {
    readonly of: FailureName;
    readonly at?: string;
    readonly as: OperationFailure;
  }[];
  /** Schema of the request headers that it reads, by their lower-case names. */
  readonly headers?: z.ZodType;
  /** Schema of the response headers that it may have. */
  readonly answerHeaders?: z.ZodType;
  /** Bodies that it takes beside JSON; with `multipart` alone it takes no JSON. */
  readonly takes?: readonly ExtraBody[];
  /** Schema of the data of each event, where it can answer as a stream of events. */
  readonly events?: z.ZodType;
  /** Whether each event has its type as its name. */
  readonly namedEvents?: true;
  /** Data of the last event, which is no JSON. */
  readonly streamEnd?: string;
  /** Whether it can answer bare bytes. */
  readonly givesBytes?: true;
  /** Names in which further credentials may stand: `x-api-key`. */
  readonly credentialHeaders?: readonly string[];
  /** The format whose errors it answers; left out, the envelope. */
  readonly format?: ModelFormat;
}

/** Checks one operation's shape at compile time and keeps its types. */
export function operation<
  const Params extends z.ZodType,
  const Query extends z.ZodType,
  const Result extends z.ZodType,
  const Body extends z.ZodType = z.ZodNever,
>(declaration: Operation<Params, Query, Body, Result>): Operation<Params, Query, Body, Result> {
  return declaration;
}

/** Permissions of inference: seed, Authentication; fact sheet inference, section 1. */
export const inferencePermissions = ['Workers AI Edit', 'Workers AI Read'] as const;

/** Those of the gateway's configuration, logs and routes. */
export const gatewayEditPermissions = ['AI Gateway Edit'] as const;
export const gatewayReadPermissions = ['AI Gateway Edit', 'AI Gateway Read'] as const;
