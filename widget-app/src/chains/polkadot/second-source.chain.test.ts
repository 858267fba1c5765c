import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { systemClock } from '#shared/channel/clock.ts'
import type { Network } from '#shared/config/network.ts'
import { createAdapter } from './adapter.ts'
import { keyAddress } from './testing/key-wallet.ts'
import { freshAddress, keyAccounts, type LocalWorld, localWorld, rpcResult } from './testing/local-world.ts'

const { signal } = new AbortController()
const second = 'http://second.example/'
const bodySchema = z.object({ method: z.string() })
const answerSchema = z.object({ result: z.string() })

let world: LocalWorld
beforeAll(async () => {
  world = await localWorld()
})
afterAll(() => world.stop())

/** The last bytes of an asset's metadata are its decimals and whether it is frozen. */
const withDecimals = (bytes: string, decimals: number): string =>
  `${bytes.slice(0, -4)}${decimals.toString(16).padStart(2, '0')}${bytes.slice(-2)}`

type Second = 'agrees' | 'lies' | 'knows nothing' | 'is away' | 'is absent'

/** What a review shows an amount of an asset in, with a second endpoint that answers as a test says. */
async function shownAsset(mode: Second, isSiteRead = false) {
  const asked: string[] = []
  const answer: typeof fetch = async (input, init) => {
    if (String(input) !== second) return fetch(input, init)
    const { method } = bodySchema.parse(JSON.parse(String(init?.body)))
    asked.push(method)
    if (mode === 'is away') throw new TypeError('No connection')
    if (mode === 'knows nothing') return rpcResult(null)
    const { result } = answerSchema.parse(await (await fetch(world.node.url, init)).json())
    return rpcResult(mode === 'lies' ? withDecimals(result, 2) : result)
  }
  const { network } = world
  const adapter = createAdapter({
    ...{ transport: world.wallet, fetch: answer, clock: systemClock, chosenChain: () => network.id },
    rpcUrl: () => world.node.url,
    ...(mode === 'is absent' ? {} : { secondRpcUrl: (_network: Pick<Network, 'id'>) => second }),
    siteRead: () => (isSiteRead ? () => Promise.reject(new Error('The site is not asked')) : undefined),
  })
  const figure = { value: 7n, contract: 'assets/1984' }
  const fact = { is: 'transfer' as const, from: undefined, to: freshAddress(), figure }
  const description = { account: keyAddress(keyAccounts[0]), chain: network.id, facts: [fact] }
  const named = await adapter.readFigures?.(description, network, signal)
  const [shown] = named?.facts ?? []
  return { asset: shown?.is === 'transfer' ? shown.figure.asset : 'no transfer', asked }
}

test('second endpoint has the same bytes › the chain’s symbol and decimals', async () => {
  expect(await shownAsset('agrees')).toEqual({
    asset: { symbol: 'USDt', decimals: 6 },
    asked: ['state_getStorage'],
  })
})

test.each(['lies', 'knows nothing', 'is away'] as const)(
  'Low › second endpoint %s › the amount stays in base units',
  async (mode) => {
    expect((await shownAsset(mode)).asset).toBeUndefined()
  },
)

test.each([
  ['no second endpoint', 'is absent', false],
  ['an endpoint of the site', 'agrees', true],
] as const)('%s › symbol and decimals of the one, unconfirmed', async (_, mode, isSiteRead) => {
  expect(await shownAsset(mode, isSiteRead)).toEqual({
    asset: { symbol: 'USDt', decimals: 6, isUnconfirmed: true },
    asked: [],
  })
})
