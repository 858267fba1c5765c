import type { CliIo, ExitCode, Given, OpenStores } from './command.ts'
import { databaseOf } from './config-of.ts'

/** Opens the stores for one command, and always closes them. */
export async function withStores(
  given: Given,
  io: CliIo,
  run: (stores: OpenStores) => Promise<ExitCode>,
  use: 'create' | 'existing' = 'existing',
): Promise<ExitCode> {
  const stores = await io.openStores(await databaseOf(given, io), use)
  try {
    return await run(stores)
  } finally {
    await stores.close()
  }
}
