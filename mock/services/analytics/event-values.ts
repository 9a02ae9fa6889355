import type { EventFieldName } from '../../../spec/services/analytics/endpoints.ts';
import type { SecurityEvent } from '../../../spec/services/touchstone/schemas.ts';

/** A value of an event: text, a number, or a time in milliseconds since the epoch. */
export type EventValue = string | number;

const minute = 60_000;

const timeOf = ({ datetime }: SecurityEvent): number => Date.parse(datetime);
const cutTo = (step: number) => (event: SecurityEvent) => Math.floor(timeOf(event) / step) * step;

/** What each field of the dataset says of an event; times are numbers here, so that they compare as such. */
const values: Readonly<Record<EventFieldName, (event: SecurityEvent) => EventValue>> = {
  action: ({ action }) => action,
  clientASNDescription: () => '',
  clientAsn: ({ clientAsn }) => clientAsn,
  clientCountryName: ({ clientCountryName }) => clientCountryName,
  clientIP: ({ clientIP }) => clientIP,
  clientRequestHTTPHost: ({ clientRequestHTTPHost }) => clientRequestHTTPHost,
  clientRequestHTTPMethodName: ({ clientRequestHTTPMethodName }) => clientRequestHTTPMethodName,
  clientRequestHTTPProtocol: ({ clientRequestHTTPProtocol }) => clientRequestHTTPProtocol,
  clientRequestPath: ({ clientRequestPath }) => clientRequestPath,
  clientRequestQuery: ({ clientRequestQuery }) => clientRequestQuery,
  clientRequestScheme: ({ clientRequestScheme }) => clientRequestScheme,
  date: ({ datetime }) => datetime.slice(0, 10),
  datetime: timeOf,
  datetimeFifteenMinutes: cutTo(15 * minute),
  datetimeFiveMinutes: cutTo(5 * minute),
  datetimeHour: cutTo(60 * minute),
  datetimeMinute: cutTo(minute),
  description: ({ description }) => description,
  edgeColoName: ({ edgeColoName }) => edgeColoName,
  edgeResponseStatus: ({ edgeResponseStatus }) => edgeResponseStatus,
  kind: () => 'firewall',
  matchIndex: ({ matchIndex }) => matchIndex,
  originResponseStatus: ({ originResponseStatus }) => originResponseStatus,
  rayName: ({ rayName }) => rayName,
  ref: ({ ref }) => ref,
  ruleId: ({ ruleId }) => ruleId ?? '',
  rulesetId: ({ rulesetId }) => rulesetId ?? '',
  sampleInterval: ({ sampleInterval }) => sampleInterval,
  source: ({ source }) => source,
  userAgent: ({ userAgent }) => userAgent,
};

/** What a field of the dataset says of an event. */
export function eventValue(event: SecurityEvent, field: EventFieldName): EventValue {
  return values[field](event);
}
