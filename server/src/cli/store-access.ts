import type { CliIo, ExitCode, Given, OpenStores } from './command.ts'
import { configOf } from './config-of.ts'

/** Opens the stores for one command, and closes them whatever happens. */
export async function withStores(
  given: Given,
  io: CliIo,
  run: (stores: OpenStores) => Promise<ExitCode>,
  use: 'create' | 'existing' = 'existing',
): Promise<ExitCode> {
  const { config } = await configOf(given, io)
  const stores = await io.openStores(config, use)
  try {
    return await run(stores)
  } finally {
    await stores.close()
  }
}
