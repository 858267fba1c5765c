import type { ChainId } from '#shared/caip/chain-id.ts'
import { rpcTimeoutMs } from '#shared/config/limits.ts'
import type { ChainAdapter, PreparedRequest } from '#widget/chains/chain-adapter.ts'
import type { Description } from '#widget/chains/request-facts.ts'
import type { SimulationState } from '#widget/domain/review-queue/reviews.ts'
import type { Risk } from '#widget/domain/review-queue/risk.ts'
import { withTimeout } from '#widget/lib/async.ts'
import { flatFacts } from './request-risk.ts'
import type { ReviewSlot } from './review-slot.ts'
import { isSameRequest } from './same-request.ts'
import { sanitizeFacts } from './sanitize-facts.ts'
import {
  finalSimulationTimeoutMs,
  type InitialSimulation,
  matchesShown,
  type SimulatePorts,
  type SimulateResult,
  simulateForReview,
  simulationTimedOut,
  startInitialSimulation,
} from './simulate-for-review.ts'
import type { WindowApproval } from './window/confirm-window-client.ts'

/** A request that the user decides on. */
export type ReviewedRequest = {
  readonly io: SimulatePorts
  readonly adapter: Pick<ChainAdapter, 'readFigures'>
  readonly prepared: PreparedRequest
  readonly place: ReviewSlot
  /** Undefined if the request could not be decoded. */
  readonly description: Description | undefined
  /**
   * Sets the description with symbols, decimals, owners and balances, undefined if the network did not report them; or the
   * one with a lowered approval.
   */
  readonly name: (named: Description | undefined) => void
  /** The risks, including those that metadata and a simulation add. */
  readonly risks: (outcome?: SimulationState) => readonly Risk[]
}

/** Whether a request has a part whose name, decimals or owner the network reports. */
const needsNames = ({ facts }: Description): boolean =>
  flatFacts(facts).some((fact) => {
    if (fact.is === 'listing') return true
    const figures = fact.is === 'swap' ? [fact.pays, fact.gets] : 'figure' in fact ? [fact.figure] : []
    return figures.some((figure) => figure?.contract !== undefined)
  })

/**
 * Adds symbols, decimals, owners and balances to the facts; unchanged if there is nothing to add; undefined if the network
 * does not report them within `limitMs`.
 */
export async function readNames(
  { io, adapter, place }: Pick<ReviewedRequest, 'io' | 'adapter' | 'place'>,
  description: Description,
  limitMs = rpcTimeoutMs,
): Promise<Description | undefined> {
  const { readFigures } = adapter
  if (readFigures === undefined) return description
  const look = async (signal: AbortSignal) => {
    const network = await io.network(description.chain)
    return network && readFigures(description, network, signal)
  }
  const named = await withTimeout(io.clock, limitMs, simulationTimedOut, look, place.signal).catch(
    () => undefined,
  )
  place.signal.throwIfAborted()
  if (named !== undefined) return sanitizeFacts(named)
  return needsNames(description) ? undefined : description
}

/** Simulates a request while the user reads, and shows the result unless another request is on screen by then. */
function showRun(
  { io, place, risks }: ReviewedRequest,
  prepared: PreparedRequest,
  chain: ChainId,
  isCurrent: (prepared: PreparedRequest) => boolean,
): InitialSimulation {
  const show = (outcome: SimulateResult) => {
    if (isCurrent(prepared)) place.change({ simulation: outcome, risks: risks(outcome) })
  }
  return startInitialSimulation(io, prepared, chain, show, place.signal)
}

/**
 * Whether the approval of a request is for an amount, so that the user may lower it. An approval that may be for an NFT has
 * an id in its place, and a lower id is another NFT.
 */
const hasAmount = ({ facts }: Description): boolean =>
  flatFacts(facts).every(
    (fact) =>
      fact.is !== 'approval' ||
      (fact.collectible === undefined && (!fact.mayBeCollectible || fact.reportedAs === 'amount')),
  )

/** Decodes a request whose approval the user lowered, and shows it instead of the former one. */
async function showLimited(passage: ReviewedRequest, prepared: PreparedRequest): Promise<void> {
  const { place, name, risks } = passage
  if (prepared.read === undefined) throw new TypeError('A request with an approval can be read')
  place.change({ stage: { is: 'checking' } })
  const raw = sanitizeFacts(await prepared.read(place.signal))
  const named = await readNames(passage, raw)
  const description = named ?? raw
  name(raw)
  name(named)
  place.change({
    request: prepared.request,
    reading: { is: 'read', description },
    risks: risks(),
    simulation: { is: 'running' },
    stage: { is: 'deciding', changed: false },
  })
}

