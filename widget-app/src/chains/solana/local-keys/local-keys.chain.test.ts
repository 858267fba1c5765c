import { getBase64Encoder } from '@solana/web3.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { systemClock } from '#shared/channel/clock.ts'
import type { Network } from '#shared/config/network.ts'
import * as z from '#shared/zod.ts'
import type { Asset, ChainAdapter } from '../../chain-adapter.ts'
import { required } from '../../registry.ts'
import { chainAdapterSuite } from '../../testing/chain-adapter-suite.ts'
import { embeddedWallet } from '../../testing/embedded-wallet.ts'
import { createAdapter } from '../adapter.ts'
import { parseAddress } from '../address.ts'
import { systemTransfer } from '../instructions.ts'
import { solanaManifest } from '../manifest.ts'
import { token2022Program } from '../programs.ts'
import { sends, signs } from '../testing/dapp-world.ts'
import { testKey } from '../testing/key.ts'
import { startSvm } from '../testing/svm.ts'
import { freshAddress } from '../testing/svm-world.ts'
import { base64, noBlockhash, wireOf } from '../testing/transactions.ts'

const bodySchema = z.object({ method: z.string() })

/** One chain, our own wallet with a funded key and tokens, and the adapter over a gateway that may lose responses. */
async function ownWorld() {
  const owner = testKey()
  const node = await startSvm(token2022Program, [owner.address])
  const network: Network = {
    id: parseChainId(node.chainId),
    name: 'Local Solana',
    nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
  }
  const key = { namespace: 'solana', address: owner.address, signMessage: owner.sign } as const
  const own = await embeddedWallet(key, network, { solana: owner.address })
  let isLossy = false
  const gatewayFetch: typeof fetch = async (input, init) => {
    const response = await fetch(input, init)
    const { method } = bodySchema.parse(JSON.parse(String(init?.body)))
    if (isLossy && method === 'sendTransaction') throw new TypeError('The connection was lost')
    return response
  }
  const adapter: ChainAdapter = createAdapter({
    transport: own.transport,
    rpcUrl: () => node.url,
    fetch: gatewayFetch,
    clock: systemClock,
    pollIntervalMs: 20,
    selectedChain: () => network.id,
  })
  own.setAdapter(adapter)
  const native: Asset = { chain: network.id, address: undefined, symbol: 'SOL', name: 'Solana', decimals: 9 }
  const mint = required(
    node.mints.find((one) => one.program !== token2022Program),
    'mint',
  )
  const { address } = mint.key
  const name = `${address.slice(0, 4)}…${address.slice(-4)}`
  return {
    ...own,
    ...{ adapter, node, network, native, owner },
    token: { ...native, address, symbol: name, name, decimals: mint.decimals },
    setLossy: (next: boolean) => {
      isLossy = next
    },
    stop: node.stop,
  }
}

chainAdapterSuite('solana with our own wallet', { valid: [], invalid: [], badChecksum: [] }, async () => {
  const world = await ownWorld()
  return {
    ...world,
    manifest: solanaManifest,
    isSession: true,
    // Below the rent-exempt minimum the chain would fail the transfer.
    amount: 1_000_000n,
    notAToken: freshAddress(),
    freshAddress,
    emitAccounts: () => undefined,
  }
})

describe('solana with our own wallet: dApp requests', () => {
  let world: Awaited<ReturnType<typeof ownWorld>>
  beforeAll(async () => {
    world = await ownWorld()
  })
  afterAll(() => world.stop())

  const request = async (method: string, wire: Uint8Array) => {
    const connection = await world.adapter.connect(world.wallet, { silent: true })
    const params = { address: world.owner.address, transaction: base64(wire) }
    const prepared = await world.adapter.prepare(connection, { method, params })
    return prepared.requestWallet()
  }
  const balanceOf = (address: string) =>
    required(world.adapter.nativeBalance, 'nativeBalance')(address, world.network)
  const blockhashSchema = z.object({ value: z.object({ blockhash: z.string() }) })
  const latest = async () =>
    blockhashSchema.parse(await world.node.call('getLatestBlockhash')).value.blockhash
  const transferTo = (to: string, lifetime: string) =>
    wireOf([systemTransfer(world.owner.address, parseAddress(to), 1_000_000n)], {
      payer: world.owner.address,
      lifetime,
    })

  test.each([false, true])('signAndSend, response lost: %s › arrives', async (isLossy) => {
    const to = freshAddress()
    world.setLossy(isLossy)
    const response = await request(sends, transferTo(to, await latest()))
    world.setLossy(false)
    expect(response).toEqual({ signature: expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{64,88}$/) })
    await expect.poll(() => balanceOf(to), { interval: 20, timeout: 15_000 }).toBe(1_000_000n)
  })

  test('signAndSend without a blockhash › gets one, arrives', async () => {
    const to = freshAddress()
    await request(sends, transferTo(to, noBlockhash))
    await expect.poll(() => balanceOf(to), { interval: 20, timeout: 15_000 }).toBe(1_000_000n)
  })

  test('blockhash that the chain does not know › expired, nothing was sent', async () => {
    const to = freshAddress()
    await expect(request(sends, transferTo(to, freshAddress()))).rejects.toMatchObject({
      code: 'send/failed',
      data: { reason: 'expired' },
    })
    expect(await balanceOf(to)).toBe(0n)
  })

  test('sign › a transaction that the node accepts', async () => {
    const to = freshAddress()
    const response = await request(signs, transferTo(to, await latest()))
    const { signedTransaction } = z.parse(z.object({ signedTransaction: z.string() }), response)
    expect(getBase64Encoder().encode(signedTransaction).length).toBeGreaterThan(64)
    await world.node.call('sendTransaction', signedTransaction, { encoding: 'base64' })
    await expect.poll(() => balanceOf(to), { interval: 20, timeout: 15_000 }).toBe(1_000_000n)
  })
})
