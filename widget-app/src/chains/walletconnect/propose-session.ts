import type { ChainId } from '#shared/caip/chain-id.ts'
import type { Clock } from '#shared/channel/clock.ts'
import type { SignInRequest, VerifiedSignIn } from '../walletconnect-source.ts'
import { authentication } from './authenticate.ts'
import { differences } from './cacao.ts'
import type { SignClient } from './client.ts'
import { wantedNamespaces } from './requested-namespaces.ts'

/** A session that a wallet has approved. */
export type Approval = {
  readonly topic: string
  readonly session: unknown
  /** Verifies what the wallet signed with the approval; `undefined` if it signed nothing. */
  readonly prove: () => Promise<VerifiedSignIn | undefined>
}

/** A session proposal with its URI. */
export type Offer = { readonly uri: string | undefined; readonly approval: () => Promise<Approval> }

/**
 * The maximum number of chains: the message names each of them for every method and would become too long
 * (`signInMessageSchema`).
 */
const authenticateChainLimit = 24

/** Creates session proposals for the site's chains. If possible, the proposal also requests a sign-in. */
export function sessionOffers(client: SignClient, clock: Clock) {
  const authenticate = authentication(client, clock)

  async function plainOffer(optionalNamespaces: ReturnType<typeof wantedNamespaces>): Promise<Offer> {
    const { uri, approval } = await client.connect({ optionalNamespaces })
    return {
      uri,
      approval: async () => {
        const session = await approval()
        return { topic: session.topic, session, prove: async () => undefined }
      },
    }
  }

  return async (networks: readonly ChainId[], signIn: SignInRequest | undefined): Promise<Offer> => {
    const wanted = wantedNamespaces(networks)
    const { eip155, ...others } = wanted
    const isAlone = eip155 !== undefined && Object.keys(others).length === 0
    if (!signIn || !isAlone || eip155.chains.length > authenticateChainLimit) return plainOffer(wanted)
    const { domain, uri, nonce, statement, resources = [], expirationTime } = signIn.terms
    const { chains, methods } = eip155
    const askedAt = clock.now()
    const offer = await authenticate({
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
      uri: offer.uri,
      approval: async () => {
        const { session, signed } = await offer.approval()
        const asked = { terms: signIn.terms, chains, methods, askedAt, now: clock.now() }
        const answers = signed.map((one) => ({ session: one.session, differs: differences(one, asked) }))
        const prove = async () => (answers.length === 0 ? undefined : signIn.prove(answers))
        return { topic: session.topic, session, prove }
      },
    }
  }
}
