import { expect, it, onTestFinished, vi } from 'vitest'
import { accountId } from '#shared/caip/account-id.ts'
import { parseChainId } from '#shared/caip/chain-id.ts'
import type { HostConfigInput } from '#shared/config/host-config.ts'
import { parallelReadLimit } from '#shared/config/limits.ts'
import * as z from '#shared/zod.ts'
import type { AdapterPorts } from '#widget/chains/adapter-ports.ts'
import type { ChainAdapter } from '#widget/chains/chain-adapter.ts'
import { createAdapter as createEip155 } from '#widget/chains/eip155/adapter.ts'
import { createAdapter as createSolana } from '#widget/chains/solana/adapter.ts'
import { tokenProgram } from '#widget/chains/solana/programs.ts'
import { memoryTransport } from '#widget/chains/testing/scripted-transport.ts'
import { balancesAtom } from '#widget/domain/balances/balances.ts'
import { openModalAtom } from '#widget/domain/modal/modal.ts'
import { fakeClock } from '#widget/lib/fake-clock.ts'
import { alice, testWorld } from '#widget/testing/world.ts'

const bodySchema = z.object({ method: z.string(), params: z.array(z.unknown()) })
const abiWord = (value: number) => value.toString(16).padStart(64, '0')

/** A node whose response depends on the method; `undefined` reverts. Records its calls, and the maximum in flight. */
function countedNode(responseOf: (method: string, params: readonly unknown[]) => unknown) {
  const calls: string[] = []
  let inFlight = 0
  let maxInFlight = 0
  const fetch: typeof globalThis.fetch = async (_input, init) => {
    const text = String(init?.body)
    const { method, params } = z.parse(bodySchema, JSON.parse(text))
    calls.push(text)
    inFlight += 1
    maxInFlight = Math.max(maxInFlight, inFlight)
    await new Promise((resolve) => setImmediate(resolve))
    inFlight -= 1
    const result = responseOf(method, params)
    const error = { code: 3, message: 'execution reverted' }
    return Response.json({ jsonrpc: '2.0', id: 1, ...(result === undefined ? { error } : { result }) })
  }
  return { fetch, calls, maxInFlight: () => maxInFlight }
}

/** Reads the balances of an account through the real adapter, without the API. */
async function read(
  createAdapter: (ports: AdapterPorts) => ChainAdapter,
  fetch: typeof globalThis.fetch,
  account: ReturnType<typeof accountId>,
  config: Partial<HostConfigInput>,
) {
  const clock = fakeClock(Date.now())
  const adapter = createAdapter({
    transport: memoryTransport({}),
    rpcUrl: () => 'https://node.example/',
    fetch,
    clock,
  })
  const routes = { '/v1/supported-chains': () => ({ body: { http: [], ws: [] } }) }
  const { store } = testWorld({ clock, adapter, routes, config })
  onTestFinished(store.sub(balancesAtom(account), () => undefined))
  store.set(openModalAtom)
  await vi.waitFor(() => expect(store.get(balancesAtom(account)).is).toBe('ready'))
  const loaded = store.get(balancesAtom(account))
  return loaded.is === 'ready' ? loaded.data.map(({ asset, value }) => [asset.symbol, value]) : []
}

it('EVM chain without Multicall3 › at most four calls in flight, and none twice', async () => {
  const facts: Readonly<Record<string, string>> = {
    '0x70a08231': `0x${abiWord(5)}`,
    '0x313ce567': `0x${abiWord(6)}`,
    '0x95d89b41': `0x${abiWord(32)}${abiWord(1)}${'41'.padEnd(64, '0')}`,
    '0x06fdde03': `0x${abiWord(32)}${abiWord(1)}${'42'.padEnd(64, '0')}`,
  }
  const ours = (address: unknown) => String(address).startsWith('0x0000000000000000000000000000000000')
  const node = countedNode((method, [call]) => {
    const { to, data } = Object(call)
    if (method === 'eth_getBalance') return '0x7'
    return ours(to) ? facts[String(data).slice(0, 10)] : undefined
  })
  const ethereum = parseChainId('eip155:1')
  const tokens = Array.from({ length: 12 }, (_, at) => ({
    chainId: ethereum,
    address: `0x${abiWord(at + 1).slice(24)}`,
  }))
  const balances = await read(createEip155, node.fetch, accountId(ethereum, alice), { tokens })
  expect(balances).toEqual([['ETH', 7n], ...tokens.map(() => ['A', 5n])])
  expect(node.maxInFlight()).toBeLessThanOrEqual(parallelReadLimit)
  expect(new Set(node.calls).size).toBe(node.calls.length)
})

it('Solana › one call for each token program, with or without tokens of the host', async () => {
  const chain = parseChainId('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')
  const holder = 'FPP21sbqhr2LPjSnJkw5NBetPubeFG4PsQFBxHj8noTq'
  const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
  const account = (data: Uint8Array) => ({
    lamports: 1,
    owner: tokenProgram,
    executable: false,
    data: [Buffer.from(data).toString('base64'), 'base64'],
  })
  const mintData = new Uint8Array(82)
  mintData.set([6, 1], 44)
  const tokenAccountData = new Uint8Array(72)
  tokenAccountData[64] = 9
  const inContext = (value: unknown) => ({ context: { slot: 1 }, value })
  const node = countedNode((method, [first, second]) => {
    if (method === 'getBalance') return inContext(7)
    if (method === 'getMultipleAccounts')
      return inContext(z.parse(z.array(z.string()), first).map(() => account(mintData)))
    const isOld = Object(second).programId === tokenProgram
    return inContext(isOld ? [{ pubkey: holder, account: account(tokenAccountData) }] : [])
  })
  const nativeCurrency = { name: 'Solana', symbol: 'SOL', decimals: 9 }
  const balances = await read(createSolana, node.fetch, accountId(chain, holder), {
    platforms: ['solana'],
    networks: [{ id: chain, name: 'Solana', nativeCurrency }],
    tokens: [{ chainId: chain, address: mint }],
  })
  expect(balances).toEqual([
    ['SOL', 7n],
    ['EPjF…Dt1v', 0n],
    ['1111…1111', 9n],
  ])
  expect(node.maxInFlight()).toBeLessThanOrEqual(parallelReadLimit)
  expect(new Set(node.calls).size).toBe(node.calls.length)
  expect(node.calls.filter((text) => text.includes('getTokenAccountsByOwner'))).toHaveLength(2)
})
