import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { answerDappAtom } from '#widget/bridge/wallet-request.ts'
import type { Connection } from '#widget/chains/contract.ts'
import { hostConfigAtom } from '#widget/kernel/config.ts'
import { connectionsAtom, heldConnection } from '#widget/kernel/connections.ts'
import { type Review, reviewsAtom } from '#widget/kernel/reviews.ts'
import { prepareBySteps } from '#widget/kernel/test-requests.ts'
import { alice, bob } from '#widget/kernel/test-world.ts'
import { acceptPress } from '#widget/lib/gated-press.ts'
import { approval, described, runs, reviewWorld as world } from './testing/review-world.ts'

/**
 * The model of one request: review, press, ask, answer. Each step that takes time (preparing, reading, the two runs, the
 * check of the origin) waits until `go` ends it, so that everything else can happen between any two of them.
 */
const disturbances = [
  'chain',
  'account',
  'disconnect',
  'networks',
  'site name',
  'theme',
  'outcome',
  'cancel',
  'reload',
  'crash',
] as const
type Action = 'go' | 'press' | (typeof disturbances)[number]

/** The path on which nothing happens in between: prepare, read, run, press, run again, check the origin. */
const undisturbed: readonly Action[] = ['go', 'go', 'go', 'press', 'go', 'go']

const chains = [parseChainId('eip155:1'), parseChainId('eip155:10')] as const

