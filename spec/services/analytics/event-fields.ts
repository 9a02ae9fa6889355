/** Scalars of the analytics schema, by the platform's names. */
export type AnalyticsScalar = 'string' | 'uint8' | 'uint16' | 'uint32' | 'uint64' | 'Time' | 'Date';

/** One field of the dataset of security events. */
export interface EventField {
  readonly type: Exclude<AnalyticsScalar, 'uint64'>;
  readonly description: string;
}

const field = (type: EventField['type'], description: string): EventField => ({ type, description });

/**
 * The scalar fields of `firewallEventsAdaptive`: each can be asked for, filtered by and sorted by. Names as in
 * the platform's schema (fact sheet token-validation, section 6, and its public examples).
 */
export const eventFields = {
  action: field('string', 'What was done about the request: block, log, managedchallenge ...'),
  clientASNDescription: field('string', 'Name of the autonomous system of the client'),
  clientAsn: field('string', 'Number of the autonomous system of the client'),
  clientCountryName: field('string', 'Country of the client as two letters'),
  clientIP: field('string', 'Address of the client'),
  clientRequestHTTPHost: field('string', 'Host that the client asked for'),
  clientRequestHTTPMethodName: field('string', 'Method of the request'),
  clientRequestHTTPProtocol: field('string', 'Protocol of the request'),
  clientRequestPath: field('string', 'Path of the request'),
  clientRequestQuery: field('string', 'Query of the request with its question mark'),
  clientRequestScheme: field('string', 'Scheme of the request'),
  date: field('Date', 'Day of the event'),
  datetime: field('Time', 'Time of the event'),
  datetimeFifteenMinutes: field('Time', 'Time of the event, cut to fifteen minutes'),
  datetimeFiveMinutes: field('Time', 'Time of the event, cut to five minutes'),
  datetimeHour: field('Time', 'Time of the event, cut to the hour'),
  datetimeMinute: field('Time', 'Time of the event, cut to the minute'),
  description: field('string', 'Description of the rule'),
  edgeColoName: field('string', 'Data centre that served the request'),
  edgeResponseStatus: field('uint16', 'Status that the client got'),
  kind: field('string', 'Kind of the event'),
  matchIndex: field('uint8', 'Place of the event among those of its request'),
  originResponseStatus: field('uint16', 'Status that the origin gave, 0 where it was not asked'),
  rayName: field('string', 'Id of the request'),
  ref: field('string', 'Reference of the rule'),
  ruleId: field('string', 'Id of the rule'),
  rulesetId: field('string', 'Id of the ruleset of the rule'),
  sampleInterval: field('uint32', 'How many events this one stands for'),
  source: field('string', 'Service that decided: apiShieldTokenValidation, firewallCustom ...'),
  userAgent: field('string', 'User agent of the request'),
} as const satisfies Readonly<Record<string, EventField>>;

export type EventFieldName = keyof typeof eventFields;

export const eventFieldNames = Object.keys(eventFields) as readonly EventFieldName[];

/** Key of the metadata that says why a token was not valid; the id of the configuration follows. */
export const violationKey = 'token_validation_violation:';
