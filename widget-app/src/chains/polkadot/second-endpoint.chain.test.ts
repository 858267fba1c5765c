import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { systemClock } from '#shared/channel/clock.ts'
import type { Network } from '#shared/config/network.ts'
import * as z from '#shared/zod.ts'
import { describeRequest, requestWallet } from '../testing/prepare-request.ts'
import { createAdapter } from './adapter.ts'
import { pinnedTransfer } from './decode/pinned-calls.ts'
import { keyAddress } from './testing/key-wallet.ts'
import { freshAddress, keyAccounts, type LocalWorld, localWorld, rpcResult } from './testing/local-world.ts'
import { found } from './testing/unit-world.ts'

const { signal } = new AbortController()
const secondUrl = 'http://second.example/'
const bodySchema = z.object({ method: z.string() })
const resultSchema = z.object({ result: z.string() })

let world: LocalWorld
beforeAll(async () => {
  world = await localWorld()
})
afterAll(() => world.stop())

/** The last bytes of an asset's metadata are its decimals and whether it is frozen. */
const withDecimals = (bytes: string, decimals: number): string =>
  `${bytes.slice(0, -4)}${decimals.toString(16).padStart(2, '0')}${bytes.slice(-2)}`

type Second = 'agrees' | 'lies' | 'knows nothing' | 'is away' | 'is absent'

/** An adapter with a second endpoint that responds as the test requires, for storage or metadata. */
function adapterWith(mode: Second, isSiteRead = false, about = 'state_getStorage') {
  const calls: string[] = []
  const respond: typeof fetch = async (input, init) => {
    if (String(input) !== secondUrl) return fetch(input, init)
    const { method } = bodySchema.parse(JSON.parse(String(init?.body)))
    if (mode === 'is away') throw new TypeError('No connection')
    if (method !== about) return fetch(world.node.url, init)
    calls.push(method)
    if (mode === 'knows nothing') return rpcResult(null)
    const { result } = resultSchema.parse(await (await fetch(world.node.url, init)).json())
    return rpcResult(mode === 'lies' ? withDecimals(result, 2) : result)
  }
  const { network } = world
  const adapter = createAdapter({
    ...{ transport: world.wallet, fetch: respond, clock: systemClock, selectedChain: () => network.id },
    rpcUrl: () => world.node.url,
    ...(mode === 'is absent' ? {} : { secondRpcUrl: (_network: Pick<Network, 'id'>) => secondUrl }),
    hostRpc: () => (isSiteRead ? () => Promise.reject(new Error('The site is not asked')) : undefined),
  })
  return { adapter, asked: calls, network }
}

/** The asset in which a review shows an amount. */
async function displayedAsset(mode: Second, isSiteRead = false) {
  const { adapter, asked: calls, network } = adapterWith(mode, isSiteRead)
  const figure = { value: 7n, contract: 'assets/1984' }
  const fact = { is: 'transfer' as const, from: undefined, to: freshAddress(), figure }
  const description = { account: keyAddress(keyAccounts[0]), chain: network.id, facts: [fact] }
  const described = await adapter.readTokenMetadata?.(description, network, signal)
  const [displayedFact] = described?.facts ?? []
  return {
    asset: displayedFact?.is === 'transfer' ? displayedFact.figure.asset : 'no transfer',
    asked: calls,
  }
}

test('second endpoint has the same bytes › the chain’s symbol and decimals', async () => {
  expect(await displayedAsset('agrees')).toEqual({
    asset: { symbol: 'USDt', decimals: 6 },
    asked: ['state_getStorage'],
  })
})

test.each(['lies', 'knows nothing', 'is away'] as const)(
  'Low › second endpoint %s › the amount stays in base units',
  async (mode) => {
    expect((await displayedAsset(mode)).asset).toBeUndefined()
  },
)

test.each([
  ['no second endpoint', 'is absent', false],
  ['an endpoint of the site', 'agrees', true],
] as const)('%s › symbol and decimals of the one endpoint, unconfirmed', async (_, mode, isSiteRead) => {
  expect(await displayedAsset(mode, isSiteRead)).toEqual({
    asset: { symbol: 'USDt', decimals: 6, isUnconfirmed: true },
    asked: [],
  })
})

