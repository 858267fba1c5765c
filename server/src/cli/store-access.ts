import type { CliPorts, ExitCode, OpenStores, ParsedArguments } from './command.ts'
import { databaseOf } from './config-of.ts'

/** Opens the stores for one command, and always closes them. */
export async function withStores(
  args: ParsedArguments,
  ports: CliPorts,
  run: (stores: OpenStores) => Promise<ExitCode>,
  use: 'create' | 'existing' = 'existing',
): Promise<ExitCode> {
  const stores = await ports.openStores(await databaseOf(args, ports), use)
  try {
    return await run(stores)
  } finally {
    await stores.close()
  }
}
