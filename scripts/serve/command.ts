import { type Command, Option } from 'commander';
import { objectsAuths } from '../../mock/serve/ports.ts';
import { requestLogModes } from '../../spec/services/touchstone/request-log.ts';
import { endWithReader } from '../end-with-reader.ts';
import { oneOf, portNumber, wholeNumber } from '../option-values.ts';

/** The options that most people need, at most ten. */
function commonOptions(command: Command): Command {
  return command
    .optionsGroup('Common:')
    .option(
      '--port <n>',
      'port of the API; zone traffic and applications use the next five; 0 picks free ports (default: 4800)',
      portNumber,
    )
    .option('--host <address>', 'address to listen on (default: 127.0.0.1)')
    .option('--seed <file...>', 'seed files with the data to start with, applied in order')
    .option('--state <folder>', 'keep all data in this folder (default: it is lost when the server stops)')
    .option(
      '--zone-origin <url|folder>',
      'origin of zone traffic: a URL, or a folder of files (default: a built-in page)',
    )
    .option('--openapi <file|url...>', 'also serve the operations of these OpenAPI documents, with state')
    .option(
      '--upstream <url>',
      'OpenAI-compatible server that answers for models (default: generated answers)',
    )
    .option('--config <file>', '.json or .ts file with these options')
    .option('--watch', 'apply changes of seeds, replies, stances, Worker and configuration without a restart')
    .option(
      '--log <mode>',
      "requests to print: 'pretty' (default), 'errors', 'json' or 'none' (default with --json)",
      oneOf(requestLogModes),
    );
}

/** Options about what the server holds. */
function contentOptions(command: Command): Command {
  return command
    .optionsGroup('Content:')
    .option(
      '--tenants <mode>',
      "accounts and zones: 'strict' (default) for those that were made, 'on-demand' for any well-formed id",
      oneOf(['strict', 'on-demand']),
    )
    .option('--openapi-overlay <file|url...>', 'OpenAPI overlays that correct the documents')
    .option(
      '--no-v4',
      'serve only the operations that the mock implements, none from the register of the v4 API',
    )
    .option('--samples', 'invent answers of actions that are refused otherwise, and of reads that are empty')
    .option('--worker <file>', 'also run the Worker of this module')
    .option(
      '--bindings <file>',
      'wrangler.jsonc or wrangler.toml with the bindings of the Worker, and its module if there is no --worker',
    )
    .option('--import-http', 'import repositories from http:// URLs of this machine too');
}

/** Options about who reaches the server, and what it reaches. */
function networkOptions(command: Command): Command {
  return command
    .optionsGroup('Network:')
    .option('--public-host <host...>', 'more host names by which other machines call the server')
    .option(
      '--cors <origin...>',
      'origins whose pages may call, besides those of this machine; * for any origin',
    )
    .option('--no-cors', 'let no page of another origin call, not even one of this machine')
    .option('--tls', 'serve HTTPS with a generated certificate')
    .option('--tls-cert <file>', 'PEM file of your own certificate for HTTPS')
    .option('--tls-key <file>', 'PEM file of its key')
    .option('--api-token <token>', 'API token instead of the published one (better: TOUCHSTONE_API_TOKEN)')
    .option('--admin-token <secret>', 'token that opens the admin API to other machines')
    .option('--webhook-allow-host <host...>', 'private hosts that webhooks may reach, as host or host:port')
    .option('--webhook-ca <file>', 'PEM file of certificates to trust for webhook receivers');
}

/** Options about how the server answers. */
function behaviourOptions(command: Command): Command {
  return command
    .optionsGroup('Behaviour:')
    .option(
      '--stances <file>',
      'JSON file of choices where the documents are silent, as conform stances --write makes it',
    )
    .option(
      '--basis <certainty>',
      "refuse answers that are less certain: 'seed', 'documented', 'observed', 'inferred' or 'schema' (default)",
    )
    .option('--leeway <seconds>', 'clock skew allowed for exp and nbf of tokens (default: 0)', wholeNumber)
    .option('--strict-hostnames', 'refuse custom hostnames under .localhost, as the platform does')
    .option('--git-profile <name>', "Git features: 'git' (default), or 'live' for those of the platform only")
    .option(
      '--objects-auth <mode>',
      "authorization of the object-storage example: 'on' (default), 'off', or 'both' on two ports",
      oneOf(objectsAuths),
    )
    .option(
      '--objects-s3 <url>',
      'bucket of an S3-compatible server that keeps all objects; AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY open it',
    );
}

/** Options about who answers for models. */
function modelOptions(command: Command): Command {
  return command
    .optionsGroup('Models:')
    .option('--upstream-key <key>', 'API key of the upstream (better: TOUCHSTONE_UPSTREAM_KEY)')
    .option(
      '--upstream-model <from=to...>',
      "names of models at the upstream, such as '@cf/*=llama3.2'; * matches any characters",
    )
    .option('--replies <file>', 'JSON file of scripted answers')
    .option('--record <folder>', 'record answers in this folder')
    .option('--replay <folder>', 'replay answers from this folder, with their timing')
    .option('--replay-speed <n>', 'speed of the replay; 0 does not wait (default: 1)')
    .option(
      '--gateway-header <mode>',
      "whether runs of @cf/ models must name a gateway: 'required' (default) or 'optional'",
      oneOf(['required', 'optional']),
    );
}

/** Options about the browser. */
function renderingOptions(command: Command): Command {
  return command
    .optionsGroup('Rendering:')
    .option(
      '--browser <path|url>',
      'browser that renders pages: a program, or ws://... of a remote one (default: found automatically)',
    )
    .option('--no-browser', 'render no pages: answer as if there were no browser')
    .option(
      '--allow-private-network',
      'let every page reach private networks, not only pages of this machine',
    );
}

function outputOptions(command: Command): Command {
  return command
    .optionsGroup('Output:')
    .option('--json', 'print one line of JSON when ready, and nothing else without --log')
    .addHelpOption(new Option('-h, --help', 'print this help'));
}

const afterHelp = `
Examples:
  touchstone serve                                       example data, API on port 4800
  touchstone serve --seed shop.yaml --watch              your own data; changes of the file apply at once
  touchstone serve --zone-origin http://localhost:3000   your application behind the edge
  touchstone serve --state ./data                        continue where the last server stopped
  touchstone serve --upstream http://localhost:11434/v1  Ollama answers for models
  touchstone serve --port 0 --json                       free ports, printed as JSON for a script

Common options are also environment variables, such as TOUCHSTONE_PORT. Guide: docs/serve.md`;

/** Adds the command `serve`. */
export function addServe(program: Command): void {
  const serve = program.command('serve').description("run Cloudflare's v4 API on this machine");
  const groups = [
    commonOptions,
    contentOptions,
    networkOptions,
    behaviourOptions,
    modelOptions,
    renderingOptions,
    outputOptions,
  ];
  for (const addGroup of groups) addGroup(serve);
  serve.addHelpText('after', afterHelp).action(async (flags) => {
    const { serve } = await import('./serve.ts');
    // The server outlives the reader of its log.
    process.stdout.off('error', endWithReader).on('error', () => {});
    // Kept-alive connections to an origin must not keep the process alive.
    process.exit(await serve(flags));
  });
}
