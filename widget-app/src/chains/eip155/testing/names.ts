import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as z from '#shared/zod.ts'

/** Test only: the names of the local test environment, on a node of a test. */

const repository = join(
  dirname(createRequire(import.meta.url).resolve('@foundry-rs/anvil/package.json')),
  '../../..',
)

const account = z.object({ address: z.string() })
const moduleSchema = z.object({
  seedNames: z.custom<(plan: object, rpcUrl: string) => Promise<void>>(
    (value) => typeof value === 'function',
  ),
  ensNames: z.array(z.object({ name: z.string(), account })),
  impostor: account,
})

/** Deploys ENS with the names of the local test environment on a node of chain 1. */
export async function deployNames(rpcUrl: string) {
  const file = join(repository, 'e2e/stack/chains/ens.ts')
  const { seedNames, ensNames, impostor } = z.parse(moduleSchema, await import(pathToFileURL(file).href))
  await seedNames(
    { chainId: 1, name: 'Ethereum', port: 'chain1', network: 'ethereum', configured: true },
    rpcUrl,
  )
  return {
    names: new Map(ensNames.map((one) => [one.name, one.account.address])),
    impostor: impostor.address,
  }
}
