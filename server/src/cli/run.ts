import { ConfigError } from '../config/load-config.ts'
import { suggestKey } from '../config/suggest-key.ts'
import { accountContractCommand } from './account-contract-command.ts'
import { parseArguments } from './arguments.ts'
import { backupCommands } from './backup-commands.ts'
import { type CliPorts, type Command, type ExitCode, UsageError } from './command.ts'
import { configCommands } from './config-commands.ts'
import { doctorCommand } from './doctor-command.ts'
import { headersCommand } from './headers-command.ts'
import { commandHelp, programHelp } from './help.ts'
import { jobCommands } from './job-commands.ts'
import { projectCommands } from './project-commands.ts'
import { projectPolicyCommands } from './project-policy-commands.ts'
import { recoveryCommands } from './recovery-commands.ts'
import { sdkCommands } from './sdk-commands.ts'
import { serverCommands } from './server-commands.ts'

const infoCommands: readonly Command[] = [
  {
    path: ['help'],
    summary: 'Print this help, or the help of a command.',
    positionals: ['[COMMAND]', '[SUBCOMMAND]'],
    options: {},
    run: async ({ positionals }, ports) => {
      ports.print(helpOf(positionals))
      return 0
    },
  },
  {
    path: ['version'],
    summary: 'Print the version.',
    positionals: [],
    options: {},
    run: async (parsed, ports) => {
      ports.print(parsed.has('json') ? JSON.stringify({ version: ports.version }) : ports.version)
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
  ...recoveryCommands,
  headersCommand,
  ...sdkCommands,
  accountContractCommand,
  doctorCommand,
  ...infoCommands,
]

const matches = ({ path }: Command, tokens: readonly string[]): boolean =>
  path.every((word, at) => tokens[at] === word)

/** The command that the arguments begin with. @throws UsageError */
function findCommand(tokens: readonly string[]): Command {
  const command = commands.find((one) => matches(one, tokens))
  if (command) return command
  const [first = '', second] = tokens
  const group = commands.filter(({ path }) => path[0] === first)
  if (group.length > 0) {
    const suggestion =
      second === undefined
        ? undefined
        : suggestKey(
            second,
            group.map(({ path }) => path[1] ?? ''),
          )
    const subcommands = group.map(({ path }) => path[1]).join(', ')
    throw new UsageError(
      suggestion === undefined
        ? `drawbridge ${first} needs a command: ${subcommands}.`
        : `drawbridge ${first} has no command "${second}"; did you mean ${suggestion}?`,
    )
  }
  const suggestion = suggestKey(first, [...new Set(commands.map(({ path }) => path[0] ?? ''))])
  throw new UsageError(
    suggestion === undefined
      ? `drawbridge has no command "${first}"; see drawbridge help.`
      : `drawbridge has no command "${first}"; did you mean ${suggestion}?`,
  )
}

function helpOf(tokens: readonly string[]): string {
  const [first, second] = tokens
  if (first === undefined) return programHelp(commands)
  const isGroup = commands.some(({ path }) => path[0] === first && path.length > 1)
  return second === undefined && isGroup ? programHelp(commands, first) : commandHelp(findCommand(tokens))
}

/** Converts `--help` and `--version` to commands. */
const normalizeArgv = (argv: readonly string[]): readonly string[] => {
  const [first, ...rest] = argv
  if (first === '--help' || first === '-h') return ['help', ...rest]
  return first === '--version' || first === '-v' ? ['version', ...rest] : argv
}

async function execute(argv: readonly string[], ports: CliPorts): Promise<ExitCode> {
  const tokens = normalizeArgv(argv)
  const [first, second] = tokens
  if (first === undefined) {
    ports.printError(programHelp(commands))
    return 2
  }
  if (second === '--help' && commands.some(({ path }) => path[0] === first && path.length > 1)) {
    ports.print(helpOf([first]))
    return 0
  }
  const command = findCommand(tokens)
  const parsed = parseArguments(tokens.slice(command.path.length), command)
  if (parsed.has('help')) {
    ports.print(commandHelp(command))
    return 0
  }
  return command.run(parsed, ports)
}

/**
 * Runs one command line, without the program's name. Prints errors as sentences to standard error.
 * @returns the exit code: 0 done, 1 failed, 2 invalid command line.
 */
export async function run(argv: readonly string[], ports: CliPorts): Promise<ExitCode> {
  try {
    return await execute(argv, ports)
  } catch (error) {
    const sentences = error instanceof ConfigError ? error.problems : [messageOf(error)]
    for (const sentence of sentences) ports.printError(sentence)
    return error instanceof UsageError ? 2 : 1
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
