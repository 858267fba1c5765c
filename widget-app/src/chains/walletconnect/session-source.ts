import { chainIdSchema, namespaceOf } from '#shared/caip/chain-id.ts'
import type { DiscoveredWallet } from '#shared/channel/records/discovered-wallet.ts'
import { disconnectWaitMs } from '#shared/config/limits.ts'
import { texts } from '#shared/errors/codes.ts'
import { isWidgetError, WidgetError } from '#shared/errors/widget-error.ts'
import * as z from '#shared/zod.ts'
import { raceWithSignal, sleep } from '#widget/lib/async.ts'
import type { SessionSource, SessionSourcePorts, VerifiedSignIn } from '../walletconnect-source.ts'
import type { SignClient } from './client.ts'
import { createSessionProposals, type SessionProposal } from './propose-session.ts'
import { dedupeSessionDelete, userDisconnected } from './relay/dedupe-session-delete.ts'
import { dropExpiredRequests } from './relay/drop-expired-requests.ts'
import { createRelayBackoff } from './relay/relay-backoff.ts'
import { expireRequests } from './relay/request-expiry.ts'
import { suppressRejections } from './relay/suppress-rejections.ts'
import { proposalError, requestError } from './session-error.ts'
import { sessionNotes } from './session-metadata.ts'
import { parseNamespaces, parseSession } from './session-namespaces.ts'
import { createSessions } from './sessions.ts'

/** Pause after a failed attempt to reach the relay, in ms. */
const retryAfterMs = 1_000

const eventSchema = () => z.object({ name: z.string(), data: z.unknown() })

/** Opens the session source over a client, and restores the sessions that the client has stored. */
export function openSessionSource(client: SignClient, ports: SessionSourcePorts): SessionSource {
  const { clock, log } = ports
  const backoff = createRelayBackoff(client, clock)
  dropExpiredRequests(client, clock)
  dedupeSessionDelete(client)
  expireRequests(client, clock)
  suppressRejections(client)
  const createProposal = createSessionProposals(client, clock)
  const notes = sessionNotes(ports.records)

  async function endSession(topic: string): Promise<void> {
    const disconnected = client.disconnect({ topic, reason: userDisconnected }).catch((cause: unknown) => {
      log('The wallet could not be notified of the end of the session', cause)
    })
    const waiting = new AbortController()
    await Promise.race([disconnected, sleep(clock, disconnectWaitMs, waiting.signal).catch(() => undefined)])
    waiting.abort()
  }

  const sessions = createSessions({
    notes,
    holdsMany: ports.holdsMany,
    end: endSession,
    preferred: (namespace) => {
      const siteChains = ports.networks().filter((chain) => namespaceOf(chain) === namespace)
      const selected = ports.selectedChain(namespace)
      return selected === undefined ? siteChains : [selected, ...siteChains]
    },
    call: async (topic, chainId, method, params) => {
      try {
        return await client.request<unknown>({ topic, chainId, request: { method, params } })
      } catch (error) {
        throw requestError(error, method)
      }
    },
  })

  /**
   * After each request the SDK would open the wallet app, which an iframe may not do without a click; views show a link
   * instead.
   */
  const disableDeepLink = (topic: string): void => {
    const { sessionConfig } = client.session.get(topic)
    client.session
      .update(topic, { sessionConfig: { ...sessionConfig, disableDeepLink: true } })
      .catch((cause: unknown) => log('A session could not be stored', cause))
  }

  const storedSessions = client.session.getAll().flatMap((each) => parseSession(each) ?? [])
  notes.retainOnly(storedSessions.map(({ topic }) => topic))
  // End a session that was disconnected while the relay was unreachable.
  for (const session of storedSessions) if (sessions.add(session).length === 0) void endSession(session.topic)

  client.on('session_update', ({ topic, params }) => sessions.update(topic, params.namespaces))
  client.on('session_event', ({ topic, params }) => {
    const event = eventSchema().safeParse(params.event)
    const chain = z.safeParse(chainIdSchema, params.chainId)
    if (event.success) sessions.handleEvent(topic, event.data.name, event.data.data, chain.data)
  })
  client.on('session_delete', ({ topic }) => sessions.remove(topic))
  client.on('session_expire', ({ topic }) => sessions.remove(topic))

  function addSession(value: unknown, walletId: string | undefined): readonly DiscoveredWallet[] {
    const session = parseSession(value)
    const requested = ports.networks()
    const approved = session ? [...parseNamespaces(session.rawNamespaces, session.proposed).values()] : []
    const shared = approved.filter(({ chains }) => chains.some((chain) => requested.includes(chain)))
    if (!session || shared.length === 0)
      throw new WidgetError('pairing/nothing-approved', texts.chainNotSupported)
    if (shared.every(({ methods }) => methods.length === 0))
      throw new WidgetError('pairing/no-method', texts.noMethodApproved)
    disableDeepLink(session.topic)
    notes.set(session.topic, { left: [], ...ports.known(session.peer, walletId) })
    return sessions.add(session)
  }

  /**
   * Waits for the approval of a proposal and adds its session. A session that is approved after the abort is ended at once.
   */
  async function waitForApproval(
    { approval }: SessionProposal,
    walletId: string | undefined,
    signal: AbortSignal,
  ) {
    let topic: string | undefined
    let verifiedSignIn: VerifiedSignIn | undefined
    try {
      const approved = await approval()
      topic = approved.topic
      signal.throwIfAborted()
      verifiedSignIn = await approved.verify()
      signal.throwIfAborted()
      const wallets = addSession(approved.session, walletId)
      verifiedSignIn?.keep()
      return wallets
    } catch (error) {
      verifiedSignIn?.drop()
      if (topic !== undefined) void endSession(topic)
      throw signal.aborted || topic !== undefined ? error : proposalError(error)
    }
  }

  return {
    transport: sessions.transport,
    async propose({ walletId, signal, signIn }) {
      signal.throwIfAborted()
      backoff.tryNow()
      const refusal = backoff.refusal(signal)
      refusal.catch(() => undefined)
      for (;;) {
        signal.throwIfAborted()
        const creating = createProposal(ports.networks(), signIn)
        // Aborted while the proposal was being created: end the session if a wallet approves it anyway.
        creating.then(
          (proposal) => {
            if (signal.aborted) waitForApproval(proposal, walletId, signal).catch(() => undefined)
          },
          () => undefined,
        )
        try {
          const proposal = await raceWithSignal(Promise.race([creating, refusal]), signal)
          if (proposal.uri === undefined) throw new Error('The SDK gave no URI')
          const answer = Promise.race([waitForApproval(proposal, walletId, signal), refusal])
          answer.catch(() => undefined)
          return { uri: proposal.uri, approval: answer }
        } catch (error) {
          if (signal.aborted) throw signal.reason
          if (isWidgetError(error)) throw error
          log('The relay could not be reached', error)
          await sleep(clock, retryAfterMs, signal)
        }
      }
    },
  }
}
