import { bundleFallbackDelayMs } from '#shared/config/limits.ts'
import { ProviderRpcError } from '#shared/errors/provider-error.ts'
import { handleDappRequestAtom } from '#widget/bridge/handle-dapp-request.ts'
import type { Connection, RpcRequest } from '#widget/chains/chain-adapter.ts'
import { parseRequest } from '#widget/chains/eip155/wallet/request-parser.ts'
import { hostConfigAtom } from '#widget/core/config.ts'
import { connectionsAtom, currentConnections } from '#widget/domain/accounts/connections.ts'
import { connectWalletAtom } from '#widget/domain/connections/connection-actions.ts'
import { type Review, reviewsAtom } from '#widget/domain/review-queue/reviews.ts'
import { acceptClick } from '#widget/lib/page/gated-click.ts'
import { prepareBySteps, type RequiredSteps } from '#widget/testing/requests.ts'
import { alice, bob, testAdapter, testNetworks, testWorld } from '#widget/testing/world.ts'
import { showPendingReviews } from '../show-pending-reviews.ts'
import { shapes, walletOf } from './model-shapes.ts'
import { approval, described, runs } from './review-world.ts'

/** Events that can happen between any two steps of a bundle that is sent as single transactions. */
export const disturbances = [
  'chain',
  'account',
  'disconnect',
  'another wallet',
  'networks',
  'site name',
  'theme',
  'outcome',
  'cancel',
  'reload',
  'crash',
] as const
export type Action = 'go' | 'press' | (typeof disturbances)[number]

/**
 * The path without disturbances: prepare, decode, simulate, click, simulate again, verify the origin, the wallet supports no
 * bundles; prepare the first single, its result; prepare the second, prepare the rest, simulate it, the result.
 */
export const undisturbed: readonly Action[] = [
  ...(['go', 'go', 'go', 'press', 'go', 'go', 'go'] as const),
  ...(['go', 'go', 'go', 'go', 'go', 'go'] as const),
]

/** The number of actions on that path up to the wallet request for the first single. */
export const actionsBeforeFirstRequest = 8

const [shape] = shapes
const [chain] = shape.chains
const calls = [
  { to: bob, data: '0x01' },
  { to: bob, data: '0x02' },
]
const bundle = { version: '2.0.0', from: alice, chainId: '0x1', atomicRequired: false, calls }

const text = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? String(each) : each))

const shownOf = ({ request, decoding, simulation }: Pick<Review, 'request' | 'decoding' | 'simulation'>) =>
  text([request, decoding, simulation])

/** The indexes of the bundle's calls that a request contains. */
const callsOf = (request: RpcRequest): readonly number[] =>
  calls.flatMap(({ data }, at) => (text(request.params).includes(`"${data}"`) ? at : []))

/** The outcome of a sequence: the singles that reached the wallet, the number of reviews, and the result. */
export type Played = {
  readonly walletRequests: readonly number[]
  readonly reviews: number
  readonly dappResult: unknown
}

/**
 * Plays actions in order against one bundle whose wallet supports none. Each asynchronous step waits until `go` ends it.
 * @throws if the wallet received what the user did not see last.
 */
