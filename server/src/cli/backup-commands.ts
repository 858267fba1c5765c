import { type FileHandle, open } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Writable } from 'node:stream'
import * as z from '../../../shared/zod.ts'
import { databaseLocation } from '../config/config-schema.ts'
import { errorCode } from '../config/error-code.ts'
import { createLineWriter, linesOf } from './backup-lines.ts'
import {
  type CliPorts,
  type Command,
  CommandError,
  configOption,
  type ParsedArguments,
  UsageError,
} from './command.ts'
import { configOf, databaseOf } from './config-of.ts'
import { writeNewFile } from './new-file.ts'
import { pairs } from './table.ts'

/** Rows between two progress messages. */
const progressInterval = 50_000
/** The first and the last line of a backup are not rows. */
const nonRowLines = 2

/** The last line of a backup (store/backup.ts). */
const endSchema = z.object({ end: z.record(z.string(), z.int()) })

type RowCounts = Readonly<Record<string, number>>

/** `drawbridge-2026-11-27T12-00-00Z.jsonl`: without colons, which Windows and `scp` interpret differently. */
const defaultName = (nowMs: number): string =>
  `drawbridge-${new Date(nowMs).toISOString().slice(0, 19).replaceAll(':', '-')}Z.jsonl`

/** Writes to a stream, and waits until it has accepted the text. @throws CommandError when it is closed */
async function writeTo(stream: Writable, text: string): Promise<void> {
  // Without a listener, a closed pipe would end the process with a stack trace.
  const ignore = () => undefined
  stream.on('error', ignore)
  try {
    await new Promise<void>((done, fail) => {
      stream.write(text, (error) => (error ? fail(error) : done()))
    })
  } catch (error) {
    throw new CommandError(`Standard output cannot be written (${errorCode(error)}).`)
  } finally {
    stream.off('error', ignore)
  }
}

/** Writes the backup to `write`, with progress on standard error. */
async function writeBackup(
  args: ParsedArguments,
  ports: CliPorts,
  write: (text: string) => Promise<void>,
): Promise<RowCounts> {
  const config = await databaseOf(args, ports)
  const writer = createLineWriter(write)
  let count = 0
  let last = ''
  await ports.backup(config, ports.clock(), async (line) => {
    count += 1
    last = line
    if (count % progressInterval === 0) ports.printError(`${count} rows …`)
    await writer.add(line)
  })
  await writer.flush()
  return z.parse(endSchema, JSON.parse(last)).end
}

const totalOf = (counts: RowCounts): number => Object.values(counts).reduce((sum, one) => sum + one, 0)

function printCounts(ports: CliPorts, counts: RowCounts, target: string): void {
  ports.printError(pairs(Object.entries(counts).map(([table, count]) => [table, String(count)])))
  ports.printError(`Backed up ${totalOf(counts)} rows to ${target}.`)
}

/** Prints progress while the lines pass through. */
async function* withProgress(lines: AsyncIterable<string>, ports: CliPorts): AsyncGenerator<string> {
  let count = 0
  for await (const line of lines) {
    count += 1
    if (count % progressInterval === 0) ports.printError(`${count - nonRowLines} rows …`)
    yield line
  }
}

/** Opens the file before anything else happens. @throws CommandError */
const openFile = (path: string): Promise<FileHandle> =>
  open(path).catch((error: unknown) => {
    throw new CommandError(`The file ${path} cannot be read (${errorCode(error)}).`)
  })

async function* linesOfFile(file: FileHandle): AsyncGenerator<string> {
  yield* linesOf(file.createReadStream())
}

export const backupCommands: readonly Command[] = [
  {
    path: ['backup'],
    summary: 'Write everything that is stored to a new file, or to standard output (-), as of one moment.',
    positionals: ['[FILE|-]'],
    options: configOption,
    run: async (args, ports) => {
      const target = args.positionals[0] ?? defaultName(ports.clock())
      if (target === '-') {
        if (args.has('json'))
          throw new UsageError('With -, standard output has the backup; give --json with a file.')
        printCounts(
          ports,
          await writeBackup(args, ports, (text) => writeTo(ports.output, text)),
          'standard output',
        )
        return 0
      }
      const file = resolve(ports.workingDirectory, target)
      let counts: RowCounts = {}
      await writeNewFile(file, async (write) => {
        counts = await writeBackup(args, ports, write)
      })
      if (args.has('json')) ports.print(JSON.stringify({ file, rows: totalOf(counts), tables: counts }))
      else printCounts(ports, counts, file)
      return 0
    },
  },
  {
    path: ['restore'],
    summary: 'Read a backup into an empty database, all of it or nothing. Stop the servers first.',
    positionals: ['FILE|-'],
    options: {
      ...configOption,
      'replace-demo': {
        description:
          'Also into a database that has nothing but the unchanged project demo of an empty folder.',
      },
    },
    run: async (args, ports) => {
      const [source = ''] = args.positionals
      const config = await databaseOf(args, ports)
      const file = source === '-' ? undefined : await openFile(resolve(ports.workingDirectory, source))
      const lines = withProgress(file ? linesOfFile(file) : linesOf(ports.input), ports)
      const rows = await ports
        .restore(config, ports.clock(), lines, args.has('replace-demo'))
        .finally(() => file?.close())
      const location = databaseLocation(config)
      const target =
        location.is === 'sqlite' ? resolve(ports.workingDirectory, location.file) : 'the Postgres database'
      if (args.has('json')) ports.print(JSON.stringify({ rows }))
      else ports.printError(`Restored ${rows} rows into ${target}.`)
      return 0
    },
  },
  {
    path: ['check-backup'],
    summary:
      'Restore a backup into a temporary database, and open every stored key with the configured keys.',
    positionals: ['FILE|-'],
    options: configOption,
    run: async (args, ports) => {
      const [source = ''] = args.positionals
      const { config } = await configOf(args, ports)
      const file = source === '-' ? undefined : await openFile(resolve(ports.workingDirectory, source))
      const lines = withProgress(file ? linesOfFile(file) : linesOf(ports.input), ports)
      const result = await ports.checkBackup(config, ports.clock(), lines).finally(() => file?.close())
      const { rows, keys, unreadable } = result
      if (args.has('json')) ports.print(JSON.stringify(result))
      else
        ports.printError(
          `${rows} rows restore. ${keys - unreadable} of ${keys} stored keys open with the configured secretKeys.`,
        )
      return unreadable === 0 ? 0 : 1
    },
  },
]
