import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe } from 'vitest'
import { migrate } from './migrate.ts'
import { migrations } from './migrations.ts'
import { openSqliteDatabase } from './sqlite-database.ts'
import { storeSuite } from './testing/store-suite.ts'

const folder = mkdtempSync(join(tmpdir(), 'drawbridge-sqlite-'))
let files = 0

afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('sqlite', () => {
  storeSuite(async () => {
    files += 1
    const database = await openSqliteDatabase(join(folder, `${files}.sqlite`))
    await migrate(database, migrations, 0)
    return { connections: [database], end: database.close }
  })
})
