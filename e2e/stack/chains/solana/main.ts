import * as z from 'zod/mini'
import { startNode } from './node.ts'
import { serve } from './serve.ts'
import { nameAccounts } from './sns.ts'

/** The process of a local Solana chain: `main.ts '{"port":8899,"slotMs":400}'`. It ends with its standard input. */
const options = z
  .object({
    port: z.int().check(z.gte(1), z.lte(65_534)),
    slotMs: z.int().check(z.gte(1)),
    genesisHash: z.optional(z.string()),
  })
  .parse(JSON.parse(process.argv[2] ?? ''))

// Standard input ends when the parent ends it or dies in whatever way, even by SIGKILL: no node outlives its world.
process.stdin
  .on('end', () => process.exit(0))
  .on('error', () => process.exit(0))
  .resume()
// An error outside of a request is reported and ends nothing: the chain still answers, and a test that met it fails.
const report = (error: unknown) => console.error('The Solana node goes on after an error:', error)
process.on('uncaughtException', report).on('unhandledRejection', report)
try {
  await serve(startNode({ ...options, accounts: await nameAccounts() }), options.port)
} catch (error) {
  console.error(error)
  process.exit(1)
}
