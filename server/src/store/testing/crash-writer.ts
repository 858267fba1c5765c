/**
 * Opens the SQLite file of the first argument and writes until it is killed; prints each acknowledged write as a JSON line.
 */
import { writeSync } from 'node:fs'
import { openSqliteStores } from '../stores.ts'
import { writeUntilFailure } from './crash-writes.ts'

const [, , file = '', round = ''] = process.argv
const stores = await openSqliteStores({ file })
await writeUntilFailure(stores, round, (report) => print(Buffer.from(`${JSON.stringify(report)}\n`)))

/** Writes the line synchronously: a stream would lose its buffer when the process is killed. */
function print(line: Buffer): void {
  let written = 0
  while (written < line.length) {
    try {
      written += writeSync(1, line, written)
    } catch (error) {
      // The pipe is full until the test reads.
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) throw error
    }
  }
}
