import type { SecurityEvent } from '../../../../spec/services/touchstone/schemas.ts';

/** What a reader looks for; an empty member matches every event. */
export interface EventFilter {
  readonly text: string;
  readonly action: string;
  readonly source: string;
}

/** Whether an event matches a filter. Each word of the text must be in one of its members. */
export function toEventTest({ text, action, source }: EventFilter): (event: SecurityEvent) => boolean {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return (event) =>
    (action === '' || event.action === action) &&
    (source === '' || event.source === source) &&
    (words.length === 0 || words.every((word) => getText(event).includes(word)));
}

function getText(event: SecurityEvent): string {
  const { description, ref, ruleId, rayName, userAgent, clientRequestHTTPMethodName, clientIP } = event;
  const { clientRequestHTTPHost, clientRequestPath, clientRequestQuery, edgeResponseStatus } = event;
  const reasons = event.token_validation_violations.map(({ reason }) => reason);
  return [
    description,
    ref,
    ruleId,
    rayName,
    userAgent,
    clientRequestHTTPMethodName,
    clientIP,
    `${clientRequestHTTPHost}${clientRequestPath}${clientRequestQuery}`,
    edgeResponseStatus,
    ...reasons,
  ]
    .join('\n')
    .toLowerCase();
}
