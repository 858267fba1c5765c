import type { Clock } from '#shared/channel/clock.ts'
import { texts } from '#shared/errors/codes.ts'
import { ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import * as z from '#shared/zod.ts'
import { approvedBy, decodeCacao, type SignedCacao } from './cacao.ts'
import type { SignClient } from './client.ts'
import { encodeRecap } from './recap.ts'

type Terms = Parameters<SignClient['authenticate']>[0]
type Session = ReturnType<SignClient['session']['get']>

/** WC_METHOD_UNSUPPORTED: a wallet that returns it responds to the session proposal that is sent in parallel. */
const unsupportedMethod = 10_001
/** Lifetime of a session, in seconds, as in the SDK. */
const sessionSeconds = 7 * 24 * 3_600
const cacaoLimit = 64
const events = ['chainChanged', 'accountsChanged']

const metadataSchema = () =>
  z.object({
    name: z.catch(z.string(), ''),
    description: z.catch(z.string(), ''),
    url: z.catch(z.string(), ''),
    icons: z.catch(z.array(z.string()), []),
    redirect: z.catch(
      z.optional(z.object({ native: z.optional(z.string()), universal: z.optional(z.string()) })),
      undefined,
    ),
  })

const resultSchema = () =>
  z.object({
    cacaos: z.array(z.unknown()).check(z.maxLength(cacaoLimit)),
    responder: z.object({
      publicKey: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
      metadata: z.catch(metadataSchema(), { name: '', description: '', url: '', icons: [] }),
    }),
  })
type Result = z.output<ReturnType<typeof resultSchema>>

const responseSchema = () =>
  z.object({ id: z.unknown(), result: z.optional(z.unknown()), error: z.optional(z.unknown()) })
const errorSchema = () => z.object({ code: z.int(), message: z.string() })

/**
 * Result of the authentication: the session, and the CACAOs that the wallet signed, not verified yet; `signed` is empty if
 * the wallet does not support it.
 */
export type Authenticated = { readonly session: Session; readonly signed: readonly SignedCacao[] }

/** A session proposal in which the wallet may also sign in. */
export type AuthenticationProposal = { readonly uri: string; readonly approval: () => Promise<Authenticated> }

/**
 * Methods for the parallel session proposal. From a non-empty list the SDK would build a ReCap, which needs Node's Buffer.
 * This array is empty for the SDK and yields the methods only when it is spread.
 */
const methodsForProposal = (methods: readonly string[]): string[] =>
  Object.defineProperty([], Symbol.iterator, { value: () => methods[Symbol.iterator]() })

/**
 * One-click authentication (`wc_sessionAuthenticate`) over the SDK. The SDK itself accepts a response only to the latest
 * URI, verifies contract signatures at its vendor's gateway, and creates a session even if the verification fails. So this
 * module removes the CACAOs from the response before the SDK reads it. The SDK then stops waiting, and this module creates
 * the session. The caller verifies the signatures.
 */
export function createAuthenticate(
  client: SignClient,
  clock: Clock,
): (terms: Terms) => Promise<AuthenticationProposal> {
  const { auth, core } = client
  /** The widget's public keys, by the topic of the response. */
  const publicKeys = new Map<string, string>()
  const responses = new Map<string, { readonly publicKey: string; readonly result: Result }>()
  const errors = new Map<string, unknown>()

  const setAuthKey = auth.authKeys.set
  Object.assign(auth.authKeys, {
    set: (...[name, value]: Parameters<typeof setAuthKey>) => {
      publicKeys.set(value.responseTopic, value.publicKey)
      return setAuthKey(name, value)
    },
  })

  const decode = core.crypto.decode
  Object.assign(core.crypto, {
    decode: async (...[topic, encoded, options]: Parameters<typeof decode>): Promise<unknown> => {
      const publicKey = publicKeys.get(topic)
      if (publicKey === undefined) return decode(topic, encoded, options)
      const payload: unknown = await decode(topic, encoded, { ...options, receiverPublicKey: publicKey })
      return withoutCacaos(topic, publicKey, payload)
    },
  })

  /** The response as the SDK receives it, without CACAOs. */
  function withoutCacaos(topic: string, publicKey: string, payload: unknown): unknown {
    const response = responseSchema().safeParse(payload)
    if (!response.success) return payload
    const { pairingTopic } = auth.pairingTopics.get(topic)
    const { id, error } = response.data
    const result = resultSchema().safeParse(response.data.result)
    if (result.success) {
      responses.set(pairingTopic, { publicKey, result: result.data })
      return { id, jsonrpc: '2.0', result: { ...result.data, cacaos: [] } }
    }
    const walletError = errorSchema().safeParse(error).data ?? {
      code: providerCodes.internal,
      message: 'The wallet answered something else',
    }
    // The SDK would pass on only the error's message.
    if (walletError.code !== unsupportedMethod) errors.set(pairingTopic, walletError)
    return { id, jsonrpc: '2.0', error: walletError }
  }

  async function createSession(
    pairingTopic: string,
    proposed: { readonly chains: readonly string[]; readonly methods: readonly string[] },
    publicKey: string,
    { cacaos, responder }: Result,
  ): Promise<Authenticated> {
    const signed = cacaos.flatMap((one) => decodeCacao(one) ?? [])
    const { chains, accounts, methods } = approvedBy(signed)
    // A wallet may sign without approving any method.
    if (methods.length === 0) throw new ProviderRpcError(providerCodes.disconnected, texts.noSession)
    const { redirect, ...metadata } = responder.metadata
    const { native, universal } = redirect ?? {}
    const peer = {
      publicKey: responder.publicKey,
      metadata: {
        ...metadata,
        redirect: { ...(native ? { native } : {}), ...(universal ? { universal } : {}) },
      },
    }
    const topic = await core.crypto.generateSharedKey(publicKey, responder.publicKey)
    const expiry = Math.floor(clock.now() / 1_000) + sessionSeconds
    const session: Session = {
      topic,
      pairingTopic,
      relay: { protocol: 'irn' },
      expiry,
      acknowledged: true,
      controller: responder.publicKey,
      namespaces: {
        eip155: {
          chains: [...chains],
          accounts: [...accounts],
          methods: [...methods],
          events,
        },
      },
      requiredNamespaces: {},
      optionalNamespaces: {
        eip155: { chains: [...proposed.chains], methods: [...proposed.methods], events },
      },
      self: { publicKey, metadata: client.metadata },
      peer,
      transportType: 'relay',
    }
    await core.relayer.subscribe(topic)
    await client.session.set(topic, session)
    core.expirer.set(topic, expiry)
    await core.pairing.updateMetadata({ topic: pairingTopic, metadata: peer.metadata })
    return { session: client.session.get(topic), signed }
  }

  return async ({ methods = [], resources = [], ...terms }) => {
    const { uri = '', response } = await client.authenticate({
      ...terms,
      resources: [...resources, encodeRecap(methods)],
      methods: methodsForProposal(methods),
    })
    const pairingTopic = /^wc:([0-9a-f]{64})@/.exec(uri)?.[1]
    if (pairingTopic === undefined) throw new Error('The SDK gave no URI')
    return {
      uri,
      approval: async () => {
        try {
          const { session } = await response()
          const authResponse = responses.get(pairingTopic)
          if (authResponse)
            return await createSession(
              pairingTopic,
              { chains: terms.chains, methods },
              authResponse.publicKey,
              authResponse.result,
            )
          return { session, signed: [] }
        } catch (error) {
          throw errors.get(pairingTopic) ?? error
        } finally {
          responses.delete(pairingTopic)
          errors.delete(pairingTopic)
        }
      },
    }
  }
}
