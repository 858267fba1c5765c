import * as z from 'zod/mini'
import { chainIdSchema, namespaceOf } from '#shared/caip/chain-id.ts'
import type { DiscoveredWallet } from '#shared/channel/records/discovered-wallet.ts'
import { disconnectWaitMs } from '#shared/config/limits.ts'
import { texts } from '#shared/errors/codes.ts'
import { isWidgetError, WidgetError } from '#shared/errors/widget-error.ts'
import { raceWithSignal, sleep } from '#widget/lib/async.ts'
import type { SessionSource, SessionSourcePorts, VerifiedSignIn } from '../walletconnect-source.ts'
import type { SignClient } from './client.ts'
import { type Offer, sessionOffers } from './propose-session.ts'
import { endOnce, userDisconnected } from './relay/dedupe-session-delete.ts'
import { dropLateRequests } from './relay/drop-expired-requests.ts'
import { relayPatience } from './relay/relay-backoff.ts'
import { expireInTime } from './relay/request-expiry.ts'
import { hearRejections } from './relay/suppress-rejections.ts'
import { proposalError, requestError } from './session-error.ts'
import { sessionNotes } from './session-metadata.ts'
import { readNamespaces, readSession } from './session-namespaces.ts'
import { makeSessions } from './sessions.ts'

/** Pause after a failed attempt to reach the relay, in ms. */
const retryAfterMs = 1_000

const eventSchema = () => z.object({ name: z.string(), data: z.unknown() })

/** Opens the session source over a client, and restores the sessions that the client has stored. */
export function openEngine(client: SignClient, ports: SessionSourcePorts): SessionSource {
  const { clock, log } = ports
  const patience = relayPatience(client, clock)
  dropLateRequests(client, clock)
  endOnce(client)
  expireInTime(client, clock)
  hearRejections(client)
  const offer = sessionOffers(client, clock)
  const notes = sessionNotes(ports.records)

  async function end(topic: string): Promise<void> {
    const told = client.disconnect({ topic, reason: userDisconnected }).catch((cause: unknown) => {
      log('The wallet could not be told that the session is over', cause)
    })
    const waiting = new AbortController()
    await Promise.race([told, sleep(clock, disconnectWaitMs, waiting.signal).catch(() => undefined)])
    waiting.abort()
  }

  const sessions = makeSessions({
    notes,
    holdsMany: ports.holdsMany,
    end,
    preferred: (namespace) => {
      const own = ports.networks().filter((chain) => namespaceOf(chain) === namespace)
      const chosen = ports.chosenChain(namespace)
      return chosen === undefined ? own : [chosen, ...own]
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
  const openNothing = (topic: string): void => {
    const { sessionConfig } = client.session.get(topic)
    client.session
      .update(topic, { sessionConfig: { ...sessionConfig, disableDeepLink: true } })
      .catch((cause: unknown) => log('A session could not be stored', cause))
  }

  const remembered = client.session.getAll().flatMap((each) => readSession(each) ?? [])
  notes.keepOnly(remembered.map(({ topic }) => topic))
  // End a session that was disconnected while the relay was unreachable.
  for (const session of remembered) if (sessions.add(session).length === 0) void end(session.topic)

  client.on('session_update', ({ topic, params }) => sessions.update(topic, params.namespaces))
  client.on('session_event', ({ topic, params }) => {
    const event = eventSchema().safeParse(params.event)
    const chain = z.safeParse(chainIdSchema, params.chainId)
    if (event.success) sessions.hear(topic, event.data.name, event.data.data, chain.data)
  })
  client.on('session_delete', ({ topic }) => sessions.remove(topic))
  client.on('session_expire', ({ topic }) => sessions.remove(topic))

  function admit(value: unknown, walletId: string | undefined): readonly DiscoveredWallet[] {
    const session = readSession(value)
    const wanted = ports.networks()
    const approved = session ? [...readNamespaces(session.granted, session.proposed).values()] : []
    const shared = approved.filter(({ chains }) => chains.some((chain) => wanted.includes(chain)))
    if (!session || shared.length === 0)
      throw new WidgetError('pairing/nothing-approved', texts.chainNotSupported)
    if (shared.every(({ methods }) => methods.length === 0))
      throw new WidgetError('pairing/no-method', texts.noMethodApproved)
    openNothing(session.topic)
    notes.set(session.topic, { left: [], ...ports.known(session.peer, walletId) })
    return sessions.add(session)
  }

  /**
   * Waits for the approval of a proposal and adds its session. A session that is approved after the abort is ended at once.
   */
  async function answerOf({ approval }: Offer, walletId: string | undefined, signal: AbortSignal) {
    let topic: string | undefined
    let signedIn: VerifiedSignIn | undefined
    try {
      const approved = await approval()
      topic = approved.topic
      signal.throwIfAborted()
      signedIn = await approved.prove()
      signal.throwIfAborted()
      const wallets = admit(approved.session, walletId)
      signedIn?.keep()
      return wallets
    } catch (error) {
      signedIn?.drop()
      if (topic !== undefined) void end(topic)
      throw signal.aborted || topic !== undefined ? error : proposalError(error)
    }
  }

  return {
    transport: sessions.transport,
    async propose({ walletId, signal, signIn }) {
      signal.throwIfAborted()
      patience.tryNow()
      const refused = patience.refusal(signal)
      refused.catch(() => undefined)
      for (;;) {
        signal.throwIfAborted()
        const connecting = offer(ports.networks(), signIn)
        // Aborted while the proposal was being created: end the session if a wallet approves it anyway.
        connecting.then(
          (made) => {
            if (signal.aborted) answerOf(made, walletId, signal).catch(() => undefined)
          },
          () => undefined,
        )
        try {
          const made = await raceWithSignal(Promise.race([connecting, refused]), signal)
          if (made.uri === undefined) throw new Error('The SDK gave no URI')
          const answer = Promise.race([answerOf(made, walletId, signal), refused])
          answer.catch(() => undefined)
          return { uri: made.uri, answer }
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
