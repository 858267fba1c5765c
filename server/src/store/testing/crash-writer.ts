/**
 * Opens the database of the first argument, a SQLite file or a PostgreSQL URL, and writes until it is killed; prints each report as a
 * JSON line. Third argument: `wallets` or `sites`, what it writes.
 */
import { writeSync } from 'node:fs'
import { openPostgresStores, openSqliteStores } from '../stores.ts'
import { writeWalletsUntilFailure } from './crash-wallet-writes.ts'
import { writeUntilFailure } from './crash-writes.ts'

const [, , target = '', round = '', written = ''] = process.argv
const stores = target.startsWith('postgres:')
  ? await openPostgresStores({ url: target })
  : await openSqliteStores({ file: target })
const write = written === 'wallets' ? writeWalletsUntilFailure : writeUntilFailure
await write(stores, round, (report) => print(Buffer.from(`${JSON.stringify(report)}\n`)))

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
