import { defineRequirements } from '../../requirement.ts';
import { statements } from '../../statements.ts';
/** The admin interface of our own server, below `/_touchstone/`. */
export const touchstoneRequirements = defineRequirements([
  ...statements(
    { passage: 'admin API of Touchstone', certainty: 'inferred', feature: 'admin' },
    {
      'TS-INFO-1':
        'The information says where the planes stand, and which account, zone and credentials there are.',
      'TS-INFO-2': 'The information says which version the server has.',
      'TS-INFO-3': 'Every answer of an operation carries its id in `touchstone-operation`.',
      'TS-INFO-4':
        'Every answer of an operation carries in `touchstone-basis` the certainty of what decided it.',
      'TS-INFO-5': 'An admin path that does not exist is answered with status 404.',
      'TS-RESET-1': 'A reset removes the configurations that were created.',
      'TS-RESET-2': 'A reset removes the rules that were created.',
      'TS-RESET-3': 'A reset removes the operations that were created.',
      'TS-RESET-4': 'A reset empties the journal.',
      'TS-RESET-5': 'A reset keeps the default account, zone and tokens.',
      'TS-RESET-6': 'A reset ends the streams of events.',
      'TS-RESET-7': 'A reset takes the model replies out that were added.',
      'TS-HOOK-1': 'The inbox lists the webhooks of background runs, newest first.',
      'TS-HOOK-2': 'An entry of the inbox carries what was sent, where to, and the status of the answer.',
      'TS-HOOK-3': 'The inbox can be narrowed to one run.',
      'TS-HOOK-4': 'A webhook that nobody took is in the inbox with what stood in its way.',
      'TS-HOOK-5': 'The inbox can be emptied.',
      'TS-LOG-1': 'The journal lists the requests that were answered, newest first.',
      'TS-LOG-2': 'An entry of the journal carries the method of its request.',
      'TS-LOG-3': 'An entry of the journal carries the URL of its request.',
      'TS-LOG-4': 'An entry of the journal carries the status of its answer.',
      'TS-LOG-5': 'The journal never shows a credential.',
      'TS-LOG-6': 'The journal can be narrowed to the requests of one plane.',
      'TS-LOG-7':
        'The journal can be narrowed by operation, method, path, zone, account, basis, status and moment.',
      'TS-LOG-8': 'An entry of the journal says why its request was refused.',
      'TS-LOG-9':
        'An entry of the journal says which operation a request was probably meant for that has none.',
      'TS-LOG-10':
        'An entry of the journal about zone traffic says what each token configuration of the zone found.',
    },
  ),
  ...statements(
    { passage: 'decision record 21', certainty: 'inferred', feature: 'admin' },
    {
      'TS-TENANT-1':
        'A tenant that is made has an account, a zone in that account and a token that nobody else has.',
      'TS-TENANT-2': 'The token of a tenant reaches its account and its zone.',
      'TS-TENANT-3': 'The token of a tenant reaches no other account and no other zone.',
      'TS-TENANT-4': 'A tenant has the name that it was given, up to 100 characters.',
      'TS-TENANT-5': 'Tenants that were made are listed.',
      'TS-TENANT-6': 'A tenant that is removed is gone with its zone and its token.',
      'TS-TENANT-7': 'A tenant that does not exist cannot be removed: status 404.',
    },
  ),
  ...statements(
    { passage: 'admin API of Touchstone', certainty: 'inferred', feature: 'events' },
    {
      'TS-EVENT-1': 'The security events of a zone are listed newest first.',
      'TS-EVENT-2': 'An event carries the time at which it happened.',
      'TS-EVENT-3': 'The events of one zone are not listed for another.',
      'TS-EVENT-4': 'The list can be narrowed by action, source, rule and user agent.',
      'TS-EVENT-5': 'The list can be narrowed to the events since a moment.',
      'TS-EVENT-6': 'A filter by what does not exist is refused.',
      'TS-EVENT-7': 'The stream sends events as they happen, as server-sent events.',
      'TS-EVENT-8': 'A message of the stream has the id, the name `security` and the event as JSON.',
      'TS-EVENT-9': 'The stream goes on behind the event that `Last-Event-ID` names.',
      'TS-EVENT-10': 'The stream can be narrowed like the list.',
    },
  ),
  ...statements(
    { passage: 'decision record 22', certainty: 'inferred', feature: 'faults' },
    {
      'TS-FAULT-1': 'A fault answers an operation with its status, in the shape of a refusal.',
      'TS-FAULT-2': 'A fault with a status keeps the operation from being done.',
      'TS-FAULT-3': 'A fault applies to the operations that it names, and no others.',
      'TS-FAULT-4': 'A fault of an account applies to requests about it, and no others.',
      'TS-FAULT-5': 'A fault applies as often as it says.',
      'TS-FAULT-6': 'Of several faults that match a request, the one added last applies.',
      'TS-FAULT-7': 'A fault with a body answers with that body and its headers.',
      'TS-FAULT-8': 'An answer that a fault has changed names it in `touchstone-fault`.',
      'TS-FAULT-9':
        'A fault that drops the connection leaves a request without an answer, before or after the work.',
      'TS-FAULT-10': 'A fault that cuts the body ends the connection before the body is whole.',
      'TS-FAULT-11': 'A fault that does not exist cannot be taken out: status 404.',
      'TS-FAULT-12':
        'The list shows every fault and how often it was applied and how often it still will be.',
      'TS-FAULT-13': 'A fault that was removed no longer applies.',
      'TS-FAULT-14':
        'A fault of an operation that does not exist is refused, and the error names one that does.',
      'TS-FAULT-15': 'A fault with latency holds a request back for it.',
    },
  ),
  ...statements(
    { passage: 'decision record 22', certainty: 'inferred', feature: 'admin' },
    {
      'TS-SNAP-1':
        'A snapshot that is restored brings back what was removed and takes away what was made since.',
      'TS-SNAP-2': 'A snapshot can be restored more than once.',
      'TS-SNAP-3': 'The snapshots are listed by name with the time at which they were taken.',
      'TS-SNAP-4': 'A snapshot that is removed is listed no more.',
      'TS-SNAP-5':
        'A snapshot that does not exist is answered with status 404, and the error names those that do.',
    },
  ),
  ...statements(
    { passage: 'decision record 23', certainty: 'inferred', feature: 'admin' },
    {
      'TS-SEED-1': 'What was made is in the seed that can be read, with its id.',
      'TS-SEED-2': "What a seed can't say is named beside it.",
    },
  ),
  ...statements(
    { passage: 'decision record 21', certainty: 'inferred', feature: 'clock' },
    {
      'TS-CLOCK-1': 'A frozen clock stands still at the time that was given.',
      'TS-CLOCK-2': 'A clock that is advanced by some seconds shows that much more.',
      'TS-CLOCK-3': 'A clock that is released shows the time of the machine.',
      'TS-CLOCK-4': 'A timestamp of a new record is the time of the clock.',
      'TS-CLOCK-5': 'A token that the clock is advanced past is expired.',
      'TS-CLOCK-6': 'A clock that runs is moved forward when it is advanced, and runs on.',
      'TS-CLOCK-7': 'The clock of an account is moved without that of the world and those of other accounts.',
      'TS-CLOCK-8':
        'The clock of an account shows what that of the world shows until it is moved, and again once it is released.',
      'TS-CLOCK-9':
        'What happens in an account and its zones is dated, and expires, by the clock of the account.',
    },
  ),
  ...statements(
    { passage: 'admin API of Touchstone', certainty: 'inferred', feature: 'signals' },
    {
      'TS-SIGNAL-1': 'The header `touchstone-signals` gives fields of rules their values for one request.',
      'TS-SIGNAL-2': 'Signals that are set hold for the requests that follow.',
      'TS-SIGNAL-3': 'A signal of a request beats one that was set.',
      'TS-SIGNAL-4': 'A field that is no signal is refused.',
      'TS-SIGNAL-5': 'A signal of another type than its field is refused.',
      'TS-SIGNAL-6': 'A request with signals that are refused is answered with status 400.',
    },
  ),
  ...statements(
    { passage: 'admin API of Touchstone', certainty: 'inferred', feature: 'admin' },
    {
      'TS-REPLY-1': 'A model answers a request that matches a reply with its text.',
      'TS-REPLY-2': 'A reply matches a model by its id, or by a pattern with `*`.',
      'TS-REPLY-3':
        'A reply matches the last text of the user by what it contains, equals, or by a pattern of RE2.',
      'TS-REPLY-4': 'A reply matches the system text.',
      'TS-REPLY-5': 'A reply matches the turn, which counts how often the assistant has spoken.',
      'TS-REPLY-6': 'A reply matches the result of a tool that ends the conversation.',
      'TS-REPLY-7': 'A reply matches the tools on offer.',
      'TS-REPLY-8': 'Of several replies that match, the one added last answers.',
      'TS-REPLY-9': 'A reply answers as often as it says.',
      'TS-REPLY-10': 'A reply with tool calls makes the model call those tools.',
      'TS-REPLY-11': 'A reply with JSON is answered as its text.',
      'TS-REPLY-12': 'A reply with an error fails the request with its status and message.',
      'TS-REPLY-13': 'A reply with a delay answers that much later.',
      'TS-REPLY-14': 'A reply with a time to the first token keeps the first piece of a stream back for it.',
      'TS-REPLY-15': 'A reply with a number of tokens per second streams at that pace.',
      'TS-REPLY-16': 'A reply that breaks off ends a stream early, with an error or in silence.',
      'TS-REPLY-17': 'A reply of nothing but timing slows the answer down that would be given without it.',
      'TS-REPLY-18': 'A reply with vectors answers an embedding.',
      'TS-REPLY-19':
        'The list shows every reply in order of precedence, how often it was used and how often it still answers.',
      'TS-REPLY-20': 'A reply that is taken out answers no more.',
      'TS-REPLY-21': 'A reply that does not exist cannot be taken out: status 404.',
      'TS-REPLY-22': 'A set of replies put in place answers in its written order, and nothing else does.',
      'TS-REPLY-23': 'Requests that no reply matched are counted and shown in the terms of a match.',
      'TS-REPLY-24':
        'A reply with a member that does not exist, a value out of its range or a pattern that RE2 refuses is refused with status 400, and the error points to it.',
      'TS-REPLY-25': 'A reply says how many tokens were used.',
    },
  ),
  ...statements(
    { passage: 'admin API of Touchstone', certainty: 'inferred', feature: 'admin' },
    {
      'TS-COND-1': 'Credits and plan of an account that are set are read back, and what is left out stays.',
      'TS-COND-2': 'The scanner of guardrails finds the words that are put in place, and no others.',
      'TS-COND-3': 'Limits of the platform that are not enforced refuse no run.',
      'TS-COND-4': 'A category that guardrails do not know is refused.',
    },
  ),
]);
