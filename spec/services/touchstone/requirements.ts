import { defineRequirements } from '../../requirement.ts';
import { statements } from '../../statements.ts';
/** The admin API of our own server, below `/_touchstone/`. */
export const requirements = defineRequirements([
  ...statements(
    { passage: 'admin API of Touchstone', certainty: 'inferred', feature: 'admin' },
    {
      'TS-INFO-1':
        'The server information has the addresses of the planes, the account, the zone and the credentials.',
      'TS-INFO-2': 'The server information has the version of the server.',
      'TS-INFO-3': 'Every answer of an operation carries its id in `touchstone-operation`.',
      'TS-INFO-4':
        'Every answer of an operation carries in `touchstone-basis` the certainty of the rule that decided it.',
      'TS-INFO-5': 'An unknown admin path gets status 404.',
      'TS-RESET-1': 'A reset removes created configurations.',
      'TS-RESET-2': 'A reset removes created rules.',
      'TS-RESET-3': 'A reset removes created operations.',
      'TS-RESET-4': 'A reset empties the journal.',
      'TS-RESET-5': 'A reset keeps the default account, zone and tokens.',
      'TS-RESET-6': 'A reset ends the streams of events.',
      'TS-RESET-7': 'A reset removes added model replies.',
      'TS-HOOK-1': 'The inbox lists the webhooks of background runs, newest first.',
      'TS-HOOK-2': 'An entry of the inbox has the payload, its URL and the status of the answer.',
      'TS-HOOK-3': 'The inbox can be filtered by run.',
      'TS-HOOK-4': 'The inbox has a webhook that could not be delivered, with the reason.',
      'TS-HOOK-5': 'A DELETE empties the inbox.',
      'TS-LOG-1': 'The journal lists the answered requests, newest first.',
      'TS-LOG-2': 'An entry of the journal carries the method of its request.',
      'TS-LOG-3': 'An entry of the journal carries the URL of its request.',
      'TS-LOG-4': 'An entry of the journal carries the status of its answer.',
      'TS-LOG-5': 'The journal never shows a credential.',
      'TS-LOG-6': 'The journal can be filtered by plane.',
      'TS-LOG-7':
        'The journal can be filtered by operation, method, path, zone, account, basis, status and time.',
      'TS-LOG-8': 'An entry of the journal has the reason for the refusal of its request.',
      'TS-LOG-9': 'An entry of the journal for a request without an operation suggests one.',
      'TS-LOG-10':
        'An entry of the journal for zone traffic has the result of each token configuration of the zone.',
      'TS-LOG-11': 'The journal can be read in pages: `before` lists the entries before one of them.',
      'TS-LOG-12': 'With `bodies=false` the list has neither explanations nor headers nor bodies.',
      'TS-LOG-13': 'An entry of the journal can be read by its id.',
      'TS-LOG-14': 'An unknown entry of the journal gets status 404.',
      'TS-LOG-15': 'A DELETE of the journal removes the entries of an account, and no others.',
      'TS-LOG-16': 'The stream of the journal sends requests as they are answered, as server-sent events.',
      'TS-LOG-17': 'A message of the stream has the id, the name `request` and the entry as JSON.',
      'TS-LOG-18': 'The stream of the journal continues after the entry that `Last-Event-ID` names.',
      'TS-LOG-19': 'The stream of the journal has the same filters as the list.',
      'TS-LOG-20': 'An answer has the id of its entry in `touchstone-journal`.',
      'TS-LOG-21':
        'A replay sends the recorded request again, with its credentials, and answers with the new entry.',
      'TS-LOG-22': 'A replay changes the method, the URL, the headers and the body on request.',
      'TS-LOG-25': 'The journal can be filtered by the ray of the events of a request.',
      'TS-SEND-1':
        'The server sends a request to a zone as a client would, and answers with the status, headers and body of the answer, and with its entry in the journal.',
      'TS-SEND-2':
        'The steps of an entry have each token configuration, rule and setting of the zone in their order.',
      'TS-SEND-3': 'The step of a token configuration names the check that its token failed.',
      'TS-SEND-4': 'The server refuses to send a request to a host of another zone.',
      'TS-LOG-23':
        'The server refuses to replay a request whose body the journal does not have, unless the call has one.',
    },
  ),
  ...statements(
    { passage: 'decision record 21', certainty: 'inferred', feature: 'admin' },
    {
      'TS-TENANT-1': 'A created tenant has an account, a zone in that account and a token of its own.',
      'TS-TENANT-2': 'The token of a tenant gives access to its account and its zone.',
      'TS-TENANT-3': 'The token of a tenant gives access to no other account and no other zone.',
      'TS-TENANT-4': 'A tenant has the given name of up to 100 characters.',
      'TS-TENANT-5': 'The list of tenants has the created ones.',
      'TS-TENANT-6': 'The removal of a tenant removes its zone and its token.',
      'TS-TENANT-7': 'The removal of an unknown tenant gets status 404.',
    },
  ),
  ...statements(
    { passage: 'admin API of Touchstone', certainty: 'inferred', feature: 'events' },
    {
      'TS-EVENT-1': 'The list of security events of a zone has the newest first.',
      'TS-EVENT-2': 'An event has the time at which it happened.',
      'TS-EVENT-3': 'The list of events of one zone has no events of another.',
      'TS-EVENT-4': 'The list can be filtered by action, source, rule and user agent.',
      'TS-EVENT-5': 'The list can be filtered by a start time.',
      'TS-EVENT-6': 'The server refuses a filter by an unknown value.',
      'TS-EVENT-7': 'The stream sends events as they happen, as server-sent events.',
      'TS-EVENT-8': 'A message of the stream has the id, the name `security` and the event as JSON.',
      'TS-EVENT-9': 'The stream continues after the event that `Last-Event-ID` names.',
      'TS-EVENT-10': 'The stream has the same filters as the list.',
    },
  ),
  ...statements(
    { passage: 'decision record 22', certainty: 'inferred', feature: 'faults' },
    {
      'TS-FAULT-1': 'A fault answers an operation with its status, in the shape of a refusal.',
      'TS-FAULT-2': 'A fault with a status prevents the work of the operation.',
      'TS-FAULT-3': 'A fault applies to the operations that it names and to no others.',
      'TS-FAULT-4': 'A fault of an account applies to requests for that account and to no others.',
      'TS-FAULT-5': 'A fault applies as often as it says.',
      'TS-FAULT-6': 'Of several faults that match a request, the one added last applies.',
      'TS-FAULT-7': 'A fault with a body answers with that body and its headers.',
      'TS-FAULT-8': 'An answer that a fault changed names it in `touchstone-fault`.',
      'TS-FAULT-9':
        'A fault that drops the connection leaves a request without an answer, before or after the work.',
      'TS-FAULT-10': 'A fault that cuts the body ends the connection before the end of the body.',
      'TS-FAULT-11': 'The removal of an unknown fault gets status 404.',
      'TS-FAULT-12': 'The list has every fault with the number of its past and remaining uses.',
      'TS-FAULT-13': 'A removed fault no longer applies.',
      'TS-FAULT-14':
        'The server refuses a fault of an unknown operation, and the error suggests an existing one.',
      'TS-FAULT-15': 'A fault with latency delays a request by that time.',
    },
  ),
  ...statements(
    { passage: 'decision record 22', certainty: 'inferred', feature: 'admin' },
    {
      'TS-SNAP-1':
        'The restore of a snapshot brings back what was removed and removes what was created since.',
      'TS-SNAP-2': 'A snapshot can be restored several times.',
      'TS-SNAP-3': 'The list of snapshots has their names and times.',
      'TS-SNAP-4': 'A removed snapshot is no longer in the list.',
      'TS-SNAP-5': 'An unknown snapshot gets status 404, and the error names the existing ones.',
    },
  ),
  ...statements(
    { passage: 'admin API of Touchstone', certainty: 'inferred', feature: 'admin' },
    {
      'TS-OBJ-1': 'A GET of an object returns the bytes and the content type of its PUT.',
      'TS-OBJ-2':
        'A key can be any text of up to 1024 bytes of UTF-8: with slashes, dots, spaces, any Unicode.',
      'TS-OBJ-3':
        'The list of objects has keys in the order of their bytes, with size, etag and content type.',
      'TS-OBJ-4':
        'A list with a prefix and a delimiter has the common prefixes in place of the objects below.',
      'TS-OBJ-5': 'A list with a limit has a cursor for the next page, and none on the last one.',
      'TS-OBJ-6': 'The server refuses an unknown cursor and a limit that is not 1 to 1000.',
      'TS-OBJ-7': 'A GET with a `Range` returns these bytes with status 206.',
      'TS-OBJ-8': 'A browser runs nothing of an object: its answer has a sandbox and no sniffing.',
      'TS-OBJ-9': 'A deleted object gets status 404, as does a repeated DELETE.',
      'TS-OBJ-10': 'The list of buckets has the number and the size of their objects.',
      'TS-OBJ-11': 'A GET of an unknown bucket gets status 404 and creates no bucket.',
      'TS-OBJ-12': 'Buckets of one account are not those of another.',
      'TS-OBJ-13': 'The server refuses a PUT of more than 104,857,600 bytes.',
    },
  ),
  ...statements(
    { passage: 'admin API of Touchstone', certainty: 'inferred', feature: 'admin' },
    {
      'TS-RENDER-1': 'The list of renderings has the newest first, each with operation, page and status.',
      'TS-RENDER-2': 'A rendering of an account is not in the list of another.',
      'TS-RENDER-3': 'A GET of a rendering returns the bytes that were answered.',
      'TS-RENDER-4': 'A failed rendering has the status and the reason of its failure, and no answer.',
      'TS-RENDER-5': 'The request of a rendering can be read as it was sent.',
      'TS-RENDER-6': 'A GET of an unknown rendering gets status 404.',
    },
  ),
  ...statements(
    { passage: 'decision record 23', certainty: 'inferred', feature: 'admin' },
    {
      'TS-SEED-1': 'The exported seed has the created resources with their ids.',
      'TS-SEED-2': 'The exported seed names what it cannot express.',
    },
  ),
  ...statements(
    { passage: 'decision record 21', certainty: 'inferred', feature: 'clock' },
    {
      'TS-CLOCK-1': 'A frozen clock stays at the given time.',
      'TS-CLOCK-2': 'An advance moves the clock forward by the given seconds.',
      'TS-CLOCK-3': 'A released clock shows the time of the machine.',
      'TS-CLOCK-4': 'A timestamp of a new record is the time of the clock.',
      'TS-CLOCK-5': 'A token expires when the clock advances past its end.',
      'TS-CLOCK-6': 'A running clock keeps running after an advance.',
      'TS-CLOCK-7': 'A move of the clock of an account does not move that of the world or of other accounts.',
      'TS-CLOCK-8':
        'The clock of an account follows that of the world until it is moved, and again after its release.',
      'TS-CLOCK-9': 'Events and expiries of an account and its zones use the clock of the account.',
    },
  ),
  ...statements(
    { passage: 'admin API of Touchstone', certainty: 'inferred', feature: 'signals' },
    {
      'TS-SIGNAL-1': 'The header `touchstone-signals` sets fields of the rules language for one request.',
      'TS-SIGNAL-2': 'Signals that are set apply to all later requests.',
      'TS-SIGNAL-3': 'A signal of a request overrides one that is set.',
      'TS-SIGNAL-4': 'The server refuses a field that is not a signal.',
      'TS-SIGNAL-5': 'The server refuses a signal of another type than its field.',
      'TS-SIGNAL-6': 'A request with refused signals gets status 400.',
    },
  ),
  ...statements(
    { passage: 'admin API of Touchstone', certainty: 'inferred', feature: 'admin' },
    {
      'TS-REPLY-1': 'A model answers a request that matches a reply with its text.',
      'TS-REPLY-2': 'A reply matches a model by its id, or by a pattern with `*`.',
      'TS-REPLY-3': 'A reply matches the last user text by a substring, the whole text or an RE2 pattern.',
      'TS-REPLY-4': 'A reply matches the system text.',
      'TS-REPLY-5': 'A reply matches the turn, which is the number of assistant messages so far.',
      'TS-REPLY-6': 'A reply matches the tool result at the end of the conversation.',
      'TS-REPLY-7': 'A reply matches the available tools.',
      'TS-REPLY-8': 'Of several replies that match, the one added last answers.',
      'TS-REPLY-9': 'A reply answers as often as it says.',
      'TS-REPLY-10': 'A reply with tool calls makes the model call those tools.',
      'TS-REPLY-11': 'A reply with JSON answers with it as text.',
      'TS-REPLY-12': 'A reply with an error fails the request with its status and message.',
      'TS-REPLY-13': 'A reply with a delay answers after that time.',
      'TS-REPLY-14':
        'A reply with a time to the first token delays the first piece of a stream by that time.',
      'TS-REPLY-15': 'A reply with a number of tokens per second streams at that pace.',
      'TS-REPLY-16': 'A reply that breaks off ends a stream early, with an error or silently.',
      'TS-REPLY-17': 'A reply with only timing slows down the answer without it.',
      'TS-REPLY-18': 'A reply with vectors answers an embedding.',
      'TS-REPLY-19':
        'The list has every reply in order of precedence, with the number of its past and remaining uses.',
      'TS-REPLY-20': 'A removed reply no longer answers.',
      'TS-REPLY-21': 'The removal of an unknown reply gets status 404.',
      'TS-REPLY-22': 'After a PUT of replies only these answer, in their written order.',
      'TS-REPLY-23':
        'The server counts requests without a matching reply and shows them in the terms of a match.',
      'TS-REPLY-24':
        'The server refuses a reply with an unknown member, a value out of range or an invalid RE2 pattern with status 400 and an error that points to it.',
      'TS-REPLY-25': 'A reply sets the number of tokens used.',
    },
  ),
  ...statements(
    { passage: 'admin API of Touchstone', certainty: 'inferred', feature: 'admin' },
    {
      'TS-COND-1':
        'A GET returns the credits and plan that were set for an account; omitted members do not change.',
      'TS-COND-2': 'The scanner of guardrails finds the words that were set, and no others.',
      'TS-COND-3': 'Platform limits that are not enforced refuse no run.',
      'TS-COND-4': 'The server refuses an unknown guardrail category.',
    },
  ),
]);
