import { handleDappRequestAtom } from '#widget/bridge/handle-dapp-request.ts'
import type { Connection } from '#widget/chains/chain-adapter.ts'
import type { Description } from '#widget/chains/request-facts.ts'
import { hostConfigAtom } from '#widget/core/config.ts'
import { connectionsAtom, currentConnections } from '#widget/domain/accounts/connections.ts'
import { connectWalletAtom } from '#widget/domain/connections/connection-actions.ts'
import {
  connectedWindow,
  type ScriptedWindow,
  scriptedWindows,
} from '#widget/domain/review/window/testing/scripted-window.ts'
import { type Review, reviewsAtom } from '#widget/domain/review-queue/reviews.ts'
import { acceptClick } from '#widget/lib/page/gated-click.ts'
import { prepareBySteps } from '#widget/testing/requests.ts'
import { alice, bob, testAdapter, testWorld } from '#widget/testing/world.ts'
import { showPendingReviews } from '../show-pending-reviews.ts'
import { type Shape, shapes, walletOf } from './model-shapes.ts'
import { approval, runs } from './review-world.ts'

/** Events that can happen between any two steps of a request. */
export const disturbances = [
  'chain',
  'account',
  'disconnect',
  'another wallet',
  'another ecosystem',
  'networks',
  'site name',
  'theme',
  'outcome',
  'limit',
  'cancel',
  'reload',
  'crash',
] as const
export type Action = 'go' | 'press' | (typeof disturbances)[number]

/** The path without disturbances: prepare, decode, simulate, click, simulate again, verify the origin, result. */
export const undisturbed: readonly Action[] = ['go', 'go', 'go', 'press', 'go', 'go', 'go']

const whole = 5n
const lowered = 3n

const text = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? String(each) : each))

/** What the user could see of a review in the frame; risks and stage follow from it. */
const shownInFrame = ({
  request,
  decoding,
  simulation,
}: Pick<Review, 'request' | 'decoding' | 'simulation'>) => text([request, decoding, simulation])

/** The same for the confirm window, which simulates the request itself. */
const shownInWindow = ({ request, decoding }: Pick<Review, 'request' | 'decoding'>) =>
  text([request, decoding])

/** The outcome of a sequence: the number of wallet requests, their approval limit, and the dApp's result. */
export type Played = {
  readonly walletRequests: number
  readonly limit: bigint | undefined
  readonly dappResult: unknown
}

/**
 * Plays actions in order against one request. Each asynchronous step (preparing, decoding, both simulations, the check of
 * the origin, the wallet's response) waits until `go` ends it, so that everything else can happen between any two of them.
 * @throws if the wallet received a request that it must not receive.
 */
