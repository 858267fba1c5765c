import { parseUnits } from 'viem'
import * as z from '#shared/zod.ts'
import type { Stack } from '#stack/stack-file.ts'
import type { Fault } from '../stack/api/fault-control.ts'
import { type LocalChain, localChain } from './local-chain.ts'

const requestsSchema = z.object({
  requests: z.array(
    z.object({
      method: z.string(),
      path: z.string(),
      query: z.record(z.string(), z.string()),
      origin: z.nullable(z.string()),
      body: z.nullable(z.string()),
      atMs: z.number(),
    }),
  ),
})

export type Account = Stack['accounts'][number]

/** Balances of a test account at the start of a test, on every chain. */
export const startingFunds = {
  ETH: parseUnits('12.5', 18),
  USDC: parseUnits('2500', 6),
  DAI: parseUnits('1250.755', 18),
}

/**
 * Creates the local world for one test. Faults and the request log belong to the test's project, a tagged `demo`, so that
 * concurrent tests do not affect each other.
 */
export function createWorld(stack: Stack, tag: string) {
  const control = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(`${stack.widget.loopback}/__control${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} /__control${path} answered ${response.status}: ${text}`)
    return JSON.parse(text)
  }
  const project = (name = 'demo') => `${name}~${tag}`
  const chains = new Map(stack.chains.map(({ chainId }) => [chainId, localChain(stack, chainId)]))

  return {
    stack,
    /** Id of a project that only this test uses; the name is one of the world's projects. */
    project,
    /** Injects a fault into requests of this test's project, or of all projects if `project` is null. */
    async fault({ project: of = project(), ...fault }: Omit<Fault, 'project'> & { project?: string | null }) {
      await control('POST', '/faults', of === null ? fault : { ...fault, project: of })
    },
    async clearFaults(of = project()): Promise<void> {
      await control('DELETE', `/faults?project=${encodeURIComponent(of)}`)
    },
    /** Requests of a project since the start of the test, or since `clearRequests`. */
    async requests(of = project()) {
      const responseBody = await control('GET', `/requests?project=${encodeURIComponent(of)}`)
      return z.parse(requestsSchema, responseBody).requests
    },
    /** Names of the analytics events received for a project of this test. */
    async analyticsEvents(of = project()): Promise<readonly string[]> {
      const responseBody = await control('GET', `/events?project=${encodeURIComponent(of)}`)
      const schema = z.object({
        events: z.array(z.object({ props: z.object({ event: z.string() }) })),
      })
      return z.parse(schema, responseBody).events.map(({ props }) => props.event)
    },
    /** Configures how the onramp provider's site handles this test's purchases. */
    async configureProvider(purchaseOptions: {
      readonly openerPolicy?: string
      readonly expire?: boolean
    }): Promise<void> {
      await control('POST', '/onramp', { project: project(), ...purchaseOptions })
    },
    /** Number of wallets that the server lists for a query. */
    async countWallets(params: Readonly<Record<string, string>>): Promise<number> {
      const query = new URLSearchParams({ projectId: 'demo', st: 'test', sv: '0', ...params })
      const response = await fetch(`${stack.widget.loopback}/getWallets?${query}`)
      return z.parse(z.object({ count: z.int() }), await response.json()).count
    },
    async clearRequests(of = project()): Promise<void> {
      await control('DELETE', `/requests?project=${encodeURIComponent(of)}`)
    },
    /** @throws Error if the local world has no account of that label. */
    account(label: string): Account {
      const found = stack.accounts.find((account) => account.label === label)
      if (found === undefined) throw new Error(`The local world has no account ${label}`)
      return found
    },
    chain(chainId: number): LocalChain {
      const found = chains.get(chainId)
      if (found === undefined) throw new Error(`The local world has no chain ${chainId}`)
      return found
    },
    /** Sets the starting funds of an account on every chain, and deletes its code, which EIP-7702 may have set. */
    async fund({ address }: Account): Promise<void> {
      const { ETH, ...tokens } = startingFunds
      const each = [...chains.values()].map(async (chain) => {
        await chain.setBalance(address, ETH)
        await chain.rpc('anvil_setCode', [address, '0x'])
        for (const [symbol, value] of Object.entries(tokens)) {
          if ((await chain.tokenBalance(symbol, address)) === value) continue
          await chain.setTokenBalance(symbol, address, value)
        }
      })
      await Promise.all(each)
    },
    /** Reverts the test's changes to the world. */
    async end(): Promise<void> {
      for (const name of stack.projects)
        await control('DELETE', `/faults?project=${encodeURIComponent(project(name))}`)
    },
  }
}
export type TestWorld = ReturnType<typeof createWorld>