/**
 * The request that was approved in the confirm window, as this frame created it: the pinned one, or that with a lowered
 * approval. Undefined if the window approved another request.
 */
function approvedRequest(
  pinned: PreparedRequest,
  { request, limit }: WindowApproval,
): PreparedRequest | undefined {
  try {
    const own = limit === undefined ? pinned : pinned.withLimit?.(BigInt(limit))
    return own && isSameRequest(own.request, request) ? own : undefined
  } catch {
    return undefined
  }
}

/** Reads the metadata while the user reads; `done` settles when it is on screen, or is missing. */
function showNames(
  passage: ReviewedRequest,
  description: Description,
  onNamed: (named: Description) => void,
) {
  let count = 0
  const done = readNames(passage, description).then((named) => {
    passage.name(named)
    count += 1
    if (named !== undefined) onNamed(named)
  })
  done.catch(() => undefined)
  return { done, count: () => count }
}

/**
 * Waits until the user approves what is on screen, and returns that request. It is simulated once while the user reads and
 * once after the click. A click approved outdated data if it came before the end of the first simulation, before metadata
 * that arrives later, or before a simulation that differs or has another risk: the new data is shown and needs a click of
 * its own (test 46). A lowered approval is another request: it is decoded and simulated again.
 */
export async function awaitDecision(passage: ReviewedRequest): Promise<PreparedRequest> {
  const { io, place, description, risks } = passage
  if (description === undefined) {
    for (;;) {
      const pressed = await place.pressed()
      if (typeof pressed === 'bigint') continue
      if (pressed === 'approve' || approvedRequest(passage.prepared, pressed)) return passage.prepared
      place.endWindow('changed')
    }
  }
  const { chain } = description
  let current = passage.prepared
  const isCurrent = (prepared: PreparedRequest) => prepared === current
  let canLimit = false
  const offerLimit = (known: Description) => {
    canLimit = current.withLimit !== undefined && hasAmount(known)
    if (canLimit) place.offerLimit()
  }
  offerLimit(description)
  let run = showRun(passage, current, chain, isCurrent)
  let shown = run.shown
  const names = showNames(passage, description, (named) => {
    if (!isCurrent(passage.prepared)) return
    place.change({ reading: { is: 'read', description: named } })
    offerLimit(named)
  })
  names.done.then(
    () => place.change({ risks: risks(shown()) }),
    () => undefined,
  )
  /**
   * Simulates a request right before it is sent to the wallet; returns whether the result is what was on screen at the
   * click.
   */
  const isStillShown = async (prepared: PreparedRequest): Promise<boolean> => {
    const seen = { run: shown(), risks: risks(shown()), names: names.count() }
    place.change({ stage: { is: 'checking' } })
    const now =
      seen.run.is === 'running'
        ? await run.done
        : await simulateForReview(io, prepared, chain, finalSimulationTimeoutMs, place.signal)
    await names.done
    place.signal.throwIfAborted()
    const isSame =
      matchesShown(seen.run, now) &&
      seen.names === names.count() &&
      risks(now).every((risk) => seen.risks.includes(risk))
    if (!isSame) shown = () => now
    return isSame
  }
  const showChanged = () =>
    place.change({
      simulation: shown(),
      risks: risks(shown()),
      stage: { is: 'deciding', changed: true },
    })
  for (;;) {
    const pressed = await place.pressed()
    if (typeof pressed === 'object') {
      const approved = approvedRequest(current, pressed)
      // The window has its own simulations and metadata; the frame waits for its own two as well.
      await Promise.all([run.done, names.done])
      if (approved && (await isStillShown(approved))) return approved
      place.endWindow('changed')
      showChanged()
    } else if (pressed === 'approve') {
      if (await isStillShown(current)) return current
      showChanged()
    } else {
      const limited = canLimit ? current.withLimit?.(pressed) : undefined
      if (limited === undefined) continue
      current = limited
      await showLimited(passage, current)
      run = showRun(passage, current, chain, isCurrent)
      shown = run.shown
    }
  }
}