export async function play(actions: readonly Action[], shape: Shape = shapes[0]): Promise<Played> {
  const gates: { readonly open: () => void; readonly fail: () => void }[] = []
  const gate = () =>
    new Promise<void>((open, reject) => gates.push({ open, fail: () => reject(new Error('Crashed')) }))
  // A loss: what leaves the account doubles with each change.
  let outcome = -1_000n
  /** The outcome of the last simulation; it cannot show later changes. */
  let lastSimulated = outcome
  let crashed = false
  let isOver = false
  let walletRequests = 0
  let signed: bigint | undefined
  let pressed: string | undefined
  let opened: string | undefined
  let last: string | undefined
  const violations: unknown[] = []
  const must = (rule: string, isKept: boolean) => {
    if (!isKept) throw new Error(`${shape.namespace}, ${rule}: ${actions.join(', ')}`)
  }

  const { namespace, chains } = shape
  const shownOf = shape.isSession ? shownInWindow : shownInFrame
  const descriptionOf = (limit: bigint): Description => ({
    account: alice,
    chain: chains[0],
    facts: [{ ...approval, figure: { ...approval.figure, value: limit } }],
  })
  const limitOf = (request: { readonly params?: unknown }): bigint =>
    text(request).includes(`"${lowered}"`) ? lowered : whole
  const expected = (request: Review['request']) =>
    shownOf({
      request,
      decoding: { is: 'read', description: descriptionOf(limitOf(request)) },
      simulation: runs(lastSimulated),
    })

  const other = shapes.find((one) => one.namespace !== namespace) ?? shape
  const createAdapter = (of: Shape) => {
    const created = testAdapter({
      namespace: of.namespace,
      connect: async (wallet): Promise<Connection> => {
        const isFirst = wallet.handle === walletOf(of, of.wallets[0]).handle
        return {
          namespace: of.namespace,
          walletId: of.wallets[isFirst ? 0 : 1],
          handle: wallet.handle,
          walletName: wallet.name,
          icon: undefined,
          accounts: [isFirst ? alice : bob],
          chain: of.chains[0],
        }
      },
      prepare: async (connection) => {
        await gate()
        const prepared = (limit: bigint) => prepareBySteps(steps, connection, of.request(limit))
        const full = await prepared(whole)
        const less = await prepared(lowered)
        return { ...full, withLimit: () => less }
      },
    })
    return created
  }
  const [adapter, otherAdapter] = [createAdapter(shape), createAdapter(other)]
  const windows = scriptedWindows()
  const open: ScriptedWindow[] = []
  const { store, clock } = testWorld({
    ...(shape.isSession ? { openWindow: windows.openWindow, page: windows.page } : {}),
    wallets: [...shape.wallets.map((id) => walletOf(shape, id)), walletOf(other, other.wallets[0])],
    adapter,
    otherAdapters: [otherAdapter],
    bundledNetworks: [...shape.chains, ...other.chains].map((id) => ({
      ...{ id, name: id },
      nativeCurrency: { name: 'Coin', symbol: 'COIN', decimals: 18 },
    })),
    config: {
      platforms: ['ethereum', 'solana', 'polkadot'],
      networks: [...shape.chains, ...other.chains],
    },
  })
  showPendingReviews(store)
  const connect = (walletId: string) => store.set(connectWalletAtom, { walletId })
  await connect(shape.wallets[0])
  const controller = new AbortController()
  const settle = () => clock.advance(0)
  const live = (handle?: string): Connection | undefined => {
    const held = currentConnections(store.get(connectionsAtom)[namespace])
    return handle === undefined ? held[0] : held.find((one) => one.handle === handle)
  }
  const requester = live()
  /** Everything that is pinned, of the wallet that received the dApp's request. */
  const pinned = () => {
    const { networks, metadata, review } = store.get(hostConfigAtom)
    const connection = live(requester?.handle)
    return text([
      connection?.walletId,
      connection?.chain,
      connection?.accounts,
      networks,
      metadata.name,
      review,
    ])
  }
  const steps: Parameters<typeof prepareBySteps>[0] = {
    readRequest: async (_connection, request) => {
      // A request with a lower approval is decoded when the user lowers it.
      if (limitOf(request) === whole) await gate()
      return descriptionOf(limitOf(request))
    },
    simulate: async () => {
      await gate()
      lastSimulated = outcome
      return runs(lastSimulated)
    },
    request: async (connection, request, options) => {
      try {
        walletRequests += 1
        signed = limitOf(request)
        must('asked once', walletRequests === 1)
        must('not after the end', !isOver)
        must('asked as one that was shown', options?.isShown === true)
        must('the wallet that was asked', connection.handle === requester?.handle)
        must('pinned as when it opened', pinned() === opened)
        must('prepared for the live chain', connection.chain === live(connection.handle)?.chain)
        must('prepared for the live account', connection.accounts[0] === live(connection.handle)?.accounts[0])
        must('pressed, and nothing else shown since', pressed !== undefined && pressed === last)
        must('the request that was shown', pressed?.startsWith(`[${text(request)},`) === true)
        if (!crashed) must('the outcome of the last run was shown', pressed === expected(request))
      } catch (error) {
        violations.push(error)
      }
      await gate()
      return 'signed'
    },
  }
  store.sub(reviewsAtom, () => {
    const [review] = store.get(reviewsAtom)
    if (!review) return
    opened ??= pinned()
    const shown = shownOf(review)
    // A changed screen needs a click of its own.
    if (last !== undefined && shown !== last && review.stage.is === 'deciding') pressed = undefined
    last = shown
  })

  const first = () => store.get(reviewsAtom)[0]
  /** The user clicks in the frame, and then in the window that opens. */
  const clickInWindow = async () => {
    const before = windows.addresses.length
    first()?.decide(acceptClick())
    await settle()
    if (windows.addresses.length === before) return
    const window = await connectedWindow(windows)
    open.push(window)
    const [offer] = window.received
    const review = first()
    if (offer?.is !== 'offer' || review === undefined) return
    must('the window has the request of the frame', text(offer.request) === text(review.request))
    pressed = shownOf(review)
    window.send({ is: 'approved', request: offer.request })
    // The frame reads the message in a later task; it shows nothing of it during its own first simulation.
    for (let round = 0; round < 20 && first() === review; round += 1)
      await new Promise((resolve) => setImmediate(resolve))
  }
  const actionHandlers: Record<Action, () => void | Promise<void>> = {
    go: () => gates.shift()?.open(),
    press: () => {
      const review = first()
      if (review?.stage.is !== 'deciding') return undefined
      if (shape.isSession) return clickInWindow()
      pressed = shownOf(review)
      return review.decide(acceptClick())
    },
    chain: () => adapter.emit({ is: 'chain', chain: live()?.chain === chains[0] ? chains[1] : chains[0] }),
    account: () =>
      adapter.emit({ is: 'accounts', accounts: live()?.accounts[0] === alice ? [bob] : [alice] }),
    disconnect: () => adapter.emit({ is: 'disconnected' }),
    'another wallet': () => void connect(shape.wallets[1]),
    'another ecosystem': () => void connect(other.wallets[0]),
    networks: () =>
      store.set(hostConfigAtom, (config) => ({ ...config, networks: config.networks.slice(0, 1) })),
    'site name': () =>
      store.set(hostConfigAtom, (config) => ({ ...config, metadata: { ...config.metadata, name: 'Other' } })),
    theme: () => store.set(hostConfigAtom, (config) => ({ ...config, themeMode: 'dark' })),
    outcome: () => {
      outcome *= 2n
    },
    limit: () => {
      const review = first()
      if (review?.stage.is === 'deciding') review.limit?.(lowered)
    },
    cancel: () => {
      const review = first()
      if (!review) return
      isOver ||= walletRequests === 0
      review.decide('cancel')
    },
    reload: () => {
      isOver ||= walletRequests === 0
      controller.abort(new Error('The page is gone'))
    },
    crash: () => {
      crashed = true
      gates.shift()?.fail()
    },
  }

  const pendingResult = store
    .set(handleDappRequestAtom, {
      ...shape.request(whole),
      walletId: shape.wallets[0],
      signal: controller.signal,
      whenAllowed: gate,
    })
    .catch((error: unknown) => error)
  await settle()
  for (const action of actions) {
    await actionHandlers[action]()
    await settle()
  }
  // Nothing stays pending, and without another click nothing more may be approved.
  for (let left = 0; left < 8; left += 1) {
    gates.shift()?.open()
    await settle()
  }
  controller.abort(new Error('End'))
  isOver = true
  for (const window of open) window.close()
  const received = await pendingResult
  must('an answer of the wallet that was asked alone', received !== 'signed' || walletRequests === 1)
  if (violations.length > 0) throw violations[0]
  return { walletRequests, limit: signed, dappResult: received }
}
