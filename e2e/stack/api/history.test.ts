import {
  createWalletClient,
  encodeFunctionData,
  erc20Abi,
  type Hash,
  http,
  parseEther,
  parseUnits,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import type { HistorySource } from '#server/ports/history.ts'
import { getHistory } from '#shared/api/history.ts'
import { startAnvil } from '../chains/anvil.ts'
import { chainPlans, viemChain } from '../chains/local-chains.ts'
import { adminClient, type RunningChain, receiptOf, runningChain } from '../chains/running-chain.ts'
import { seedChain } from '../chains/seed.ts'
import { localTokens } from '../chains/tokens.ts'
import { freePorts } from '../ports.ts'
import { localHistory } from './history.ts'

const [plan] = chainPlans
const [usdc] = localTokens
if (plan === undefined || usdc === undefined) throw new Error('the world is empty')
let node: ReturnType<typeof startAnvil>
let chain: RunningChain
let history: HistorySource
const historyOf = (address: string, cursor: string | undefined) =>
  history.page(`eip155:${chain.plan.chainId}`, address, cursor)
const person = privateKeyToAccount(generatePrivateKey())
const friend = privateKeyToAccount(generatePrivateKey())

beforeAll(async () => {
  node = startAnvil(plan, (await freePorts()).chain1)
  chain = runningChain(plan, node.rpcUrl)
  await vi.waitFor(() => chain.client.getChainId(), { timeout: 15_000 })
  await seedChain(plan, node.rpcUrl)
  history = localHistory([chain])
  const admin = adminClient(plan, node.rpcUrl)
  for (const { address } of [person, friend]) {
    await admin.setBalance({ address, value: parseEther('10') })
  }
})
afterAll(() => node.stop())

type Call = { readonly to: `0x${string}`; readonly value?: bigint; readonly data?: `0x${string}` }

const send = async (from: typeof person, call: Call): Promise<Hash> => {
  const wallet = createWalletClient({
    account: from,
    chain: viemChain(plan, chain.rpcUrl),
    transport: http(chain.rpcUrl),
  })
  // With a gas limit of its own: what will fail is sent too.
  const hash = await wallet.sendTransaction({ ...call, gas: 200_000n })
  await receiptOf(chain.client, hash)
  return hash
}

const onToken = (functionName: 'transfer' | 'approve', to: `0x${string}`, amount: bigint): Call => ({
  to: usdc.address,
  data: encodeFunctionData({ abi: erc20Abi, functionName, args: [to, amount] }),
})

async function page(address: string, cursor?: string) {
  const { data, next } = z.parse(getHistory.response(), await historyOf(address, cursor))
  const lines = data.map(({ metadata: { operationType, status, sentFrom, sentTo }, transfers }) => {
    const moves = (transfers ?? []).map(({ direction, numeric, name }) => `${direction} ${numeric} ${name}`)
    return [operationType, status, sentFrom, sentTo, moves]
  })
  return { data, lines, next }
}

describe('history', () => {
  it('behavior: coins and tokens sent and received, an approval and a failure, newest first', async () => {
    await chain.client.request<{ Method: 'anvil_dealERC20'; Parameters: string[]; ReturnType: unknown }>({
      method: 'anvil_dealERC20',
      params: [person.address, usdc.address, '0x989680'],
    })
    await send(friend, { to: person.address, value: parseEther('0.5') })
    await send(person, { to: friend.address, value: parseEther('1.000000000000000001') })
    const hash = await send(person, onToken('transfer', friend.address, parseUnits('2.5', 6)))
    await send(person, onToken('approve', friend.address, 1n))
    await send(person, onToken('transfer', friend.address, parseUnits('999', 6)))
    await send(friend, onToken('transfer', person.address, 1n))
    const { data, lines, next } = await page(person.address.toLowerCase())
    expect(lines).toEqual([
      ['receive', 'confirmed', friend.address, usdc.address, ['in 0.000001 USDC']],
      ['execute', 'failed', person.address, usdc.address, []],
      ['approve', 'confirmed', person.address, usdc.address, []],
      ['send', 'confirmed', person.address, friend.address, ['out 2.5 USDC']],
      ['send', 'confirmed', person.address, friend.address, ['out 1.000000000000000001 ETH']],
      ['receive', 'confirmed', friend.address, person.address, ['in 0.5 ETH']],
    ])
    expect(data[3]?.metadata).toMatchObject({ hash, chain: 'eip155:1', nonce: 1 })
    expect(next).toBeNull()
  })

  it('behavior: blocks that came later are read when somebody asks; a chain that was set back is read anew', async () => {
    const before = (await page(friend.address)).data.length
    const admin = adminClient(plan, chain.rpcUrl)
    const snapshot = await admin.snapshot()
    await send(friend, { to: person.address, value: 1n })
    expect((await page(friend.address)).data).toHaveLength(before + 1)
    await admin.revert({ id: snapshot })
    await send(friend, { to: person.address, value: 2n })
    const { lines, data } = await page(friend.address)
    expect([data.length, lines[0]?.[4]]).toEqual([before + 1, ['out 0.000000000000000002 ETH']])
  })

  it('behavior: pages of 50 by cursor, which what came meanwhile does not shift', async () => {
    const many = privateKeyToAccount(generatePrivateKey())
    const admin = adminClient(plan, chain.rpcUrl)
    await admin.setBalance({ address: many.address, value: parseEther('10') })
    for (let count = 0; count < 53; count += 1) await send(many, { to: friend.address, value: BigInt(count) })
    const first = await page(many.address)
    expect([first.data.length, first.data[0]?.metadata.nonce]).toEqual([50, 52])
    await send(many, { to: friend.address, value: 1n })
    const second = await page(many.address, first.next ?? '')
    expect([second.data.map(({ metadata }) => metadata.nonce), second.next]).toEqual([[2, 1, 0], null])
  })

  it('error: what is no address, and what is no cursor of ours, is refused', async () => {
    await expect(historyOf('0x12', undefined)).rejects.toThrow('Invalid address')
    await expect(historyOf(person.address, 'xyz')).rejects.toThrow('Invalid cursor')
  })
})
