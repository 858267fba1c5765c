import * as z from '#shared/zod.ts'
import { startNode } from './node.ts'
import { serve } from './serve.ts'
import { createNameAccounts } from './sns.ts'

/** Options of this process, a local Solana chain: `main.ts '{"port":8899,"slotMs":400}'`. */
const options = z
  .object({
    port: z.int().check(z.gte(1), z.lte(65_534)),
    slotMs: z.int().check(z.gte(1)),
    genesisHash: z.optional(z.string()),
  })
  .parse(JSON.parse(process.argv[2] ?? ''))

// Standard input closes when the parent closes it or exits in any way, even by SIGKILL: no node outlives its local world.
process.stdin
  .on('end', () => process.exit(0))
  .on('error', () => process.exit(0))
  .resume()
// Log an error outside of a call and continue: the chain still responds, and the test that caused the error fails.
const logError = (error: unknown) => console.error('The Solana node goes on after an error:', error)
process.on('uncaughtException', logError).on('unhandledRejection', logError)
try {
  await serve(startNode({ ...options, accounts: await createNameAccounts() }), options.port)
} catch (error) {
  console.error(error)
  process.exit(1)
}
