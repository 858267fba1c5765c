import { Hono } from 'hono'
import type { Address } from 'viem'
import { readJson } from '#server/core/json-text.ts'
import type { ServerEnv } from '#server/web/server-env.ts'
import { userOperationSchema } from '#shared/api/embedded-sponsorship.ts'
import { entryPointAddress } from '#shared/config/embedded-account.ts'
import { parseWire } from '#shared/wire-schema.ts'
import * as z from '#shared/zod.ts'
import type { RunningChain } from '../chains/running-chain.ts'
import { RpcError } from '../rpc-error.ts'
import { createBundler } from './bundler.ts'
import { type SponsorFaults, sponsorFaultsSchema } from './faults.ts'

const requestSchema = z.object({
  id: z.union([z.number(), z.string()]),
  method: z.string(),
  params: z.array(z.unknown()),
})

/** As long as no caller waits. */
const silence = () => new Promise<never>(() => undefined)

/** A paymaster service (ERC-7677) that pays for every operation. @throws RpcError */
function askPaymaster(
  paymaster: Address,
  params: readonly unknown[],
  { paymaster: fault }: SponsorFaults,
): Promise<object> | object {
  if (fault === 'silent') return silence()
  const [operation, entryPoint] = params
  const isValid = parseWire(userOperationSchema, operation).success && entryPoint === entryPointAddress
  if (fault === 'refuses' || !isValid) throw new RpcError(-32_000, 'The paymaster does not pay for this')
  return {
    ...{ paymaster, paymasterData: '0x', sponsor: { name: 'Local operator' } },
    ...{ paymasterVerificationGasLimit: '0x186a0', paymasterPostOpGasLimit: '0x0' },
  }
}

/**
 * Bundler and paymaster service of one chain, as JSON-RPC over POST at `/rpc`, and what tests control: `/faults`, and `/release` of what
 * the bundler holds.
 */
export async function createSponsorApp(chain: RunningChain, paymaster: Address) {
  let faults: SponsorFaults = {}
  const bundler = await createBundler(chain, () => faults)

  async function respond(method: string, params: readonly unknown[]): Promise<unknown> {
    if (method.startsWith('pm_')) return askPaymaster(paymaster, params, faults)
    if (faults.bundler === 'silent' && method !== 'eth_estimateUserOperationGas') return silence()
    return bundler.call(method, params)
  }

  const app = new Hono<ServerEnv>()
  app.post('/rpc', async (c) => {
    const parsed = requestSchema.safeParse(readJson(await c.req.text()))
    if (!parsed.success)
      return c.json({ jsonrpc: '2.0', id: null, error: { code: -32_600, message: 'Invalid' } })
    const { id, method, params } = parsed.data
    try {
      return c.json({ jsonrpc: '2.0', id, result: await respond(method, params) })
    } catch (error) {
      if (!(error instanceof RpcError)) throw error
      return c.json({ jsonrpc: '2.0', id, error: { code: error.code, message: error.message } })
    }
  })
  app.post('/faults', async (c) => {
    const parsed = sponsorFaultsSchema.safeParse(readJson(await c.req.text()))
    if (!parsed.success) return c.json({ reasons: parsed.error.issues }, 400)
    faults = parsed.data
    return c.json(faults)
  })
  app.post('/release', async (c) => {
    await bundler.release()
    return c.json({})
  })
  return { app, acceptedCount: bundler.acceptedCount }
}