describe('metadata for call decoding', () => {
  const adapterOf = (mode: Second) => adapterWith(mode, false, 'state_getMetadata').adapter

  const transferOf = async (from: string) => {
    const { tx, genesisHash, runtimeVersion, registry } = await world.api()
    const method = tx.balances?.transferKeepAlive?.(freshAddress(), 10n ** 12n).method
    if (method === undefined) throw new Error('The chain has no such call')
    const payload = registry.createType('SignerPayload', {
      ...{ address: from, method, genesisHash, runtimeVersion, blockHash: genesisHash, blockNumber: 1 },
      ...{ era: '0x7500', nonce: 0, tip: 0, version: 4, signedExtensions: registry.signedExtensions },
    })
    return { method: 'injectedWeb3:signPayload', params: { ...payload.toPayload(), address: from } }
  }
  const terms = async (mode: Second) => {
    const adapter = adapterOf(mode)
    const connection = await adapter.connect(found, { silent: false })
    const request = await transferOf(connection.accounts[0])
    const facts = (await describeRequest(adapter, connection, request))?.facts ?? []
    return facts.flatMap((fact) => (fact.is === 'term' ? fact.name : []))
  }

  test('both endpoints report the same › a transfer without a term', async () => {
    expect(await terms('agrees')).toEqual([])
  })

  test.each(['is away', 'is absent'] as const)('P-N1 › second endpoint %s › a term', async (mode) => {
    expect(await terms(mode)).toEqual(['unconfirmed-runtime'])
  })

  test.each<[Second, boolean]>([
    ['agrees', false],
    ['is away', true],
    ['is absent', true],
    ['lies', false],
  ])('P-N1 › second endpoint %s, widget’s transfer › unconfirmed: %s', async (mode, isUnconfirmed) => {
    const adapter = adapterOf(mode)
    const from = keyAddress(keyAccounts[0])
    await world.fund(from, 10n ** 14n)
    const transfer = { from, to: freshAddress(), asset: world.native, value: 10n ** 12n }
    const fee = await adapter.estimateFee?.(transfer, world.network)
    expect(Object(fee).isUnconfirmed ?? false).toBe(isUnconfirmed)
  })

  test('P-N1 › endpoints differ › nothing is decoded, provided or sent', async () => {
    await expect(terms('lies')).rejects.toMatchObject({ data: { reason: 'servers-disagree' } })
    const adapter = adapterOf('lies')
    const connection = await adapter.connect(found, { silent: false })
    const { genesisHash, runtimeVersion } = await world.api()
    const params = { genesisHash: genesisHash.toHex(), specVersion: runtimeVersion.specVersion.toNumber() }
    const provide = { method: 'injectedWeb3:metadata.provide', params }
    await expect(requestWallet(adapter, connection, provide)).rejects.toMatchObject({ code: 4200 })
    const [from] = connection.accounts
    await world.fund(from, 10n ** 14n)
    const transfer = { from, to: freshAddress(), asset: world.native, value: 10n ** 12n }
    const fee = await adapter.estimateFee?.(transfer, world.network)
    if (fee === undefined) throw new Error('The fee is not estimated')
    const before = world.wallet.prompts()
    await expect(adapter.send?.(connection, transfer, fee)).rejects.toMatchObject({
      ...{ code: 'send/failed', data: { reason: 'servers-disagree' } },
    })
    expect(world.wallet.prompts()).toBe(before)
  })

  test('pinned calls of Asset Hub › equal its runtime’s', async () => {
    // The local chain has an early runtime of Rococo Asset Hub with the same pallet indices; `transfer` is the old name of
    // `transfer_allow_death`, and the calls of the Assets pallet have changed since.
    const assetHub = parseChainId('polkadot:68d56f15f85d3136970ec16946040bc1')
    const { tx } = await world.api()
    const to = freshAddress()
    for (const call of ['transferKeepAlive', 'transfer'])
      expect(pinnedTransfer(assetHub, tx.balances?.[call]?.(to, 7n).method.toHex() ?? '')).toMatchObject({
        ...{ to, figure: { value: 7n, contract: undefined } },
      })
    expect(tx.assets?.transfer?.(1_984, to, 7n).method.toHex()).toMatch(/^0x32/)
  })
})
