import type { ChainId } from '#shared/caip/chain-id.ts'
import { texts } from '#shared/errors/codes.ts'
import type { SignInRequest } from '../session-contract.ts'
import type { SignClient } from './client.ts'
import { wantedNamespaces } from './wanted.ts'

/** A session as the SDK offers it. */
export type Offer = Pick<Awaited<ReturnType<SignClient['connect']>>, 'uri' | 'approval'>

/** Offers a session for the site's networks; where it can be, the wallet is asked to sign in at the same time. */
export async function offerSession(
  client: SignClient,
  networks: readonly ChainId[],
  signIn: SignInRequest | undefined,
): Promise<Offer> {
  const optionalNamespaces = wantedNamespaces(networks)
  const { eip155, ...others } = optionalNamespaces
  if (!signIn || !eip155 || Object.keys(others).length > 0) return client.connect({ optionalNamespaces })
  const { onSigned, resources = [], ...terms } = signIn
  const { chains, methods } = eip155
  const { uri, response } = await client.authenticate({
    ...terms,
    chains,
    methods,
    resources: [...resources],
  })
  return {
    uri,
    approval: async () => {
      const { session, auths } = await response()
      if (auths) onSigned(auths)
      // A wallet may sign and approve nothing.
      if (session === undefined) throw new Error(texts.noSession)
      return session
    },
  }
}
