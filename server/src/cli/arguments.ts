import { parseArgs } from 'node:util'
import { errorCode } from '../config/error-code.ts'
import { suggestKey } from '../config/suggest-key.ts'
import { type Command, commonOptions, type Option, type ParsedArguments, UsageError } from './command.ts'

/** Converts an error of `parseArgs` to a sentence. */
function toUsageError(error: unknown, name: string, options: readonly string[]): UsageError {
  const message = error instanceof Error ? error.message : String(error)
  const [, args = ''] = /'(-[^' ]*)/.exec(message) ?? []
  const help = `See drawbridge ${name} --help.`
  switch (errorCode(error)) {
    case 'ERR_PARSE_ARGS_UNKNOWN_OPTION': {
      const suggestion = suggestKey(args.replace(/^-+/, ''), options)
      const hint = suggestion === undefined ? help : `Did you mean --${suggestion}?`
      return new UsageError(`drawbridge ${name} has no option ${args}. ${hint}`)
    }
    case 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE':
      return new UsageError(
        /argument missing|ambiguous/.test(message)
          ? `The option ${args.replace(/,$/, '')} needs a value. ${help}`
          : `The option ${args.replace(/,$/, '')} takes no value. ${help}`,
      )
    default:
      return new UsageError(`${message.split(/\. |\n/, 1)[0]}. ${help}`)
  }
}

const isRequired = (placeholder: string): boolean => !placeholder.startsWith('[')

function checkPositionals(args: readonly string[], { path, positionals }: Command): void {
  const name = path.join(' ')
  const missing = positionals.filter(isRequired)[args.length]
  if (missing !== undefined)
    throw new UsageError(`drawbridge ${name} needs ${missing}. See drawbridge ${name} --help.`)
  const superfluous = args[positionals.length]
  if (superfluous !== undefined)
    throw new UsageError(
      `drawbridge ${name} does not expect "${superfluous}". See drawbridge ${name} --help.`,
    )
}

/** Parses the arguments after a command's name. @throws UsageError */
export function parseArguments(argv: readonly string[], command: Command): ParsedArguments {
  const options: Readonly<Record<string, Option>> = { ...command.options, ...commonOptions }
  const name = command.path.join(' ')
  const shapes = Object.entries(options).map(
    ([key, { value }]) =>
      [key, { type: value === undefined ? 'boolean' : 'string', multiple: true }] as const,
  )
  let parsed: ReturnType<typeof parseArgs>
  try {
    parsed = parseArgs({
      args: [...argv],
      options: Object.fromEntries(shapes),
      allowPositionals: true,
      strict: true,
    })
  } catch (error) {
    throw toUsageError(error, name, Object.keys(options))
  }
  const { values, positionals } = parsed
  const textsOf = (option: string): readonly string[] =>
    [values[option] ?? []].flat().filter((value) => typeof value === 'string')
  const has = (flag: string) => values[flag] !== undefined
  if (!has('help')) checkPositionals(positionals, command)
  const repeated = Object.entries(options).find(
    ([key, option]) => !option.isRepeatable && textsOf(key).length > 1,
  )
  if (repeated) throw new UsageError(`The option --${repeated[0]} can be given once.`)
  return { positionals, has, texts: textsOf, text: (option) => textsOf(option).at(-1) }
}
