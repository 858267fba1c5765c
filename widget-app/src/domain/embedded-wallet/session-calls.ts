import { getEmbeddedAccount, postVaultTicket } from '#shared/api/embedded-wallet.ts'
import { texts } from '#shared/errors/codes.ts'
import { ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import { portsAtom } from '#widget/core/ports.ts'
import type { DpopClient } from '#widget/lib/dpop/dpop-client.ts'
import { httpStatusOf } from '#widget/lib/http.ts'
import { atom, type Getter, type Setter } from '#widget/lib/state.ts'
import { embeddedApiAtom } from './embedded-api.ts'
import { embeddedSessionAtom, expireEmbeddedSessionAtom, updateEmbeddedAccountAtom } from './session.ts'

/**
 * Runs calls of the session, and drops it if the server no longer knows it (401); never after a network error.
 * @throws ProviderRpcError 4900 without a session; as `fetchEndpoint`.
 */
export async function callWithSession<T>(
  get: Getter,
  set: Setter,
  run: (client: DpopClient, session: { readonly token: string }) => Promise<T>,
): Promise<T> {
  const session = get(embeddedSessionAtom)
  if (!session) throw new ProviderRpcError(providerCodes.disconnected, texts.noSession)
  const { token } = session
  try {
    return await run(get(embeddedApiAtom), { token })
  } catch (cause) {
    if (httpStatusOf(cause) === 401) set(expireEmbeddedSessionAtom, token)
    throw cause
  }
}

const noInput = { params: {}, query: {} }

/**
 * Checks the session of the last visit with the server, while its stored account is shown. It ends if the server does not
 * know it, and stays if the server cannot be reached. Never rejects.
 */
export const refreshEmbeddedAccountAtom = atom(null, async (get, set): Promise<void> => {
  if (!get(embeddedSessionAtom)) return
  try {
    await callWithSession(get, set, async (client, session) => {
      const account = await client.call(getEmbeddedAccount, noInput, session)
      set(updateEmbeddedAccountAtom, session.token, account)
    })
  } catch (cause) {
    get(portsAtom).log('The session of the embedded wallet could not be checked', cause)
  }
})

/**
 * A ticket, with which the vault opens its own session of the user, once and within 60 s.
 * @throws as `callWithSession`.
 */
export const requestVaultTicketAtom = atom(null, async (get, set): Promise<string> => {
  const { ticket } = await callWithSession(get, set, (client, session) =>
    client.call(postVaultTicket, { ...noInput, body: {} }, session),
  )
  return ticket
})
