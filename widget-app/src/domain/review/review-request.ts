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

/** A request that takes longer to decode, in milliseconds, opens its review, which shows the progress. */
const quietReadingMs = 400

/** Limit for finding contracts among the recipients, and for the silent simulation, in milliseconds. */
const quickLookMs = 1_000

/** A request on its way to the wallet. */
export type RequestedReview = {
  readonly connection: Connection
  readonly prepared: PreparedRequest
  readonly signal: AbortSignal
  /**
   * Sends the request to the wallet as the user saw it last, with its decoding and the displayed simulation; both are
   * undefined for a request that is not decoded.
   */
  readonly ask: (
    prepared: PreparedRequest,
    reading: DecodingState | undefined,
    simulation: SimulationState | undefined,
  ) => Promise<unknown>
  /** Resolves once the host's origin is verified. @throws ProviderRpcError 4100 if the host may not send requests. */
  readonly allowed: () => Promise<void>
  /**
   * A request of the widget: the view that makes it waits for the wallet, and its amounts are fixed. It is reviewed here
   * because the confirm window may have to decide it.
   */
  readonly isOwn?: boolean
}

/** What reviewing gets from outside; `review-actions.ts` binds it to the store. */
export type ReviewPorts = SlotPorts &
  SimulatePorts & {
    adapter(namespace: Namespace): Promise<ChainAdapter>
    wish(): 'always' | 'risky'
    keysOf(connection: Connection): KeyHolder
    /** Hostname of the verified origin. */
    host(): string | undefined
    isKnownReceiver(chain: ChainId, address: string): boolean
    /** Whether only the host reports a chain's state. */
    isReportedBySite(chain: ChainId): boolean
    /** Loads the bundled tokens; resolves to a test for a contract. */
    bundledTokens(): Promise<(chain: ChainId, contract: string) => boolean>
    /** Addresses known to the user. */
    knownAddresses(namespace: Namespace): readonly string[]
    rememberReceivers(chain: ChainId, addresses: readonly string[]): void
    /** Whether the frame waits visibly for a wallet outside this browser: `session` after a review, `app` always. */
    waitsFor(connection: Connection): 'nothing' | 'session' | 'app'
    /** What must not change between the opening of the review and the wallet's prompt (`review-snapshot.ts`). */
    pin(connection: Connection): string
    /** Whether the wallet is unchanged since the request was prepared. */
    isAsPrepared(connection: Connection): boolean
  }

/** Recipients of native amounts, which may be contracts that the user takes for user accounts. */
const receiversOf = (description: Description): readonly string[] =>
  flatFacts(description.facts).flatMap((fact) => {
    if (fact.is === 'withdrawal') return fact.to ?? []
    return fact.is === 'transfer' && fact.from === undefined && fact.figure.contract === undefined
      ? fact.to
      : []
  })

/** Decodes a request within 10 s; one that cannot be decoded is reviewed as such. */
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

/** The recipients of a request; `areKnown` is false if only the host could report them, or the network was too slow. */
type Receivers = { readonly newContracts: readonly string[]; readonly areKnown: boolean }

/** Finds contracts among the recipients to which this user has never sent. */
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

/** The review of one request. */
type Passage = ReviewedRequest & {
  readonly io: ReviewPorts
  readonly adapter: ChainAdapter
  readonly receivers: Receivers
}

/** Whether a request transfers tokens: the recipient may be an account that only the network reports (Solana). */
const movesTokens = ({ facts }: Description): boolean =>
  facts.some((fact) => fact.is === 'transfer' && fact.figure.contract !== undefined)

/**
 * The input of the allow list: a token transfer with its metadata, undefined if the network does not report it in time; any
 * other request as decoded.
 */
async function readForAllowList(passage: Passage): Promise<Description | undefined> {
  const { description } = passage
  if (description === undefined || !movesTokens(description)) return description
  const named = await readNames(passage, description, quickLookMs)
  if (named !== undefined) passage.name(named)
  return named
}

/** The silent simulation of an allow-listed request: undefined if it shows no risk. */
async function surprise(
  { io, prepared, place, risks }: Passage,
  chain: ChainId,
): Promise<SimulateResult | undefined> {
  const outcome = await simulateForReview(io, prepared, chain, quickLookMs, place.signal)
  return risks(outcome).length > 0 ? outcome : undefined
}

/** A sign-in to another host, even to the parent domain, has no honest use; the message helps the developer. */
function foreignSignIn(description: Description | undefined, host: string | undefined): ProviderRpcError {
  const named = flatFacts(description?.facts ?? []).find((fact) => fact.is === 'sign-in')
  const domain = named?.is === 'sign-in' ? named.domain : ''
  return new ProviderRpcError(
    providerCodes.unauthorized,
    `The message signs in to ${domain}, which is another site than ${host ?? 'this one'}: write that domain`,
  )
}

/** A request that may be sent to the wallet, and whether the user saw it. */
type Passed = { readonly isReviewed: boolean; readonly prepared: PreparedRequest }

/**
 * Reviews a request if the rules require it; resolves when it may be sent to the wallet. A review that opened during slow
 * decoding shows no facts before the rules have decided: the user could not read facts that disappear.
 */
async function passReview(passage: Passage, connection: Connection, showFacts: () => void): Promise<Passed> {
  const { io, place, description, receivers, risks } = passage
  if (isBlockedRequest(risks())) throw foreignSignIn(description, io.host())
  const isBundledToken = description && movesTokens(description) ? await io.bundledTokens() : () => false
  const known = { host: io.host(), isBundledToken }
  // Metadata is read only if it can make a review unnecessary.
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

/** The risks of a request, as far as its facts are known. */
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

/** The request, marked as reviewed for its wallet. */
const asReviewed = (prepared: PreparedRequest, isShown: boolean): PreparedRequest => ({
  ...prepared,
  ask: (options) => prepared.ask({ ...options, isReviewed: true, isShown }),
})

/** The request without a limit to lower: its caller compares the response with what it requested. */
const asFixed = ({ withLimit: _, ...prepared }: PreparedRequest): PreparedRequest => prepared

/** How a request ended, for its confirm window. */
function endOf(error: unknown): ConfirmEnd {
  if (!(error instanceof ProviderRpcError)) return 'failed'
  if (error.code === providerCodes.userRejected) return 'cancelled'
  return error.code === providerCodes.chainDisconnected ? 'changed' : 'failed'
}

/**
 * Sends a request to the wallet, after the user has reviewed it if the rules require that (SPEC §2 ApproveTransaction).
 * @throws ProviderRpcError 4001 when the user cancelled here, 4100 for a sign-in to another host, 4901 when connection,
 * chain, account, project or configuration changed before the request was sent; any error of the wallet.
 */
export async function reviewRequest(io: ReviewPorts, asked: RequestedReview): Promise<unknown> {
  const { connection, isOwn = false } = asked
  const prepared = isOwn ? asFixed(asked.prepared) : asked.prepared
  const { read } = prepared
  if (read === undefined) return asked.ask(asReviewed(prepared, false), undefined, undefined)
  // Preparing loads code: a change of the wallet meanwhile would be pinned as if the request were made for it.
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
