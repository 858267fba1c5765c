import type { ChainId } from '#shared/caip/chain-id.ts'
import type { Namespace } from '#shared/caip/namespace.ts'
import { rpcTimeoutMs } from '#shared/config/limits.ts'
import type { ConfirmEnd } from '#shared/confirm/messages.ts'
import { ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import type { ChainAdapter, Connection, PreparedRequest } from '#widget/chains/chain-adapter.ts'
import type { Description } from '#widget/chains/request-facts.ts'
import { isMismatchError } from '#widget/domain/review-queue/mismatch-error.ts'
import type { DecodingState, SimulationState } from '#widget/domain/review-queue/reviews.ts'
import { withTimeout } from '#widget/lib/async.ts'
import { isAllowListed } from './allow-list.ts'
import { awaitDecision, type ReviewedRequest, readNames } from './await-decision.ts'
import {
  flatFacts,
  isBlockedRequest,
  type KeyHolder,
  needsReview,
  type RiskFacts,
  risksOf,
} from './request-risk.ts'
import { type ReviewSlot, reviewSlot, type SlotPorts } from './review-slot.ts'
import { connectionChanged } from './review-snapshot.ts'
import { sanitizeFacts } from './sanitize-facts.ts'
import {
  type SimulatePorts,
  type SimulateResult,
  simulateForReview,
  simulationTimedOut,
} from './simulate-for-review.ts'

/** Longer than this a request is not read silently: its review opens and shows that it is being read. */
const quietReadingMs = 400

/** How long telling contracts from people, and the silent run of an allow-listed request, may delay it. */
const quickLookMs = 1_000

/** A request on its way to the wallet. */
export type RequestedReview = {
  readonly connection: Connection
  readonly prepared: PreparedRequest
  readonly signal: AbortSignal
  /**
   * Asks the wallet for the request as the user saw it last; `reading` is what is known of it, undefined for one that is not
   * read, and `simulation` how it ran as far as the user saw that.
   */
  readonly ask: (
    prepared: PreparedRequest,
    reading: DecodingState | undefined,
    simulation: SimulationState | undefined,
  ) => Promise<unknown>
  /** Resolves once the site's origin is judged. @throws ProviderRpcError 4100 where the site may not ask. */
  readonly allowed: () => Promise<void>
  /**
   * The widget's own request: the view that makes it waits for the wallet, and what it asks for stays as it is. It comes
   * here where the confirm window may have to decide it.
   */
  readonly isOwn?: boolean
}

/** What reviewing acts on; `review-actions.ts` binds it to the store. */
export type ReviewPorts = SlotPorts &
  SimulatePorts & {
    adapter(namespace: Namespace): Promise<ChainAdapter>
    wish(): 'always' | 'risky'
    keysOf(connection: Connection): KeyHolder
    /** Host name of the verified origin. */
    host(): string | undefined
    isKnownReceiver(chain: ChainId, address: string): boolean
    /** Whether only the site reports what is on a chain. */
    isReportedBySite(chain: ChainId): boolean
    /** Loads the bundled list; whether it has a contract. */
    bundledTokens(): Promise<(chain: ChainId, contract: string) => boolean>
    /** Addresses the user knows. */
    knownAddresses(namespace: Namespace): readonly string[]
    rememberReceivers(chain: ChainId, addresses: readonly string[]): void
    /** Where the wallet is not in this browser, it is waited for on screen: always after a review, on a phone in any case. */
    waitsFor(connection: Connection): 'nothing' | 'session' | 'app'
    /** What must stay the same from the review's opening to the wallet's prompt (`review-snapshot.ts`). */
    pin(connection: Connection): string
    /** Whether the wallet is as it was when the request was prepared. */
    isAsPrepared(connection: Connection): boolean
  }

/** Receivers of coins that the user may take for a person although they are contracts. */
const receiversOf = (description: Description): readonly string[] =>
  flatFacts(description.facts).flatMap((fact) => {
    if (fact.is === 'withdrawal') return fact.to ?? []
    return fact.is === 'transfer' && fact.from === undefined && fact.figure.contract === undefined
      ? fact.to
      : []
  })

/** Reads a request for at most 10 s; one that cannot be read is reviewed as such. */
async function readFacts(
  { clock }: ReviewPorts,
  { isOwn }: Pick<RequestedReview, 'isOwn'>,
  read: NonNullable<PreparedRequest['read']>,
  place: ReviewSlot,
): Promise<Exclude<DecodingState, { is: 'reading' }>> {
  const stopOpening = isOwn ? () => {} : clock.after(quietReadingMs, place.open)
  try {
    return {
      is: 'read',
      description: sanitizeFacts(
        await withTimeout(clock, rpcTimeoutMs, simulationTimedOut, read, place.signal),
      ),
    }
  } catch {
    place.signal.throwIfAborted()
    return { is: 'unreadable' }
  } finally {
    stopOpening()
  }
}

/** What is known of a request's receivers; `areKnown` is false where nobody but the site could say, or nobody in time. */
type Receivers = { readonly newContracts: readonly string[]; readonly areKnown: boolean }

/** Contracts among the receivers to whom this user has never sent. */
async function lookAtReceivers(
  io: ReviewPorts,
  { contractsAmong }: ChainAdapter,
  description: Description,
  signal: AbortSignal,
): Promise<Receivers> {
  const { chain } = description
  const unknown = receiversOf(description).filter((address) => !io.isKnownReceiver(chain, address))
  if (contractsAmong === undefined || unknown.length === 0) return { newContracts: [], areKnown: true }
  const look = async (inner: AbortSignal) => {
    const network = await io.network(chain)
    return network && !io.isReportedBySite(chain) ? contractsAmong(unknown, network, inner) : undefined
  }
  const found = await withTimeout(io.clock, quickLookMs, simulationTimedOut, look, signal).catch(
    () => undefined,
  )
  signal.throwIfAborted()
  return {
    newContracts: (found ?? []).map((address) => address.toLowerCase()),
    areKnown: found !== undefined,
  }
}

/** One request on its way through the review. */
type Passage = ReviewedRequest & {
  readonly io: ReviewPorts
  readonly adapter: ChainAdapter
  readonly receivers: Receivers
}

/** Whether a request moves tokens: who gets them may be an account that only the network names (Solana). */
const movesTokens = ({ facts }: Description): boolean =>
  facts.some((fact) => fact.is === 'transfer' && fact.figure.contract !== undefined)

/**
 * What the allow-list judges: a transfer of tokens with its names, undefined where the network does not say them in time; any
 * other request as it was read.
 */
async function readForAllowList(passage: Passage): Promise<Description | undefined> {
  const { description } = passage
  if (description === undefined || !movesTokens(description)) return description
  const named = await readNames(passage, description, quickLookMs)
  if (named !== undefined) passage.name(named)
  return named
}

/** The silent run of an allow-listed request: undefined where it shows no more than the request says. */
async function surprise(
  { io, prepared, place, risks }: Passage,
  chain: ChainId,
): Promise<SimulateResult | undefined> {
  const outcome = await simulateForReview(io, prepared, chain, quickLookMs, place.signal)
  return risks(outcome).length > 0 ? outcome : undefined
}

/** A sign-in to another site, even to the parent of this one, has no honest use here; the site learns what to mend. */
function foreignSignIn(description: Description | undefined, host: string | undefined): ProviderRpcError {
  const named = flatFacts(description?.facts ?? []).find((fact) => fact.is === 'sign-in')
  const domain = named?.is === 'sign-in' ? named.domain : ''
  return new ProviderRpcError(
    providerCodes.unauthorized,
    `The message signs in to ${domain}, which is another site than ${host ?? 'this one'}: write that domain`,
  )
}

/** A request that the wallet may be asked for, and whether the user saw it. */
type Passed = { readonly isReviewed: boolean; readonly prepared: PreparedRequest }

/**
 * Reviews a request where the rules want it; resolves when the wallet may be asked. Until it is known whether they do, a
 * review that opened because reading is slow shows that it reads: facts that close by themselves cannot be read.
 */
async function passReview(passage: Passage, connection: Connection, showFacts: () => void): Promise<Passed> {
  const { io, place, description, receivers, risks } = passage
  if (isBlockedRequest(risks())) throw foreignSignIn(description, io.host())
  const isBundledToken = description && movesTokens(description) ? await io.bundledTokens() : () => false
  const known = { host: io.host(), isBundledToken }
  // Names are asked for only where they can spare the user a review.
  const isCandidate = description && receivers.areKnown && isAllowListed(description, known)
  const judged = isCandidate ? await readForAllowList(passage) : undefined
  const allowed = judged !== undefined && isAllowListed(judged, known)
  const terms = { wish: io.wish(), keys: io.keysOf(connection), isAllowListed: allowed }
  const isQuiet =
    judged !== undefined &&
    !needsReview({ ...terms, risks: risks() }) &&
    (await surprise(passage, judged.chain)) === undefined
  if (isQuiet) return { isReviewed: false, prepared: passage.prepared }
  showFacts()
  place.open()
  return { isReviewed: true, prepared: await awaitDecision(passage) }
}

/** The risks of a request as far as its facts are known. */
function riskReader(
  io: ReviewPorts,
  { namespace, addressForms }: ChainAdapter,
  first: Description | undefined,
  receivers: Receivers,
) {
  let description = first
  let isUnnamed = false
  const facts: RiskFacts = {
    host: io.host(),
    newContracts: receivers.newContracts,
    knownAddresses: io.knownAddresses(namespace),
    addressForms,
    now: io.clock.now(),
  }
  return {
    name: (named: Description | undefined) => {
      isUnnamed = named === undefined
      description = named ?? description
    },
    risks: (outcome?: SimulationState) =>
      risksOf(description, {
        ...facts,
        isUnchecked: isUnnamed || (description !== undefined && !receivers.areKnown),
        simulation: outcome?.is === 'unavailable' || outcome?.is === 'running' ? undefined : outcome,
      }),
  }
}

/** The request, which asks its wallet as one that passed the review. */
const asReviewed = (prepared: PreparedRequest, isShown: boolean): PreparedRequest => ({
  ...prepared,
  ask: (options) => prepared.ask({ ...options, isReviewed: true, isShown }),
})

/** The request without a limit to lower: who made it compares the answer with what it asked for. */
const asFixed = ({ withLimit: _, ...prepared }: PreparedRequest): PreparedRequest => prepared

/** How a request ended, as its confirm window says it. */
function endOf(error: unknown): ConfirmEnd {
  if (!(error instanceof ProviderRpcError)) return 'failed'
  if (error.code === providerCodes.userRejected) return 'cancelled'
  return error.code === providerCodes.chainDisconnected ? 'changed' : 'failed'
}

/**
 * Asks the wallet, after the user has reviewed the request where the rules want that (SPEC §2 ApproveTransaction).
 * @throws ProviderRpcError 4001 when it was cancelled here, 4100 for a sign-in to another site, 4901 when connection, chain,
 * account, project or configuration changed before the wallet was asked; whatever the wallet throws.
 */
export async function reviewRequest(io: ReviewPorts, asked: RequestedReview): Promise<unknown> {
  const { connection, isOwn = false } = asked
  const prepared = isOwn ? asFixed(asked.prepared) : asked.prepared
  const { read } = prepared
  if (read === undefined) return asked.ask(asReviewed(prepared, false), undefined, undefined)
  // Preparing loads code: what the wallet changed meanwhile would be pinned as if the request were made for it.
  if (!io.isAsPrepared(connection)) throw connectionChanged()
  const pin = io.pin(connection)
  const adapter = await io.adapter(connection.namespace)
  const place = reviewSlot(io, { connection, pin, request: prepared.request, signal: asked.signal })
  try {
    const reading = await readFacts(io, asked, read, place)
    const description = reading.is === 'read' ? reading.description : undefined
    const receivers = description
      ? await lookAtReceivers(io, adapter, description, place.signal)
      : { newContracts: [], areKnown: false }
    const judge = riskReader(io, adapter, description, receivers)
    const simulation = description ? {} : { simulation: { is: 'unavailable' as const } }
    const showFacts = () => place.change({ reading, risks: judge.risks(), ...simulation })
    const passage = { io, adapter, prepared, place, description, receivers, ...judge }
    const passed = await passReview(passage, connection, showFacts)
    if (!passed.isReviewed) showFacts()
    await asked.allowed()
    if (io.pin(connection) !== pin) throw connectionChanged()
    place.signal.throwIfAborted()
    const waits = io.waitsFor(connection)
    place.handOver(!isOwn && (waits === 'app' || (waits === 'session' && passed.isReviewed)))
    const answer = await asked.ask(
      asReviewed(passed.prepared, passed.isReviewed),
      place.reading(),
      place.simulation(),
    )
    place.end('answered')
    if (description) io.rememberReceivers(description.chain, receiversOf(description))
    return answer
  } catch (error) {
    if (isMismatchError(error)) place.alarm()
    else place.end(endOf(error))
    throw error
  } finally {
    place.release()
  }
}