/** What the user could see of a review; risks and stage follow from it. */
const shownOf = ({ request, reading, simulation }: Pick<Review, 'request' | 'reading' | 'simulation'>) =>
  JSON.stringify([request, reading, simulation], (_, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  )

/** Runs the actions in their order, and returns how often the wallet was asked; throws when it must not have been. */
async function play(actions: readonly Action[]): Promise<number> {
  const gates: { readonly open: () => void; readonly fail: () => void }[] = []
  const gate = () =>
    new Promise<void>((open, reject) => gates.push({ open, fail: () => reject(new Error('Crashed')) }))
  // A loss: what leaves the account doubles with each change.
  let outcome = -1_000n
  /** The outcome of the last run; what changes after it no run can show. */
  let ran = outcome
  let crashed = false
  let isOver = false
  let asked = 0
  let pressed: string | undefined
  let opened: string | undefined
  let last: string | undefined
  const expected = (request: Review['request']) =>
    shownOf({
      request,
      reading: { is: 'read', description: described(approval) },
      simulation: runs(ran),
    })
  const must = (rule: string, isKept: boolean) => {
    if (!isKept) throw new Error(`${rule}: ${actions.join(', ')}`)
  }
  const broken: unknown[] = []

  const made = await world({
    prepare: async (connection, request) => {
      await gate()
      return prepareBySteps(steps, connection, request)
    },
  })
  const { store, settle, emit, controller } = made
  const live = (): Connection | undefined => heldConnection(store.get(connectionsAtom).eip155)
  /** Everything that is pinned. */
  const pinned = () => {
    const { networks, metadata, review } = store.get(hostConfigAtom)
    const connection = live()
    return JSON.stringify([
      connection?.walletId,
      connection?.chain,
      connection?.accounts,
      networks,
      metadata.name,
      review,
    ])
  }
  const steps: Parameters<typeof prepareBySteps>[0] = {
    readRequest: async () => {
      await gate()
      return described(approval)
    },
    simulate: async () => {
      await gate()
      ran = outcome
      return runs(ran)
    },
    request: async (connection, request) => {
      try {
        asked += 1
        must('asked once', asked === 1)
        must('not after the end', !isOver)
        must('pinned as when it opened', pinned() === opened)
        must('prepared for the live chain', connection.chain === live()?.chain)
        must('prepared for the live account', connection.accounts[0] === live()?.accounts[0])
        must('pressed, and nothing else shown since', pressed !== undefined && pressed === last)
        must('the request that was shown', pressed?.startsWith(`[${JSON.stringify(request)},`) === true)
        if (!crashed) must('the outcome of the last run was shown', pressed === expected(request))
      } catch (error) {
        broken.push(error)
      }
      return 'signed'
    },
  }
  store.sub(reviewsAtom, () => {
    const [review] = store.get(reviewsAtom)
    if (!review) return
    opened ??= pinned()
    const shown = shownOf(review)
    // A changed screen needs a press of its own.
    if (last !== undefined && shown !== last && review.stage.is === 'deciding') pressed = undefined
    last = shown
  })

  const acts: Record<Action, () => void> = {
    go: () => gates.shift()?.open(),
    press: () => {
      const [review] = store.get(reviewsAtom)
      if (review?.stage.is !== 'deciding') return
      pressed = shownOf(review)
      review.decide(acceptPress())
    },
    chain: () => emit({ is: 'chain', chain: live()?.chain === chains[0] ? chains[1] : chains[0] }),
    account: () => emit({ is: 'accounts', accounts: live()?.accounts[0] === alice ? [bob] : [alice] }),
    disconnect: () => emit({ is: 'disconnected' }),
    networks: () =>
      store.set(hostConfigAtom, (config) => ({ ...config, networks: config.networks.slice(0, 1) })),
    'site name': () =>
      store.set(hostConfigAtom, (config) => ({ ...config, metadata: { ...config.metadata, name: 'Other' } })),
    theme: () => store.set(hostConfigAtom, (config) => ({ ...config, themeMode: 'dark' })),
    outcome: () => {
      outcome *= 2n
    },
    cancel: () => {
      const [review] = store.get(reviewsAtom)
      if (!review) return
      isOver ||= asked === 0
      review.decide('cancel')
    },
    reload: () => {
      isOver ||= asked === 0
      controller.abort(new Error('The page is gone'))
    },
    crash: () => {
      crashed = true
      gates.shift()?.fail()
    },
  }

  const answer = store
    .set(answerDappAtom, {
      method: 'eth_sendTransaction',
      params: [{}],
      signal: controller.signal,
      allowed: gate,
    })
    .catch((error: unknown) => error)
  await settle()
  for (const action of actions) {
    acts[action]()
    await settle()
  }
  // Nothing is left waiting, and without another press nothing more may be approved.
  for (let left = 0; left < 6; left += 1) {
    gates.shift()?.open()
    await settle()
  }
  controller.abort(new Error('End'))
  isOver = true
  await answer
  if (broken.length > 0) throw broken[0]
  return asked
}

const withInserted = (path: readonly Action[], at: number, action: Action): readonly Action[] => [
  ...path.slice(0, at),
  action,
  ...path.slice(at),
]

const places = undisturbed.map((_, at) => at).concat(undisturbed.length)

describe('model of review, press, ask, answer', () => {
  it('undisturbed, or with another theme › the wallet is asked once', async () => {
    expect(await play(undisturbed)).toBe(1)
    for (const at of places) expect(await play(withInserted(undisturbed, at, 'theme'))).toBe(1)
  })

  it.each(['chain', 'account', 'disconnect', 'networks', 'site name', 'cancel', 'reload'] as const)(
    'R5 › %s while the review is open › the wallet is not asked',
    async (action) => {
      for (const at of [3, 4, 5]) expect(await play(withInserted(undisturbed, at, action))).toBe(0)
    },
  )

  it('R5 › account or chain changes while the request is prepared › the wallet is not asked', async () => {
    for (const action of ['chain', 'account', 'disconnect'] as const)
      expect(await play(withInserted(undisturbed, 0, action))).toBe(0)
  })

  it.each(disturbances)(
    'R5 › %s and any other event, at points side by side › only what was shown',
    async (first) => {
      for (const second of ['press', 'go', 'outcome', 'chain', 'crash'] as const)
        for (const at of places)
          for (const later of places.filter((place) => place === at || place === at + 1))
            await play(withInserted(withInserted(undisturbed, later, second), at, first))
    },
  )

  it('R5 › random sequences › only what was shown', async () => {
    const action = fc.constantFrom<Action>(...disturbances, 'go', 'go', 'go', 'go', 'press', 'press')
    await fc.assert(
      fc.asyncProperty(fc.array(action, { maxLength: 16 }), async (actions) => {
        await play(actions)
      }),
      { numRuns: 200, seed: 16 },
    )
  })
})
