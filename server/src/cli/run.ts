import { ConfigError } from '../config/load-config.ts'
import { suggestKey } from '../config/suggest-key.ts'
import { parseArguments } from './arguments.ts'
import { backupCommands } from './backup-commands.ts'
import { type CliIo, type Command, type ExitCode, UsageError } from './command.ts'
import { configCommands } from './config-commands.ts'
import { doctorCommand } from './doctor-command.ts'
import { headersCommand } from './headers-command.ts'
import { commandHelp, programHelp } from './help.ts'
import { jobCommands } from './job-commands.ts'
import { projectCommands } from './project-commands.ts'
import { projectPolicyCommands } from './project-policy-commands.ts'
import { sdkCommands } from './sdk-commands.ts'
import { serverCommands } from './server-commands.ts'

const infoCommands: readonly Command[] = [
  {
    path: ['help'],
    summary: 'Print this help, or the help of a command.',
    positionals: ['[COMMAND]', '[SUBCOMMAND]'],
    options: {},
    run: async ({ positionals }, io) => {
      io.print(helpOf(positionals))
      return 0
    },
  },
  {
    path: ['version'],
    summary: 'Print the version.',
    positionals: [],
    options: {},
    run: async (given, io) => {
      io.print(given.has('json') ? JSON.stringify({ version: io.version }) : io.version)
      return 0
    },
  },
]

const commands: readonly Command[] = [
  ...serverCommands,
  ...projectCommands,
  ...projectPolicyCommands,
  ...configCommands,
  ...jobCommands,
  ...backupCommands,
  headersCommand,
  ...sdkCommands,
  doctorCommand,
  ...infoCommands,
]

const matches = ({ path }: Command, words: readonly string[]): boolean =>
  path.every((word, at) => words[at] === word)

/** The command that the arguments begin with. @throws UsageError */
function findCommand(words: readonly string[]): Command {
  const command = commands.find((one) => matches(one, words))
  if (command) return command
  const [first = '', second] = words
  const group = commands.filter(({ path }) => path[0] === first)
  if (group.length > 0) {
    const near =
      second === undefined
        ? undefined
        : suggestKey(
            second,
            group.map(({ path }) => path[1] ?? ''),
          )
    const known = group.map(({ path }) => path[1]).join(', ')
    throw new UsageError(
      near === undefined
        ? `drawbridge ${first} needs a command: ${known}.`
        : `drawbridge ${first} has no command "${second}"; did you mean ${near}?`,
    )
  }
  const near = suggestKey(first, [...new Set(commands.map(({ path }) => path[0] ?? ''))])
  throw new UsageError(
    near === undefined
      ? `drawbridge has no command "${first}"; see drawbridge help.`
      : `drawbridge has no command "${first}"; did you mean ${near}?`,
  )
}

function helpOf(words: readonly string[]): string {
  const [first, second] = words
  if (first === undefined) return programHelp(commands)
  const isGroup = commands.some(({ path }) => path[0] === first && path.length > 1)
  return second === undefined && isGroup ? programHelp(commands, first) : commandHelp(findCommand(words))
}

/** Converts `--help` and `--version` to commands. */
const spelled = (argv: readonly string[]): readonly string[] => {
  const [first, ...rest] = argv
  if (first === '--help' || first === '-h') return ['help', ...rest]
  return first === '--version' || first === '-v' ? ['version', ...rest] : argv
}

async function execute(argv: readonly string[], io: CliIo): Promise<ExitCode> {
  const words = spelled(argv)
  const [first, second] = words
  if (first === undefined) {
    io.printError(programHelp(commands))
    return 2
  }
  if (second === '--help' && commands.some(({ path }) => path[0] === first && path.length > 1)) {
    io.print(helpOf([first]))
    return 0
  }
  const command = findCommand(words)
  const given = parseArguments(words.slice(command.path.length), command)
  if (given.has('help')) {
    io.print(commandHelp(command))
    return 0
  }
  return command.run(given, io)
}

/**
 * Runs one command line, without the program's name. Prints errors as sentences to standard error.
 * @returns the exit code: 0 done, 1 failed, 2 invalid command line.
 */
export async function run(argv: readonly string[], io: CliIo): Promise<ExitCode> {
  try {
    return await execute(argv, io)
  } catch (error) {
    const sentences = error instanceof ConfigError ? error.mistakes : [messageOf(error)]
    for (const sentence of sentences) io.printError(sentence)
    return error instanceof UsageError ? 2 : 1
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
