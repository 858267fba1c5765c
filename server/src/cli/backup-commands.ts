import { type FileHandle, open } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Writable } from 'node:stream'
import * as z from 'zod/mini'
import { databaseLocation } from '../config/config-schema.ts'
import { errorCode } from '../config/error-code.ts'
import { createLineWriter, linesOf } from './backup-lines.ts'
import { type CliIo, type Command, CommandError, configOption, type Given, UsageError } from './command.ts'
import { databaseOf } from './config-of.ts'
import { writeNewFile } from './new-file.ts'
import { pairs } from './table.ts'

/** Rows between two progress messages. */
const progressInterval = 50_000
/** The first and the last line of a backup are not rows. */
const linesBesideRows = 2

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
async function backUp(given: Given, io: CliIo, write: (text: string) => Promise<void>): Promise<RowCounts> {
  const config = await databaseOf(given, io)
  const writer = createLineWriter(write)
  let count = 0
  let last = ''
  await io.backup(config, io.clock(), async (line) => {
    count += 1
    last = line
    if (count % progressInterval === 0) io.printError(`${count} rows …`)
    await writer.add(line)
  })
  await writer.flush()
  return z.parse(endSchema, JSON.parse(last)).end
}

const totalOf = (counts: RowCounts): number => Object.values(counts).reduce((sum, one) => sum + one, 0)

function printCounts(io: CliIo, counts: RowCounts, target: string): void {
  io.printError(pairs(Object.entries(counts).map(([table, count]) => [table, String(count)])))
  io.printError(`Backed up ${totalOf(counts)} rows to ${target}.`)
}

/** Prints progress while the lines pass through. */
async function* withProgress(lines: AsyncIterable<string>, io: CliIo): AsyncGenerator<string> {
  let count = 0
  for await (const line of lines) {
    count += 1
    if (count % progressInterval === 0) io.printError(`${count - linesBesideRows} rows …`)
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
    run: async (given, io) => {
      const target = given.positionals[0] ?? defaultName(io.clock())
      if (target === '-') {
        if (given.has('json'))
          throw new UsageError('With -, standard output has the backup; give --json with a file.')
        printCounts(io, await backUp(given, io, (text) => writeTo(io.output, text)), 'standard output')
        return 0
      }
      const file = resolve(io.workingDirectory, target)
      let counts: RowCounts = {}
      await writeNewFile(file, async (write) => {
        counts = await backUp(given, io, write)
      })
      if (given.has('json')) io.print(JSON.stringify({ file, rows: totalOf(counts), tables: counts }))
      else printCounts(io, counts, file)
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
    run: async (given, io) => {
      const [source = ''] = given.positionals
      const config = await databaseOf(given, io)
      const file = source === '-' ? undefined : await openFile(resolve(io.workingDirectory, source))
      const lines = withProgress(file ? linesOfFile(file) : linesOf(io.input), io)
      const rows = await io
        .restore(config, io.clock(), lines, given.has('replace-demo'))
        .finally(() => file?.close())
      const location = databaseLocation(config)
      const target =
        location.is === 'sqlite' ? resolve(io.workingDirectory, location.file) : 'the Postgres database'
      if (given.has('json')) io.print(JSON.stringify({ rows }))
      else io.printError(`Restored ${rows} rows into ${target}.`)
      return 0
    },
  },
]
