import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Stores } from '#server/ports/stores/stores.ts'
import { openSqliteStores } from '#server/store/stores.ts'
import type { Disposer } from './disposer.ts'

/** Opens an empty server database, which is deleted with the world. */
export async function openTemporaryStores(lifetime: Disposer): Promise<Stores> {
  const directory = mkdtempSync(join(tmpdir(), 'drawbridge-stack-'))
  lifetime.defer(() => rmSync(directory, { recursive: true, force: true }))
  const stores = await openSqliteStores({ file: join(directory, 'drawbridge.db') })
  lifetime.defer(stores.close)
  return stores
}
