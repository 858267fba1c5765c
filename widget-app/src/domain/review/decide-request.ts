import type { ChainId } from '#shared/caip/chain-id.ts'
import { rpcTimeoutMs } from '#shared/config/limits.ts'
import type { ChainAdapter, PreparedRequest } from '#widget/chains/contract.ts'
import type { Description } from '#widget/chains/request-facts.ts'
import { flatFacts } from '#widget/kernel/request-risk.ts'
import type { SimulationState } from '#widget/kernel/reviews.ts'
import type { Risk } from '#widget/kernel/risk.ts'
import { withTimeout } from '#widget/lib/async.ts'
import { cleanFacts } from './clean-facts.ts'
import type { ReviewPlace } from './review-place.ts'
import {
  type FirstRun,
  isAsShown,
  type Outcome,
  type RunIo,
  runRequest,
  secondRunLimitMs,
  startFirstRun,
  tooSlow,
} from './run-request.ts'
import { isSameRequest } from './same-request.ts'
import type { Approved } from './window/frame-window.ts'

/** A request that the user decides on. */
export type DecidedRequest = {
  readonly io: RunIo
  readonly adapter: Pick<ChainAdapter, 'readFigures'>
  readonly prepared: PreparedRequest
  readonly place: ReviewPlace
  /** Undefined where the request could not be read. */
  readonly description: Description | undefined
  /** Symbols, decimals and holdings arrived, or the user lowered the approval. */
  readonly name: (named: Description) => void
  /** The risks, with what names and a run add to them. */
  readonly risks: (outcome?: SimulationState) => readonly Risk[]
}

/** The facts with symbols, decimals and holdings; undefined where the adapter adds none in time. */
async function readNames(
  { io, adapter, place }: DecidedRequest,
  description: Description,
): Promise<Description | undefined> {
  const look = async (signal: AbortSignal) => {
    const network = await io.network(description.chain)
    return network && adapter.readFigures?.(description, network, signal)
  }
  const named = await withTimeout(io.clock, rpcTimeoutMs, tooSlow, look, place.signal).catch(() => undefined)
  place.signal.throwIfAborted()
  return named && cleanFacts(named)
}

/** Runs a request while the user reads, and shows how that ends unless another request is on screen by then. */
function showRun(
  { io, place, risks }: DecidedRequest,
  prepared: PreparedRequest,
  chain: ChainId,
  isCurrent: (prepared: PreparedRequest) => boolean,
): FirstRun {
  const show = (outcome: Outcome) => {
    if (isCurrent(prepared)) place.change({ simulation: outcome, risks: risks(outcome) })
  }
  return startFirstRun(io, prepared, chain, show, place.signal)
}

/**
 * Whether the one approval of a request is of an amount, so that the user may lower it: an approval that may be of an NFT has
 * an id in its place, and a lower one is another NFT.
 */
const hasAmount = ({ facts }: Description): boolean =>
  flatFacts(facts).every(
    (fact) =>
      fact.is !== 'approval' ||
      (fact.collectible === undefined && (!fact.mayBeCollectible || fact.reportedAs === 'amount')),
  )

/** Reads a request whose approval the user lowered, and shows it in place of the one before. */
async function showLimited(passage: DecidedRequest, prepared: PreparedRequest): Promise<void> {
  const { place, name, risks } = passage
  if (prepared.read === undefined) throw new TypeError('A request with an approval can be read')
  place.change({ stage: { is: 'checking' } })
  const raw = cleanFacts(await prepared.read(place.signal))
  const description = (await readNames(passage, raw)) ?? raw
  name(description)
  place.change({
    request: prepared.request,
    reading: { is: 'read', description },
    risks: risks(),
    simulation: { is: 'running' },
    stage: { is: 'deciding', changed: false },
  })
}

/**
 * The request that was approved in the confirm window, as this frame itself makes it: what it pinned, or that with its
 * approval lowered. Undefined where the window approved anything else.
 */
function approvedRequest(pinned: PreparedRequest, { request, limit }: Approved): PreparedRequest | undefined {
  try {
    const own = limit === undefined ? pinned : pinned.withLimit?.(BigInt(limit))
    return own && isSameRequest(own.request, request) ? own : undefined
  } catch {
    return undefined
  }
}

/**
 * Waits until the user approves what is on screen, and returns the request that is. It runs once while the user reads and once
 * after the press; a press before the end of the first run, or before a run that differs, approved something else than what
 * is known by then: that is shown, and needs a press of its own (test 46). An approval that the user lowers is another
 * request: it is read and run anew.
 */
export async function decide(passage: DecidedRequest): Promise<PreparedRequest> {
  const { io, place, description, name, risks } = passage
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
  readNames(passage, description).then(
    (named) => {
      if (named === undefined || !isCurrent(passage.prepared)) return
      name(named)
      place.change({ reading: { is: 'read', description: named }, risks: risks(shown()) })
      offerLimit(named)
    },
    () => undefined,
  )
  for (;;) {
    const pressed = await place.pressed()
    if (typeof pressed === 'object') {
      const approved = approvedRequest(current, pressed)
      place.change({ stage: { is: 'checking' } })
      const before = await run.done
      const now = approved && (await runRequest(io, approved, chain, secondRunLimitMs, place.signal))
      place.signal.throwIfAborted()
      if (approved && now && isAsShown(before, now)) return approved
      place.endWindow('changed')
      if (now) shown = () => now
      place.change({ simulation: shown(), risks: risks(shown()), stage: { is: 'deciding', changed: true } })
      continue
    }
    if (pressed !== 'approve') {
      const limited = canLimit ? current.withLimit?.(pressed) : undefined
      if (limited === undefined) continue
      current = limited
      await showLimited(passage, current)
      run = showRun(passage, current, chain, isCurrent)
      shown = run.shown
      continue
    }
    const before = shown()
    place.change({ stage: { is: 'checking' } })
    const now =
      before.is === 'running'
        ? await run.done
        : await runRequest(io, current, chain, secondRunLimitMs, place.signal)
    place.signal.throwIfAborted()
    if (isAsShown(before, now)) return current
    shown = () => now
    place.change({ simulation: now, risks: risks(now), stage: { is: 'deciding', changed: true } })
  }
}
