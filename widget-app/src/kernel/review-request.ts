import type { ChainId } from '#shared/caip/chain-id.ts'
import type { Namespace } from '#shared/caip/namespace.ts'
import type { Clock } from '#shared/channel/clock.ts'
import { rpcTimeoutMs } from '#shared/config/limits.ts'
import type { Network } from '#shared/config/network.ts'
import { ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import type { ChainAdapter, Connection, RpcRequest } from '#widget/chains/contract.ts'
import type { Description, Simulation } from '#widget/chains/request-facts.ts'
import { raceWithSignal, withTimeout } from '#widget/lib/async.ts'
import { isMismatch } from './is-mismatch.ts'
import { flatFacts, isRefused, type KeyHolder, needsReview, type Risk, risksOf } from './request-risk.ts'
import type { Reading, Review, SimulationState } from './reviews.ts'
import { isSameOutcome } from './same-outcome.ts'

/** Longer than this a request is not read behind the scenes: its review opens and says that it is being read. */
const quietReadingMs = 400

/** How long telling contracts from people, and running a request once more, may hold it up. */
const quickLookMs = 1_000

/** A request of a dApp on its way to the wallet. */
export type AskedRequest = {
  readonly connection: Connection
  readonly request: RpcRequest
  readonly signal: AbortSignal
  /** Asks the wallet. */
  readonly ask: () => Promise<unknown>
}

/** What reviewing acts on; `review-commands.ts` binds it to the store. */
export type ReviewIo = {
  readonly clock: Clock
  id(): string
  adapter(namespace: Namespace): Promise<ChainAdapter>
  network(chain: ChainId): Promise<Network | undefined>
  wish(): 'always' | 'risky'
  keysOf(connection: Connection): KeyHolder
  /** Host name of the verified origin. */
  host(): string | undefined
  isKnownReceiver(chain: ChainId, address: string): boolean
  /** Addresses the person knows. */
  knownAddresses(namespace: Namespace): readonly string[]
  rememberReceivers(chain: ChainId, addresses: readonly string[]): void
  /** Where the wallet is not in this browser, it is waited for on screen: always after a review, on a phone in any case. */
  waitsFor(connection: Connection): 'nothing' | 'session' | 'app'
  add(review: Review): void
  change(id: string, change: Partial<Review>): void
  end(id: string): void
}

const refusal = () => new ProviderRpcError(providerCodes.userRejected, 'User rejected the request')

/** Receivers of coins, whom a person may take for a person while they are a contract. */
const receiversOf = (description: Description): readonly string[] =>
  flatFacts(description.facts).flatMap((fact) =>
    fact.is === 'transfer' && fact.from === undefined && fact.figure.contract === undefined ? [fact.to] : [],
  )

/** The place of one request in the queue, from nothing on screen to its end. */
function queuePlace(io: ReviewIo, { connection, request, signal }: AskedRequest) {
  const stop = new AbortController()
  const onAbort = () => stop.abort(signal.reason)
  signal.addEventListener('abort', onAbort)
  if (signal.aborted) onAbort()
  const id = io.id()
  let isOpen = false
  let isDecided = false
  let approve = () => {}
  let shown: Partial<Review> = {}
  const change = (next: Partial<Review>) => {
    shown = { ...shown, ...next }
    if (isOpen) io.change(id, next)
  }
  const open = () => {
    if (isOpen) return
    isOpen = true
    io.add({
      id,
      connection,
      request,
      reading: { is: 'reading' },
      risks: [],
      simulation: { is: 'running' },
      stage: { is: 'deciding', changed: false },
      decide: (decision) => {
        if (decision === 'approve') approve()
        else if (isDecided) io.end(id)
        else stop.abort(refusal())
      },
      ...shown,
    })
  }
  return {
    signal: stop.signal,
    change,
    open,
    approved: () =>
      raceWithSignal(
        new Promise<void>((resolve) => {
          approve = resolve
        }),
        stop.signal,
      ),
    /** From here on closing the review no longer cancels the request: the wallet has it. */
    handOver: (staysOnScreen: boolean) => {
      isDecided = true
      if (!staysOnScreen) return io.end(id)
      change({ stage: { is: 'asked' } })
      open()
    },
    alarm: () => {
      io.end(id)
      isOpen = false
      isDecided = true
      change({ stage: { is: 'mismatch' } })
      open()
      approve = () => io.end(id)
    },
    end: () => io.end(id),
    release: () => signal.removeEventListener('abort', onAbort),
  }
}

type Place = ReturnType<typeof queuePlace>

const tooSlow = () => new WidgetError('http/timeout', 'It took too long')

/** Reads a request for at most 10 s; one that cannot be read is reviewed as such, and never held back by that. */
async function read(
  { clock }: ReviewIo,
  readRequest: NonNullable<ChainAdapter['readRequest']>,
  { connection, request }: AskedRequest,
  place: Place,
): Promise<Exclude<Reading, { is: 'reading' }> | undefined> {
  const stopOpening = clock.after(quietReadingMs, place.open)
  try {
    const description = await withTimeout(
      clock,
      rpcTimeoutMs,
      tooSlow,
      (signal) => readRequest(connection, request, signal),
      place.signal,
    )
    return description && { is: 'read', description }
  } catch {
    place.signal.throwIfAborted()
    return { is: 'unreadable' }
  } finally {
    stopOpening()
  }
}

/** Contracts among the receivers whom this person has never sent to; what the chain does not tell in time is none. */
async function newContracts(
  io: ReviewIo,
  { contractsAmong }: ChainAdapter,
  description: Description,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const { chain } = description
  const unknown = receiversOf(description).filter((address) => !io.isKnownReceiver(chain, address))
  if (contractsAmong === undefined || unknown.length === 0) return []
  const look = async (inner: AbortSignal) => {
    const network = await io.network(chain)
    return network ? contractsAmong(unknown, network, inner) : []
  }
  const found = await withTimeout(io.clock, quickLookMs, tooSlow, look, signal).catch(() => [])
  signal.throwIfAborted()
  return found.map((address) => address.toLowerCase())
}

/** Runs the request for at most `limitMs`. */
async function run(
  io: ReviewIo,
  { simulate }: ChainAdapter,
  { connection, request }: AskedRequest,
  chain: ChainId,
  limitMs: number,
  signal: AbortSignal,
): Promise<Simulation | { readonly is: 'unavailable' }> {
  const unavailable = { is: 'unavailable' as const }
  if (simulate === undefined) return unavailable
  const look = async (inner: AbortSignal) => {
    const network = await io.network(chain)
    return network && simulate(connection, request, network, inner)
  }
  const outcome = await withTimeout(io.clock, limitMs, tooSlow, look, signal).catch(() => undefined)
  return outcome ?? unavailable
}

/** Fills in figures and what the run says while the person reads. */
function lookCloser(
  io: ReviewIo,
  adapter: ChainAdapter,
  asked: AskedRequest,
  { chain, ...rest }: Description,
  place: Place,
): { readonly simulation: () => SimulationState } {
  let simulation: SimulationState = { is: 'running' }
  void run(io, adapter, asked, chain, rpcTimeoutMs, place.signal).then((outcome) => {
    simulation = outcome
    place.change({ simulation })
  })
  const name = async (signal: AbortSignal) => {
    const network = await io.network(chain)
    const description = network && (await adapter.readFigures?.({ chain, ...rest }, network, signal))
    if (description) place.change({ reading: { is: 'read', description } })
  }
  withTimeout(io.clock, rpcTimeoutMs, tooSlow, name, place.signal).catch(() => undefined)
  return { simulation: () => simulation }
}

/** Waits for the person's word; what would do something else by then than what was shown is shown anew (test 46). */
async function decide(
  io: ReviewIo,
  adapter: ChainAdapter,
  asked: AskedRequest,
  description: Description | undefined,
  place: Place,
): Promise<void> {
  const closer = description && lookCloser(io, adapter, asked, description, place)
  let shown = closer?.simulation
  for (;;) {
    await place.approved()
    const before = shown?.()
    if (!description || before === undefined || before.is === 'running' || before.is === 'unavailable') return
    place.change({ stage: { is: 'checking' } })
    const now = await run(io, adapter, asked, description.chain, quickLookMs, place.signal)
    place.signal.throwIfAborted()
    if (now.is === 'unavailable' || isSameOutcome(before, now)) return
    shown = () => now
    place.change({ simulation: now, stage: { is: 'deciding', changed: true } })
  }
}

/**
 * Asks the wallet, after a person has reviewed the request where the rules want that (SPEC §2 ApproveTransaction).
 * @throws ProviderRpcError 4001 when it was cancelled here, 4100 for a sign-in to another site;
 * whatever the wallet throws.
 */
export async function reviewRequest(io: ReviewIo, asked: AskedRequest): Promise<unknown> {
  const { connection } = asked
  const adapter = await io.adapter(connection.namespace)
  const { readRequest } = adapter
  if (readRequest === undefined) return asked.ask()
  const place = queuePlace(io, asked)
  try {
    const reading = await read(io, readRequest, asked, place)
    if (reading === undefined) {
      place.handOver(false)
      return await asked.ask()
    }
    const description = reading.is === 'read' ? reading.description : undefined
    const contracts = description ? await newContracts(io, adapter, description, place.signal) : []
    const risks: readonly Risk[] = risksOf(description, {
      host: io.host(),
      newContracts: contracts,
      knownAddresses: io.knownAddresses(connection.namespace),
      now: io.clock.now(),
    })
    if (isRefused(risks))
      throw new ProviderRpcError(providerCodes.unauthorized, 'The message signs in to another site')
    place.change({ reading, risks, ...(description ? {} : { simulation: { is: 'unavailable' } }) })
    const isReviewed = needsReview({ wish: io.wish(), keys: io.keysOf(connection), risks })
    if (isReviewed) {
      place.open()
      await decide(io, adapter, asked, description, place)
    }
    const waits = io.waitsFor(connection)
    place.handOver(waits === 'app' || (waits === 'session' && isReviewed))
    const answer = await asked.ask()
    place.end()
    if (description) io.rememberReceivers(description.chain, receiversOf(description))
    return answer
  } catch (error) {
    if (isMismatch(error)) place.alarm()
    else place.end()
    throw error
  } finally {
    place.release()
  }
}
