import { z } from 'zod';

const entry = z.object({ code: z.int(), message: z.string().min(1) });

/**
 * Errors of the runtime of hosted models: `result` is an object without members, not null, and `message`
 * stands before `code` (fact sheet inference, section 1).
 */
export const runtimeErrorSchema = z.object({
  errors: z.array(entry).min(1),
  success: z.literal(false),
  result: z.strictObject({}),
  messages: z.array(z.unknown()),
});

export type RuntimeError = z.infer<typeof runtimeErrorSchema>;

/**
 * Errors of the gateway: `error` in the singular, and `result` an empty list. `errors` says the same once
 * more for clients that know only that name (inferred: section 7.2).
 */
export const gatewayErrorSchema = z.object({
  success: z.literal(false),
  result: z.array(z.never()),
  messages: z.array(z.unknown()),
  error: z.array(entry).min(1),
  errors: z.array(entry).min(1).optional(),
  name: z.literal('AiGatewayError'),
  httpCode: z.int().min(400).max(599),
  internalCode: z.int(),
  message: z.string().min(1),
  description: z.string(),
});

export type GatewayError = z.infer<typeof gatewayErrorSchema>;

/** The body by which the runtime refuses. */
export function runtimeError(code: number, message: string): RuntimeError {
  return { errors: [{ message, code }], success: false, result: {}, messages: [] };
}

/**
 * The body by which the gateway refuses.
 *
 * @example
 * gatewayError(429, 2003, 'Rate limited').error // [{ code: 2003, message: 'Rate limited' }]
 */
export function gatewayError(status: number, code: number, message: string): GatewayError {
  return {
    success: false,
    result: [],
    messages: [],
    error: [{ code, message }],
    errors: [{ code, message }],
    name: 'AiGatewayError',
    httpCode: status,
    internalCode: code,
    message,
    description: message,
  };
}
