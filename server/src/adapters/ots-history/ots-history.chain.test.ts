import { createWalletClient, encodeFunctionData, erc20Abi, http, parseEther, parseUnits } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chainPlans, multicall3Address, toViemChain } from '../../../../e2e/stack/chains/local-chains.ts'
import { waitForReceipt } from '../../../../e2e/stack/chains/running-chain.ts'
import { type SeededAnvil, startSeededAnvil } from '../../../../e2e/stack/chains/testing/seeded-anvil.ts'
import { localTokens } from '../../../../e2e/stack/chains/tokens.ts'
import { getHistory } from '../../../../shared/api/history.ts'
import * as z from '../../../../shared/zod.ts'
import { NodeErrorResponse, nodeRpc, scriptedRpc } from '../../chain-clients/testing/node-rpc.ts'
import { type ChainRpc, UnsupportedChainError } from '../../ports/rpc.ts'
import { InvalidAddressError } from '../../ports/sources/balances.ts'
import { InvalidCursorError } from '../../ports/sources/history.ts'
import { createOtsHistory } from './ots-history.ts'

const chainId = 'eip155:1'
const [plan] = chainPlans
const [usdc] = localTokens
if (plan === undefined || usdc === undefined) throw new Error('The world is empty')
const native = { name: 'Ether', symbol: 'ETH', decimals: 18, iconUrl: '/tokens/eth.svg' }
const person = privateKeyToAccount(generatePrivateKey())
const friend = privateKeyToAccount(generatePrivateKey())

let node: SeededAnvil
let rpc: ChainRpc
beforeAll(async () => {
  node = await startSeededAnvil()
  rpc = nodeRpc({ [chainId]: node.chain.rpcUrl })
  for (const { address } of [person, friend])
    await node.admin.setBalance({ address, value: parseEther('10') })
})
afterAll(() => node.stop())

type Call = { readonly to: `0x${string}`; readonly value?: bigint; readonly data?: `0x${string}` }

const send = async (from: typeof person, call: Call) => {
  const { rpcUrl } = node.chain
  const wallet = createWalletClient({
    account: from,
    chain: toViemChain(plan, rpcUrl),
    transport: http(rpcUrl),
  })
  // With a fixed gas limit, so that a call that will fail is sent too.
  const hash = await wallet.sendTransaction({ ...call, gas: 200_000n })
  await waitForReceipt(node.chain.client, hash)
  return hash
}

const onToken = (functionName: 'transfer' | 'approve', to: `0x${string}`, amount: bigint): Call => ({
  to: usdc.address,
  data: encodeFunctionData({ abi: erc20Abi, functionName, args: [to, amount] }),
})

async function page(address: string, cursor?: string, over = rpc) {
  const source = createOtsHistory(over, [{ chainId, native, multicall3: multicall3Address }])
  const { data, next } = z.parse(getHistory.response(), await source.page(chainId, address, cursor))
  const lines = data.map(({ metadata: { operationType, status, sentFrom, sentTo }, transfers }) => {
    const moves = (transfers ?? []).map(({ direction, numeric, name }) => `${direction} ${numeric} ${name}`)
    return [operationType, status, sentFrom, sentTo, moves]
  })
  return { data, lines, next }
}

async function everyPage(address: string, over = rpc) {
  const pages: Awaited<ReturnType<typeof page>>[] = []
  let cursor: string | undefined
  do {
    const next = await page(address, cursor, over)
    pages.push(next)
    cursor = next.next ?? undefined
  } while (cursor !== undefined)
  return pages
}

describe('history from the index of a node', () => {
  it("native currency, tokens, approval, failure › newest first, account's view", async () => {
    await node.admin.request<{ Method: 'anvil_dealERC20'; Parameters: string[]; ReturnType: unknown }>({
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
    expect(data[3]?.metadata).toMatchObject({ hash, chain: chainId, nonce: 1 })
    const { timestamp } = await node.chain.client.getBlock()
    expect(Date.parse(data[0]?.metadata.minedAt ?? '')).toBe(Number(timestamp) * 1_000)
    expect(next).toBeNull()
  })

  it('native currency sent by a contract › in the history', async () => {
    const receiver = privateKeyToAccount(generatePrivateKey()).address
    // CALL(gas, receiver, callvalue, …) with the received value.
    const runtime = `60006000600060003473${receiver.slice(2).toLowerCase()}5af100`
    const length = (runtime.length / 2).toString(16).padStart(2, '0')
    const forwarder = await node.deploy(`0x60${length}600c60003960${length}6000f3${runtime}`)
    await send(person, { to: forwarder, value: 7n, data: '0x00' })
    const { lines } = await page(receiver)
    expect(lines).toEqual([['receive', 'confirmed', forwarder, forwarder, ['in 0.000000000000000007 ETH']]])
  })

  it('60 transactions › pages contain each once, also if more arrive meanwhile', async () => {
    const many = privateKeyToAccount(generatePrivateKey())
    await node.admin.setBalance({ address: many.address, value: parseEther('10') })
    for (let count = 0; count < 60; count += 1)
      await send(many, { to: friend.address, value: BigInt(count + 1) })
    const first = await page(many.address)
    expect(first.data).toHaveLength(25)
    await send(many, { to: friend.address, value: 1n })
    const pages = await everyPage(many.address)
    expect(pages.flatMap(({ data }) => data.map(({ metadata }) => metadata.nonce))).toEqual(
      Array.from({ length: 61 }, (_, at) => 60 - at),
    )
    const second = await page(many.address, first.next ?? '')
    expect(second.data[0]?.metadata.nonce).toBe(34)
  })

  it('node reads only short log ranges › pages contain everything', async () => {
    await node.admin.mine({ blocks: 300 })
    const limited = scriptedRpc([chainId], async (call) => {
      const range = z.safeParse(
        z.tuple([z.object({ fromBlock: z.string(), toBlock: z.string() })]),
        call.params,
      )
      if (call.method === 'eth_getLogs' && range.success) {
        const [{ fromBlock, toBlock }] = range.data
        if (Number(toBlock) - Number(fromBlock) > 100)
          throw new NodeErrorResponse(-32005, 'block range is too long')
      }
      const [response] = await rpc.send(chainId, [call])
      if (response && 'error' in response)
        throw new NodeErrorResponse(response.error.code, response.error.message)
      return response?.result
    })
    const all = (await everyPage(person.address)).flatMap(({ lines }) => lines)
    const pages = await everyPage(person.address, limited)
    expect(pages.flatMap(({ lines }) => lines)).toEqual(all)
    expect(pages.length).toBeGreaterThan(1)
  })

  it('account without transactions › one empty page', async () => {
    const { data, next } = await page(privateKeyToAccount(generatePrivateKey()).address)
    expect([data, next]).toEqual([[], null])
  })

  it('invalid address, invalid cursor, unsupported chain › throws', async () => {
    await expect(page('0x12')).rejects.toThrow(InvalidAddressError)
    for (const text of ['xyz', Buffer.from('ots.0').toString('base64url'), 'x'.repeat(4_096)])
      await expect(page(person.address, text)).rejects.toThrow(InvalidCursorError)
    const source = createOtsHistory(rpc, [{ chainId, native }])
    await expect(source.page('eip155:10', person.address, undefined)).rejects.toThrow(UnsupportedChainError)
  })

  it('node without the methods › throws', async () => {
    const plain = scriptedRpc([chainId], ({ method }) => {
      if (method === 'eth_blockNumber') return '0x10'
      throw new NodeErrorResponse(-32601, 'Method not found')
    })
    await expect(page(person.address, undefined, plain)).rejects.toThrow('Method not found')
  })
})