export async function playBundle(actions: readonly Action[]): Promise<Played> {
  const gates: { readonly open: () => void; readonly fail: () => void }[] = []
  const gate = () =>
    new Promise<void>((open, reject) => gates.push({ open, fail: () => reject(new Error('Crashed')) }))
  let outcome = -1_000n
  let lastSimulated = outcome
  let crashed = false
  let isOver = false
  const walletRequests: number[] = []
  /** The review that was clicked last, until its screen changes; and what was pinned when it opened. */
  let pressed: { readonly request: RpcRequest; readonly shown: string; readonly pin: string } | undefined
  let opened: { readonly id: string; readonly pin: string; readonly shown: string } | undefined
  const reviews = new Set<string>()
  const violations: unknown[] = []
  const must = (rule: string, isKept: boolean) => {
    if (!isKept) throw new Error(`${rule}: ${actions.join(', ')}`)
  }

  const steps: RequiredSteps = {
    readRequest: async () => described(approval),
    simulate: async () => {
      await gate()
      lastSimulated = outcome
      return runs(lastSimulated)
    },
    request: async (connection, request) => {
      if (request.method !== 'eth_sendTransaction') {
        await gate()
        throw new ProviderRpcError(4200, 'No bundles')
      }
      const [at = -1, ...more] = callsOf(request)
      try {
        must('the next call, once', at === walletRequests.length && more.length === 0)
        walletRequests.push(at)
        must('not after the end', !isOver)
        must('the wallet that was asked', connection.handle === requester?.handle)
        const live = liveOf(connection.handle)
        must('prepared for the live chain', live?.chain === connection.chain)
        must('prepared for the live account', live?.accounts[0] === connection.accounts[0])
        if (pressed === undefined) throw new Error(`pressed: ${actions.join(', ')}`)
        must('the call was on screen', callsOf(pressed.request).includes(at))
        must('pinned as when its review opened', pinned() === pressed.pin)
        const reading = { is: 'read', description: described(approval) } as const
        const expected = shownOf({
          request: pressed.request,
          decoding: reading,
          simulation: runs(lastSimulated),
        })
        if (!crashed) must('the outcome of the last run was on screen', pressed.shown === expected)
      } catch (error) {
        violations.push(error)
      }
      await gate()
      return `0x${String(at + 1).repeat(64)}`
    },
  }
  const adapter = testAdapter({
    connect: async (wallet): Promise<Connection> => {
      const isFirst = wallet.handle === walletOf(shape, shape.wallets[0]).handle
      return {
        ...{ namespace: shape.namespace, walletId: shape.wallets[isFirst ? 0 : 1], chain },
        ...{ handle: wallet.handle, walletName: wallet.name, icon: undefined },
        accounts: [isFirst ? alice : bob],
      }
    },
    prepare: async (connection, request) => {
      await gate()
      const prepared = await prepareBySteps(steps, connection, parseRequest(connection, request).request)
      const { decode = async () => described(approval) } = prepared
      return {
        ...prepared,
        decode: async (signal) => {
          await gate()
          return decode(signal)
        },
      }
    },
  })
  const { store, clock } = testWorld({
    wallets: shape.wallets.map((id) => walletOf(shape, id)),
    adapter,
    bundledNetworks: testNetworks,
    config: { platforms: ['ethereum'], networks: [...shape.chains] },
    routes: {
      '/appkit/v1/config': () => ({ body: { features: [] } }),
      '/v1': (_url, body) => ({ body: { jsonrpc: '2.0', id: Object(body).id, result: null } }),
    },
  })
  showPendingReviews(store)
  const connect = (walletId: string) => store.set(connectWalletAtom, { walletId })
  await connect(shape.wallets[0])
  const settle = async () => {
    for (let round = 0; round < 4; round += 1) {
      await new Promise((resolve) => setImmediate(resolve))
      await clock.advance(round === 0 ? bundleFallbackDelayMs : 0)
    }
  }
  const liveOf = (handle?: string): Connection | undefined => {
    const held = currentConnections(store.get(connectionsAtom)[shape.namespace])
    return handle === undefined ? held[0] : held.find((one) => one.handle === handle)
  }
  const requester = liveOf()
  const pinned = () => {
    const { networks, metadata, review } = store.get(hostConfigAtom)
    const live = liveOf(requester?.handle)
    return text([live?.walletId, live?.chain, live?.accounts, networks, metadata.name, review])
  }
  const first = () => store.get(reviewsAtom)[0]
  store.sub(reviewsAtom, () => {
    const review = first()
    if (!review) return
    reviews.add(review.id)
    const shown = shownOf(review)
    const isNew = opened?.id !== review.id
    if (isNew || (shown !== opened?.shown && review.stage.is === 'deciding')) pressed = undefined
    opened = { id: review.id, pin: isNew ? pinned() : (opened?.pin ?? ''), shown }
  })

  const controller = new AbortController()
  const actionHandlers: Record<Action, () => unknown> = {
    go: () => gates.shift()?.open(),
    press: () => {
      const review = first()
      if (review?.stage.is !== 'deciding') return
      pressed = { request: review.request, shown: shownOf(review), pin: opened?.pin ?? '' }
      review.decide(acceptClick())
    },
    chain: () =>
      adapter.emit({ is: 'chain', chain: liveOf()?.chain === chain ? shape.chains[1] : shape.chains[0] }),
    account: () =>
      adapter.emit({ is: 'accounts', accounts: liveOf()?.accounts[0] === alice ? [bob] : [alice] }),
    disconnect: () => adapter.emit({ is: 'disconnected' }),
    'another wallet': () => void connect(shape.wallets[1]),
    networks: () =>
      store.set(hostConfigAtom, (config) => ({ ...config, networks: config.networks.slice(0, 1) })),
    'site name': () =>
      store.set(hostConfigAtom, (config) => ({ ...config, metadata: { ...config.metadata, name: 'Other' } })),
    theme: () => store.set(hostConfigAtom, (config) => ({ ...config, themeMode: 'dark' })),
    outcome: () => {
      outcome *= 2n
    },
    cancel: () => {
      const review = first()
      // Closing a review that only waits for the wallet revokes nothing.
      isOver ||= review?.stage.is === 'deciding'
      review?.decide('cancel')
    },
    reload: () => {
      isOver = true
      controller.abort(new Error('The page is gone'))
    },
    crash: () => {
      crashed = true
      gates.shift()?.fail()
    },
  }

  const pendingResult = store
    .set(handleDappRequestAtom, {
      ...{ method: 'wallet_sendCalls', params: [bundle], walletId: shape.wallets[0] },
      ...{ signal: controller.signal, whenAllowed: gate },
    })
    .catch((error: unknown) => error)
  await settle()
  for (const action of actions) {
    await actionHandlers[action]()
    await settle()
  }
  // Nothing stays pending, and without another click nothing more may be approved.
  for (let left = 0; left < 14; left += 1) {
    gates.shift()?.open()
    await settle()
  }
  controller.abort(new Error('End'))
  isOver = true
  const received = await pendingResult
  if (violations.length > 0) throw violations[0]
  return { walletRequests, reviews: reviews.size, dappResult: received }
}
