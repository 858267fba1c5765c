import type { ChainId } from '#shared/caip/chain-id.ts'
import type { Namespace } from '#shared/caip/namespace.ts'
import { rpcTimeoutMs } from '#shared/config/limits.ts'
import type { ConfirmEnd } from '#shared/confirm/messages.ts'
import { ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import type { ChainAdapter, Connection, PreparedRequest } from '#widget/chains/chain-adapter.ts'
import type { Description } from '#widget/chains/request-facts.ts'
import { isMismatchError } from '#widget/domain/review-queue/mismatch-error.ts'
import type { DecodingState, SimulationState } from '#widget/domain/review-queue/reviews.ts'
import { raceWithSignal, withTimeout } from '#widget/lib/async.ts'
import { isAllowListed } from './allow-list.ts'
import { awaitDecision, type ReviewedRequest, readMetadata } from './await-decision.ts'
import {
  findNewContracts,
  quickLookupMs,
  type RecipientPorts,
  type Recipients,
  recipientsOf,
} from './find-new-contracts.ts'
import { isBlockedRequest, type KeyHolder, needsReview } from './needs-review.ts'
import { flatFacts } from './request-risk.ts'
import { type ReviewSlot, reviewSlot, type SlotPorts } from './review-slot.ts'
import { connectionChanged } from './review-snapshot.ts'
import { sanitizeFacts } from './sanitize-facts.ts'
import {
  type SimulatePorts,
  type SimulateResult,
  simulateForReview,
  simulationTimedOut,
} from './simulate-for-review.ts'
import { type RiskPorts, trackRisks } from './track-risks.ts'
import type { RequestCompletion } from './vault-signing.ts'

/** A request that takes longer to decode, in milliseconds, opens its review, which shows the progress. */
const silentDecodingMs = 400

/** The same for a request that takes longer to complete: the operator's paymaster may take seconds to respond. */
const silentCompletionMs = 1_000

/** A request on its way to the wallet. */
export type RequestedReview = {
  readonly connection: Connection
  readonly prepared: PreparedRequest
  /** Adds the fields that the wallet chooses, before the review; absent for a wallet that does it itself. */
  readonly completion?: RequestCompletion
  readonly signal: AbortSignal
  /**
   * Sends the request to the wallet as the user saw it last, with its decoding and the displayed simulation; both are
   * undefined for a request that is not decoded.
   */
  readonly send: (
    prepared: PreparedRequest,
    decoding: DecodingState | undefined,
    simulation: SimulationState | undefined,
  ) => Promise<unknown>
  /** Resolves once the host's origin is verified. @throws ProviderRpcError 4100 if the host may not send requests. */
  readonly whenAllowed: () => Promise<void>
  /**
   * A request of the widget: the view that makes it waits for the wallet, and its amounts are fixed. It is reviewed here
   * because the confirm window may have to decide it.
   */
  readonly isWidgetRequest?: boolean
}

/** What reviewing gets from outside; `review-actions.ts` binds it to the store. */
export type ReviewPorts = SlotPorts &
  SimulatePorts &
  RecipientPorts &
  RiskPorts & {
    adapter(namespace: Namespace): Promise<ChainAdapter>
    reviewMode(): 'always' | 'risky'
    keysOf(connection: Connection): KeyHolder
    /** Loads the bundled tokens; resolves to a test for a contract. */
    bundledTokens(): Promise<(chain: ChainId, contract: string) => boolean>
    storeRecipients(chain: ChainId, addresses: readonly string[]): void
    /** Whether the frame waits visibly for a wallet outside this browser: `session` after a review, `app` always. */
    waitsFor(connection: Connection): 'nothing' | 'session' | 'app'
    /** What must not change between the opening of the review and the wallet's prompt (`review-snapshot.ts`). */
    snapshot(connection: Connection): string
    /** Whether the wallet is unchanged since the request was prepared. */
    isUnchanged(connection: Connection): boolean
  }

/** Decodes a request within 10 s; one that cannot be decoded is reviewed as such. */
async function decodeRequest(
  { clock }: ReviewPorts,
  { isWidgetRequest }: Pick<RequestedReview, 'isWidgetRequest'>,
  read: NonNullable<PreparedRequest['decode']>,
  slot: ReviewSlot,
): Promise<Exclude<DecodingState, { is: 'reading' }>> {
  const stopOpening = isWidgetRequest ? () => {} : clock.after(silentDecodingMs, slot.open)
  try {
    return {
      is: 'read',
      description: sanitizeFacts(
        await withTimeout(clock, rpcTimeoutMs, simulationTimedOut, read, slot.signal),
      ),
    }
  } catch {
    slot.signal.throwIfAborted()
    return { is: 'unreadable' }
  } finally {
    stopOpening()
  }
}

/** The review of one request. */
type Pending = ReviewedRequest & {
  readonly ports: ReviewPorts
  readonly adapter: ChainAdapter
  readonly recipients: Recipients
}

const isSponsored = (description: Description | undefined): boolean =>
  description?.facts.some((fact) => fact.is === 'term' && fact.name === 'sponsored') ?? false

/** Whether a request transfers tokens: the recipient may be an account that only the network reports (Solana). */
const movesTokens = ({ facts }: Description): boolean =>
  facts.some((fact) => fact.is === 'transfer' && fact.figure.contract !== undefined)

/**
 * The input of the allow list: a token transfer with its metadata, undefined if the network does not report it in time; any
 * other request as decoded.
 */
async function decodeForAllowList(review: Pending): Promise<Description | undefined> {
  const { description } = review
  if (description === undefined || !movesTokens(description)) return description
  const withMetadata = await readMetadata(review, description, quickLookupMs)
  if (withMetadata !== undefined) review.name(withMetadata)
  return withMetadata
}

/** The silent simulation of an allow-listed request: undefined if it shows no risk. */
async function simulateSilently(
  { ports, prepared, slot, risks }: Pending,
  chain: ChainId,
): Promise<SimulateResult | undefined> {
  const outcome = await simulateForReview(ports, prepared, chain, quickLookupMs, slot.signal)
  return risks(outcome).length > 0 ? outcome : undefined
}

/** A sign-in to another host, even to the parent domain, has no honest use; the message helps the developer. */
function otherHostError(description: Description | undefined, host: string | undefined): ProviderRpcError {
  const signIn = flatFacts(description?.facts ?? []).find((fact) => fact.is === 'sign-in')
  const domain = signIn?.is === 'sign-in' ? signIn.domain : ''
  return new ProviderRpcError(
    providerCodes.unauthorized,
    `The message signs in to ${domain}, which is another site than ${host ?? 'this one'}: write that domain`,
  )
}

/** A request that may be sent to the wallet, and whether the user saw it. */
type Approved = { readonly isReviewed: boolean; readonly prepared: PreparedRequest }

/**
 * Reviews a request if the rules require it; resolves when it may be sent to the wallet. A review that opened during slow
 * decoding shows no facts before the rules have decided: the user could not read facts that disappear.
 */
async function runReview(review: Pending, connection: Connection, showFacts: () => void): Promise<Approved> {
  const { ports, slot, description, recipients, risks } = review
  if (isBlockedRequest(risks())) throw otherHostError(description, ports.host())
  const isBundledToken = description && movesTokens(description) ? await ports.bundledTokens() : () => false
  const context = { host: ports.host(), isBundledToken }
  // Metadata is read only if it can make a review unnecessary.
  const isCandidate = description && recipients.areKnown && isAllowListed(description, context)
  const listed = isCandidate ? await decodeForAllowList(review) : undefined
  const allowed = listed !== undefined && isAllowListed(listed, context)
  const terms = { reviewMode: ports.reviewMode(), keys: ports.keysOf(connection), isAllowListed: allowed }
  const isSilent =
    listed !== undefined &&
    !needsReview({ ...terms, risks: risks() }) &&
    (await simulateSilently(review, listed.chain)) === undefined
  if (isSilent) return { isReviewed: false, prepared: review.prepared }
  showFacts()
  slot.offerFrame()
  slot.open()
  return { isReviewed: true, prepared: await awaitDecision(review) }
}

/** The request, marked as reviewed for its wallet. */
const asReviewed = (prepared: PreparedRequest, isShown: boolean): PreparedRequest => ({
  ...prepared,
  requestWallet: (options) => prepared.requestWallet({ ...options, isReviewed: true, isShown }),
})

/** The request without a limit to lower: its caller compares the response with what it requested. */
const asFixed = ({ withLimit: _, ...prepared }: PreparedRequest): PreparedRequest => prepared

/** How a request ended, for its confirm window. */
function endOf(error: unknown): ConfirmEnd {
  if (!(error instanceof ProviderRpcError)) return 'failed'
  if (error.code === providerCodes.userRejected) return 'cancelled'
  return error.code === providerCodes.chainDisconnected ? 'changed' : 'failed'
}

type ReviewablePrepared = PreparedRequest & Required<Pick<PreparedRequest, 'decode'>>

/** Whether there is something to review. */
const isReviewable = (prepared: PreparedRequest): prepared is ReviewablePrepared =>
  prepared.decode !== undefined

/** A request that has all its fields, with the slot in which it is reviewed. */
type CompleteReview = RequestedReview & {
  readonly prepared: ReviewablePrepared
  readonly adapter: ChainAdapter
  readonly slot: ReviewSlot
  /** The snapshot when it was requested. */
  readonly pin: string
}

/** Reviews a complete request, and sends it. */
async function reviewComplete(ports: ReviewPorts, requested: CompleteReview): Promise<unknown> {
  const { connection, prepared, adapter, slot, isWidgetRequest = false } = requested
  const decoding = await decodeRequest(ports, requested, prepared.decode, slot)
  const description = decoding.is === 'read' ? decoding.description : undefined
  const recipients = description
    ? await findNewContracts(ports, adapter, description, slot.signal)
    : { newContracts: [], areKnown: false }
  const riskState = trackRisks(ports, adapter, description, recipients)
  const simulation = description ? {} : { simulation: { is: 'unavailable' as const } }
  const showFacts = () => slot.change({ decoding, risks: riskState.risks(), ...simulation })
  const review = { ports, adapter, prepared, slot, description, recipients, ...riskState }
  const approved = await runReview(review, connection, showFacts)
  if (!approved.isReviewed) showFacts()
  await requested.whenAllowed()
  if (ports.snapshot(connection) !== requested.pin) throw connectionChanged()
  slot.signal.throwIfAborted()
  const waitKind = ports.waitsFor(connection)
  // The wallet responds once the operator's bundler has it included.
  const isSlow = prepared.request.method === 'eth_sendTransaction' && isSponsored(description)
  slot.markSent(
    !isWidgetRequest && (isSlow || waitKind === 'app' || (waitKind === 'session' && approved.isReviewed)),
  )
  const result = await requested.send(
    asReviewed(approved.prepared, approved.isReviewed),
    slot.decoding(),
    slot.simulation(),
  )
  if (description) ports.storeRecipients(description.chain, recipientsOf(description))
  return result
}

/**
 * Sends a request to the wallet, after the user has reviewed it if the rules require that (SPEC §2 ApproveTransaction). One that
 * waits for its turn to be completed is in the queue of reviews, so that the user can cancel it.
 * @throws ProviderRpcError 4001 when the user cancelled here, 4100 for a sign-in to another host, 4901 when connection,
 * chain, account, project or configuration changed before the request was sent; any error of the wallet.
 */
export async function reviewRequest(ports: ReviewPorts, requested: RequestedReview): Promise<unknown> {
  const { connection, completion, isWidgetRequest = false } = requested
  const sendUnreviewed = (prepared: PreparedRequest) =>
    requested.send(asReviewed(prepared, false), undefined, undefined)
  if (completion === undefined && !isReviewable(requested.prepared)) return sendUnreviewed(requested.prepared)
  // Preparing loads code: a change of the wallet meanwhile would be pinned as if the request were made for it.
  if (!ports.isUnchanged(connection)) throw connectionChanged()
  const pin = ports.snapshot(connection)
  const adapter = await ports.adapter(connection.namespace)
  const slot = reviewSlot(ports, {
    connection,
    snapshot: pin,
    request: requested.prepared.request,
    signal: requested.signal,
  })
  const run = async (): Promise<unknown> => {
    let prepared = requested.prepared
    if (completion) {
      const stopOpening = isWidgetRequest ? () => {} : ports.clock.after(silentCompletionMs, slot.open)
      try {
        prepared = await raceWithSignal(completion.complete(), slot.signal)
      } finally {
        stopOpening()
      }
      if (ports.snapshot(connection) !== pin) throw connectionChanged()
      slot.change({ request: prepared.request })
    }
    if (isWidgetRequest) prepared = asFixed(prepared)
    const result = isReviewable(prepared)
      ? await reviewComplete(ports, { ...requested, prepared, adapter, slot, pin })
      : await sendUnreviewed(prepared)
    slot.end('answered')
    return result
  }
  try {
    return await (completion ? completion.runInTurn(run, slot.signal, slot.open) : run())
  } catch (error) {
    if (isMismatchError(error)) slot.showMismatch()
    else slot.end(endOf(error))
    throw error
  } finally {
    slot.release()
  }
}
