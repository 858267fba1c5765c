import type { ChainId } from '#shared/caip/chain-id.ts'
import type { Clock } from '#shared/channel/clock.ts'
import type { SignInRequest, VerifiedSignIn } from '../walletconnect-source.ts'
import { createAuthenticate } from './authenticate.ts'
import { differences } from './cacao.ts'
import type { SignClient } from './client.ts'
import { requestedNamespaces } from './requested-namespaces.ts'

/** A session that a wallet has approved. */
export type Approval = {
  readonly topic: string
  readonly session: unknown
  /** Verifies what the wallet signed with the approval; `undefined` if it signed nothing. */
  readonly verify: () => Promise<VerifiedSignIn | undefined>
}

/** A session proposal with its URI. */
export type SessionProposal = { readonly uri: string | undefined; readonly approval: () => Promise<Approval> }

/**
 * The maximum number of chains: the message names each of them for every method and would become too long
 * (`signInMessageSchema`).
 */
const authenticateChainLimit = 24

/** Creates session proposals for the site's chains. If possible, the proposal also requests a sign-in. */
export function createSessionProposals(client: SignClient, clock: Clock) {
  const authenticate = createAuthenticate(client, clock)

  async function plainProposal(
    optionalNamespaces: ReturnType<typeof requestedNamespaces>,
  ): Promise<SessionProposal> {
    const { uri, approval } = await client.connect({ optionalNamespaces })
    return {
      uri,
      approval: async () => {
        const session = await approval()
        return { topic: session.topic, session, verify: async () => undefined }
      },
    }
  }

  return async (
    networks: readonly ChainId[],
    signIn: SignInRequest | undefined,
  ): Promise<SessionProposal> => {
    const requested = requestedNamespaces(networks)
    const { eip155, ...others } = requested
    const isOnlyEip155 = eip155 !== undefined && Object.keys(others).length === 0
    if (!signIn || !isOnlyEip155 || eip155.chains.length > authenticateChainLimit)
      return plainProposal(requested)
    const { domain, uri, nonce, statement, resources = [], expirationTime } = signIn.terms
    const { chains, methods } = eip155
    const requestedAt = clock.now()
    const proposal = await authenticate({
      domain,
      uri,
      nonce,
      chains,
      methods: [...methods],
      resources: [...resources],
      ...(statement === undefined ? {} : { statement }),
      ...(expirationTime === undefined ? {} : { exp: expirationTime }),
    })
    return {
      uri: proposal.uri,
      approval: async () => {
        const { session, signed } = await proposal.approval()
        const request = { terms: signIn.terms, chains, methods, requestedAt, now: clock.now() }
        const signedMessages = signed.map((one) => ({
          session: one.session,
          differs: differences(one, request),
        }))
        const verify = async () => (signedMessages.length === 0 ? undefined : signIn.prove(signedMessages))
        return { topic: session.topic, session, verify }
      },
    }
  }
}
