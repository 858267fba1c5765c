/** Entry of the process of a local Polkadot chain; `start-polkadot.ts` starts it. */
import * as z from '#shared/zod.ts'
import { nodeOptionsSchema } from './node-options.ts'

// Standard input closes when the parent closes it or exits in any way, even by SIGKILL: no node outlives the local world.
process.stdin.on('end', () => process.exit(0))
process.stdin.on('error', () => process.exit(0))
process.stdin.resume()

// Log an error outside of a call and continue: the chain still responds, and the test that caused the error fails.
const logError = (error: unknown) => console.error('The Polkadot node goes on after an error:', error)
process.on('uncaughtException', logError).on('unhandledRejection', logError)

process.env.LOG_LEVEL ??= 'fatal'
const options = z.parse(nodeOptionsSchema, JSON.parse(process.argv[2] ?? ''))
// Import this late: it reads its log level while it loads, and it takes seconds to load, in which the parent may exit.
const { runNode } = await import('./node.ts')
try {
  await runNode(options)
} catch (error) {
  console.error(error)
  process.exit(1)
}
