/** The process of a local Polkadot chain; `start-polkadot.ts` starts it. */
import * as z from 'zod/mini'
import { nodeOptionsSchema } from './node-options.ts'

// The standard input ends when the parent ends it or dies in whatever way, even by SIGKILL: no node outlives the world.
process.stdin.on('end', () => process.exit(0))
process.stdin.on('error', () => process.exit(0))
process.stdin.resume()

// An error outside of a request is reported and ends nothing: the chain still answers, and a test that met it fails.
const report = (error: unknown) => console.error('The Polkadot node goes on after an error:', error)
process.on('uncaughtException', report).on('unhandledRejection', report)

process.env.LOG_LEVEL ??= 'fatal'
const options = z.parse(nodeOptionsSchema, JSON.parse(process.argv[2] ?? ''))
// Loaded only now: the levels of its log are read as it loads, and it takes seconds in which a parent may die.
const { runNode } = await import('./node.ts')
try {
  await runNode(options)
} catch (error) {
  console.error(error)
  process.exit(1)
}
