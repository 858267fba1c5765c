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
  readonly ports: SimulatePorts
  readonly adapter: Pick<ChainAdapter, 'readTokenMetadata'>
  readonly prepared: PreparedRequest
  readonly slot: ReviewSlot
  /** Undefined if the request could not be decoded. */
  readonly description: Description | undefined
  /**
   * Sets the description with symbols, decimals, owners and balances, undefined if the network did not report them; or the
   * one with a lowered approval.
   */
  readonly name: (withMetadata: Description | undefined) => void
  /** The risks, including those that metadata and a simulation add. */
  readonly risks: (outcome?: SimulationState) => readonly Risk[]
}

/** Whether a request has a part whose name, decimals or owner the network reports. */
const needsMetadata = ({ facts }: Description): boolean =>
  flatFacts(facts).some((fact) => {
    if (fact.is === 'listing') return true
    const figures = fact.is === 'swap' ? [fact.pays, fact.gets] : 'figure' in fact ? [fact.figure] : []
    return figures.some((figure) => figure?.contract !== undefined)
  })

/** Whether a request is a text or bytes alone, of which no network reports anything. */
const isMessage = ({ facts }: Description): boolean =>
  facts.every(({ is }) => is === 'message' || is === 'sign-in' || is === 'blind')

/**
 * Adds symbols, decimals, owners and balances to the facts; unchanged if there is nothing to add; undefined if the network
 * does not report them within `limitMs`.
 */
export async function readMetadata(
  { ports, adapter, slot }: Pick<ReviewedRequest, 'ports' | 'adapter' | 'slot'>,
  description: Description,
  limitMs = rpcTimeoutMs,
): Promise<Description | undefined> {
  const { readTokenMetadata } = adapter
  // A slow node must delay no message: a click before its response would approve outdated data.
  if (readTokenMetadata === undefined || isMessage(description)) return description
  const load = async (signal: AbortSignal) => {
    const network = await ports.network(description.chain)
    return network && readTokenMetadata(description, network, signal)
  }
  const withMetadata = await withTimeout(ports.clock, limitMs, simulationTimedOut, load, slot.signal).catch(
    () => undefined,
  )
  slot.signal.throwIfAborted()
  if (withMetadata !== undefined) return sanitizeFacts(withMetadata)
  return needsMetadata(description) ? undefined : description
}

/** Simulates a request while the user reads, and shows the result unless another request is on screen by then. */
function showSimulation(
  { ports, slot, risks }: ReviewedRequest,
  prepared: PreparedRequest,
  chain: ChainId,
  isCurrent: (prepared: PreparedRequest) => boolean,
): InitialSimulation {
  const show = (outcome: SimulateResult) => {
    if (isCurrent(prepared)) slot.change({ simulation: outcome, risks: risks(outcome) })
  }
  return startInitialSimulation(ports, prepared, chain, show, slot.signal)
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
async function showLoweredApproval(review: ReviewedRequest, prepared: PreparedRequest): Promise<void> {
  const { slot, name, risks } = review
  if (prepared.decode === undefined) throw new TypeError('A request with an approval can be read')
  slot.change({ stage: { is: 'checking' } })
  const decoded = sanitizeFacts(await prepared.decode(slot.signal))
  const withMetadata = await readMetadata(review, decoded)
  const description = withMetadata ?? decoded
  name(decoded)
  name(withMetadata)
  slot.change({
    request: prepared.request,
    decoding: { is: 'read', description },
    risks: risks(),
    simulation: { is: 'running' },
    stage: { is: 'deciding', changed: false },
  })
}

/**
 * The request that was approved in the confirm window, as this frame created it: the pinned one, or that with a lowered
 * approval. Undefined if the window approved another request.
 */
function toApprovedRequest(
  pinned: PreparedRequest,
  { request, limit }: WindowApproval,
): PreparedRequest | undefined {
  try {
    const created = limit === undefined ? pinned : pinned.withLimit?.(BigInt(limit))
    return created && isSameRequest(created.request, request) ? created : undefined
  } catch {
    return undefined
  }
}

/** Reads the metadata while the user reads; `done` settles when it is on screen, or is missing. */
function showMetadata(
  review: ReviewedRequest,
  description: Description,
  onNamed: (withMetadata: Description) => void,
) {
  let count = 0
  const done = readMetadata(review, description).then((withMetadata) => {
    review.name(withMetadata)
    count += 1
    if (withMetadata !== undefined) onNamed(withMetadata)
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
export async function awaitDecision(review: ReviewedRequest): Promise<PreparedRequest> {
  const { ports, slot, description, risks } = review
  if (description === undefined) {
    for (;;) {
      const decision = await slot.nextDecision()
      if (typeof decision === 'bigint') continue
      if (decision === 'approve' || toApprovedRequest(review.prepared, decision)) return review.prepared
      slot.endWindow('changed')
    }
  }
  const { chain } = description
  let current = review.prepared
  const isCurrent = (prepared: PreparedRequest) => prepared === current
  let canLimit = false
  const updateLimitOffer = (details: Description) => {
    canLimit = current.withLimit !== undefined && hasAmount(details)
    if (canLimit) slot.offerLimit()
  }
  updateLimitOffer(description)
  let simulation = showSimulation(review, current, chain, isCurrent)
  let displayedSimulation = simulation.shown
  const metadata = showMetadata(review, description, (withMetadata) => {
    if (!isCurrent(review.prepared)) return
    slot.change({ decoding: { is: 'read', description: withMetadata } })
    updateLimitOffer(withMetadata)
  })
  metadata.done.then(
    () => slot.change({ risks: risks(displayedSimulation()) }),
    () => undefined,
  )
  /**
   * Simulates a request right before it is sent to the wallet; returns whether the result is what was on screen at the
   * click.
   */
  const matchesDisplayed = async (prepared: PreparedRequest): Promise<boolean> => {
    const displayed = {
      run: displayedSimulation(),
      risks: risks(displayedSimulation()),
      names: metadata.count(),
    }
    slot.change({ stage: { is: 'checking' } })
    const latest =
      displayed.run.is === 'running'
        ? await simulation.done
        : await simulateForReview(ports, prepared, chain, finalSimulationTimeoutMs, slot.signal)
    await metadata.done
    slot.signal.throwIfAborted()
    const isSame =
      matchesShown(displayed.run, latest) &&
      displayed.names === metadata.count() &&
      risks(latest).every((risk) => displayed.risks.includes(risk))
    if (!isSame) displayedSimulation = () => latest
    return isSame
  }
  const showChanged = () =>
    slot.change({
      simulation: displayedSimulation(),
      risks: risks(displayedSimulation()),
      stage: { is: 'deciding', changed: true },
    })
  for (;;) {
    const decision = await slot.nextDecision()
    if (typeof decision === 'object') {
      const approved = toApprovedRequest(current, decision)
      // The window has its own simulations and metadata; the frame waits for its own two as well.
      await Promise.all([simulation.done, metadata.done])
      if (approved && (await matchesDisplayed(approved))) return approved
      slot.endWindow('changed')
      showChanged()
    } else if (decision === 'approve') {
      if (await matchesDisplayed(current)) return current
      showChanged()
    } else {
      const lowered = canLimit ? current.withLimit?.(decision) : undefined
      if (lowered === undefined) continue
      current = lowered
      await showLoweredApproval(review, current)
      simulation = showSimulation(review, current, chain, isCurrent)
      displayedSimulation = simulation.shown
    }
  }
}
