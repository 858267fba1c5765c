import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach } from 'vitest'
import { connectSqliteWriter, type SqliteConnection } from '../sqlite-connection.ts'

/** Files in a temporary folder that is deleted after the tests of the file. */
export function openSqliteFiles() {
  const folder = mkdtempSync(join(tmpdir(), 'drawbridge-sqlite-'))
  let files = 0
  const closing: (() => unknown)[] = []
  afterEach(async () => {
    for (const close of closing.splice(0)) await close()
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const path = () => {
    files += 1
    return join(folder, `${files}.sqlite`)
  }
  /** Closes the resource after the test. */
  const closeLater = <T extends { readonly close: () => unknown }>(opened: T): T => {
    closing.push(opened.close)
    return opened
  }
  return {
    folder,
    /** Path of a file that does not exist. */
    path,
    closeLater,
    /** A connection that may write to a new file, after it has run a statement. */
    connect: async (statement: string, file = path()): Promise<SqliteConnection> => {
      const connection = closeLater(await connectSqliteWriter(file))
      await connection.run(statement)
      return connection
    },
  }
}
