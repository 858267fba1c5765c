import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { systemClock } from '#shared/channel/clock.ts'
import type { Network } from '#shared/config/network.ts'
import * as z from '#shared/zod.ts'
import type { Asset, ChainAdapter } from '../../chain-adapter.ts'
import { keyConnection } from '../../local-keys.ts'
import { required } from '../../registry.ts'
import { chainAdapterSuite } from '../../testing/chain-adapter-suite.ts'
import { embeddedWallet } from '../../testing/embedded-wallet.ts'
import { createAdapter } from '../adapter.ts'
import { quantitySchema, toQuantity } from '../hex.ts'
import { eip155Manifest } from '../manifest.ts'
import { startAnvil } from '../testing/anvil.ts'
import { freshAddress, multicall3 } from '../testing/anvil-world.ts'
import { deployMulticall, deployToken } from '../testing/deploy.ts'
import { testLocalKey } from '../testing/local-key.ts'

const bodySchema = z.object({ method: z.string() })

/** One chain, our own wallet with a funded key and tokens, and the adapter over a gateway that may lose responses. */
async function ownWorld() {
  const { key, account } = testLocalKey()
  const node = await startAnvil(1)
  const network: Network = {
    id: parseChainId('eip155:1'),
    name: 'Test chain',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  }
  const own = await embeddedWallet(key, network, { eip155: account.address })
  /** What the gateway does with the next transactions. */
  let delivery: 'passes' | 'loses-response' | 'loses-request' = 'passes'
  let sent = 0
  const gatewayFetch: typeof fetch = async (input, init) => {
    const isSend = bodySchema.parse(JSON.parse(String(init?.body))).method === 'eth_sendRawTransaction'
    if (isSend) sent += 1
    const isLost = isSend && delivery === 'loses-request'
    const response = isLost ? undefined : await fetch(input, init)
    if (response === undefined || (isSend && delivery === 'loses-response')) {
      // Only the first one is lost.
      if (isLost) delivery = 'passes'
      throw new TypeError('The connection was lost')
    }
    return response
  }
  const adapter: ChainAdapter = createAdapter({
    transport: own.transport,
    rpcUrl: () => node.url,
    fetch: gatewayFetch,
    clock: systemClock,
    pollIntervalMs: 20,
  })
  own.setAdapter(adapter)
  const native: Asset = { chain: network.id, address: undefined, symbol: 'ETH', name: 'Ether', decimals: 18 }
  try {
    await node.call('anvil_setBalance', account.address, toQuantity(100n * 10n ** 18n))
    await node.call('anvil_setCode', multicall3, await deployMulticall(node))
    const usdc: Asset = { ...native, symbol: 'USDC', name: 'USD Coin', decimals: 6 }
    const token = await deployToken(node, usdc, account.address, 'token', 'tokenArtefact')
    return {
      ...own,
      ...{ adapter, node, network, native, token, key, account },
      sent: () => sent,
      setDelivery: (next: typeof delivery) => {
        delivery = next
      },
      stop: () => node.stop(),
    }
  } catch (error) {
    await node.stop()
    throw error
  }
}

chainAdapterSuite('eip155 with our own wallet', { valid: [], invalid: [], badChecksum: [] }, async () => {
  const world = await ownWorld()
  return {
    ...world,
    manifest: eip155Manifest,
    isSession: true,
    notAToken: freshAddress(),
    freshAddress,
    emitAccounts: () => undefined,
  }
})

