import { type Command, commonOptions } from './command.ts'
import { pairs } from './table.ts'

const usageOf = ({ path, positionals }: Command): string => ['drawbridge', ...path, ...positionals].join(' ')

/** The help of one command. */
export function commandHelp(command: Command): string {
  const options = Object.entries({ ...command.options, ...commonOptions }).map(
    ([name, { value, isRepeatable, description }]) =>
      [
        `  --${name}${value === undefined ? '' : ` ${value}`}`,
        `${description}${isRepeatable ? ' Repeatable.' : ''}`,
      ] as const,
  )
  return [`Usage: ${usageOf(command)} [options]`, '', command.summary, '', 'Options:', pairs(options)].join(
    '\n',
  )
}

/** The help of the program, or of the commands that begin with a word. */
export function programHelp(commands: readonly Command[], word?: string): string {
  const listed = commands.filter(({ path }) => word === undefined || path[0] === word)
  return [
    `Usage: drawbridge ${word ?? ''}${word === undefined ? '' : ' '}<command> [options]`,
    '',
    'Commands:',
    pairs(listed.map((command) => [`  ${usageOf(command).replace(/^drawbridge /, '')}`, command.summary])),
    '',
    'drawbridge <command> --help prints the options of a command.',
  ].join('\n')
}