describe('eip155 with our own wallet: dApp requests', () => {
  let world: Awaited<ReturnType<typeof ownWorld>>
  beforeAll(async () => {
    world = await ownWorld()
  })
  afterAll(() => world.stop())
  beforeEach(() => world.setDelivery('passes'))

  const request = async (method: string, params: readonly unknown[]) => {
    const connection = await world.adapter.connect(world.wallet, { silent: true })
    const prepared = await world.adapter.prepare(connection, { method, params })
    return prepared.requestWallet()
  }
  const balanceOf = (address: string) =>
    required(world.adapter.nativeBalance, 'nativeBalance')(address, world.network)
  const send = (to: string, over: object = {}) =>
    request('eth_sendTransaction', [{ from: world.account.address, to, value: '0x2710', ...over }])
  const receiptSchema = z.object({ status: quantitySchema, type: quantitySchema })
  const receiptOf = async (hash: unknown) => {
    const read = () => world.node.call('eth_getTransactionReceipt', hash)
    await expect.poll(read, { interval: 20, timeout: 15_000 }).not.toBeNull()
    return receiptSchema.parse(await read())
  }

  test('eth_sendTransaction › type 2, arrives', async () => {
    const to = freshAddress()
    expect(await receiptOf(await send(to))).toEqual({ status: 1n, type: 2n })
    expect(await balanceOf(to)).toBe(10_000n)
  })

  test.each<[string, object]>([
    ['a gas price', { gasPrice: '0x77359400' }],
    ['an access list', { gasPrice: '0x77359400', accessList: [{ address: multicall3, storageKeys: [] }] }],
  ])('eth_sendTransaction with %s › arrives', async (_, over) => {
    const to = freshAddress()
    await receiptOf(await send(to, over))
    expect(await balanceOf(to)).toBe(10_000n)
  })

  test('two at once, one after the other confirmed in the vault › both arrive', async () => {
    const [first, second] = [freshAddress(), freshAddress()]
    await world.node.call('evm_setAutomine', false)
    const hashes = [await send(first), await send(second)]
    await world.node.call('evm_setAutomine', true)
    await world.node.call('evm_mine')
    for (const hash of hashes) expect((await receiptOf(hash)).status).toBe(1n)
    expect([await balanceOf(first), await balanceOf(second)]).toEqual([10_000n, 10_000n])
  })

  /** The same wallet in another tab; its request is signed, and not sent yet. */
  async function signedInOtherTab(to: string, over: object = {}) {
    const other = createAdapter({
      ...{ transport: world.transport, rpcUrl: () => world.node.url, fetch, clock: systemClock },
    })
    const keys = await required(other.localKeys, 'localKeys')()
    const connection = keyConnection(world.key, world.network.id)
    const params = [{ from: world.account.address, to, value: '0x2710', ...over }]
    const complete = await keys.complete(connection, { method: 'eth_sendTransaction', params }, world.network)
    const signed = await keys.sign(world.key, complete, world.network.id)
    return () => keys.respond(connection, complete, signed, world.network)
  }

  test('another tab sends while the user reads › nothing is sent, the first one is not replaced', async () => {
    const [first, second] = [freshAddress(), freshAddress()]
    await world.node.call('evm_setAutomine', false)
    const sendSecond = await signedInOtherTab(second, {
      maxFeePerGas: '0x2540be400',
      maxPriorityFeePerGas: '0x2540be400',
    })
    const hash = await send(first)
    await expect(sendSecond()).rejects.toMatchObject({ message: expect.stringContaining('Nothing was sent') })
    await world.node.call('evm_setAutomine', true)
    await world.node.call('evm_mine')
    expect((await receiptOf(hash)).status).toBe(1n)
    expect([await balanceOf(first), await balanceOf(second)]).toEqual([10_000n, 0n])
  })

  test('nonce that the dApp sets to replace its transaction › replaces it', async () => {
    const [first, second] = [freshAddress(), freshAddress()]
    const nonce = await world.node.call('eth_getTransactionCount', world.account.address, 'latest')
    await world.node.call('evm_setAutomine', false)
    await send(first)
    const fees = { maxFeePerGas: '0x2540be400', maxPriorityFeePerGas: '0x2540be400' }
    await (await signedInOtherTab(second, { nonce, ...fees }))()
    await world.node.call('evm_setAutomine', true)
    await world.node.call('evm_mine')
    expect([await balanceOf(first), await balanceOf(second)]).toEqual([0n, 10_000n])
  })

  test('eth_signTransaction › bytes that the node accepts', async () => {
    const to = freshAddress()
    const raw = await request('eth_signTransaction', [{ from: world.account.address, to, value: '0x2710' }])
    expect(await balanceOf(to)).toBe(0n)
    await receiptOf(await world.node.call('eth_sendRawTransaction', raw))
    expect(await balanceOf(to)).toBe(10_000n)
  })

  test('call that reverts › −32000 with the reason, the vault is not opened', async () => {
    const before = [world.prompts(), world.sent()]
    // transfer(address,uint256) of more than the balance
    const data = `0xa9059cbb${freshAddress().slice(2).padStart(64, '0')}${'f'.repeat(64)}`
    await expect(send(String(world.token.address), { value: '0x0', data })).rejects.toMatchObject({
      code: -32000,
      message: expect.stringMatching(/revert/),
      data: { reason: 'reverted' },
    })
    expect([world.prompts(), world.sent()]).toEqual(before)
  })

  test('more than the balance › −32000, the vault is not opened', async () => {
    const before = world.prompts()
    await expect(send(freshAddress(), { value: toQuantity(10n ** 30n) })).rejects.toMatchObject({
      code: -32000,
    })
    await expect(
      send(freshAddress(), { value: toQuantity(10n ** 30n), gas: '0x5208' }),
    ).rejects.toMatchObject({
      code: -32000,
      data: { reason: 'insufficient-funds' },
    })
    expect(world.prompts()).toBe(before)
  })

  test.each(['loses-response', 'loses-request'] as const)(
    'gateway %s of eth_sendRawTransaction › the hash, sent once',
    async (delivery) => {
      const to = freshAddress()
      const before = world.sent()
      world.setDelivery(delivery)
      const hash = await send(to)
      expect((await receiptOf(hash)).status).toBe(1n)
      expect(await balanceOf(to)).toBe(10_000n)
      expect(world.sent() - before).toBe(delivery === 'loses-response' ? 1 : 2)
    },
  )

  test('nonce that is used › error of the node, nothing moves', async () => {
    const to = freshAddress()
    await expect(send(to, { nonce: '0x0' })).rejects.toMatchObject({
      message: expect.stringMatching(/nonce too low/i),
    })
    expect(await balanceOf(to)).toBe(0n)
  })

  test('personal_sign and typed data › verified by the adapter', async () => {
    const typed = {
      types: { Mail: [{ name: 'text', type: 'string' }] },
      primaryType: 'Mail',
      domain: { name: 'Mail', chainId: 1 },
      message: { text: 'Hello' },
    }
    expect(await request('personal_sign', ['0x68656c6c6f', world.account.address])).toBe(
      await world.account.signMessage({ message: 'hello' }),
    )
    const signature = await request('eth_signTypedData_v4', [world.account.address, typed])
    expect(signature).toMatch(/^0x[0-9a-f]{130}$/)
  })

  test('user rejects › 4001, nothing is sent', async () => {
    const before = world.sent()
    world.setMood('rejects')
    await expect(send(freshAddress())).rejects.toMatchObject({ code: 4001 })
    world.setMood('approves')
    expect(world.sent()).toBe(before)
  })
})
