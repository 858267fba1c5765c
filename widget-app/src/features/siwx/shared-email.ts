import { postSharedEmail } from '#shared/api/embedded-sign-in.ts'
import { type AccountId, accountId } from '#shared/caip/account-id.ts'
import { viewStackAtom } from '#widget/core/view-stack.ts'
import { activeAccountAtom } from '#widget/domain/accounts/connected-accounts.ts'
import { type ChainAccount, emailCapturedAtom, emailOptionAtom } from '#widget/domain/accounts/sign-in.ts'
import { provedEmail } from '#widget/domain/embedded-wallet/proved-email.ts'
import { embeddedSessionAtom } from '#widget/domain/embedded-wallet/session.ts'
import { callWithSession, refreshEmbeddedAccountAtom } from '#widget/domain/embedded-wallet/session-calls.ts'
import { httpStatusOf } from '#widget/lib/http.ts'
import { atom, type Getter } from '#widget/lib/state.ts'
import { confirmedOtpAtom } from './email-confirmations.ts'

/** The proved address of the user who signs in, on a site that requests one. `isShared`: the site gets it with the sign-in. */
export type SharedEmail = { readonly email: string; readonly isOptional: boolean; readonly isShared: boolean }

/** Accounts whose user shares the address, in this visit, with a site that does not require it. */
const sharingAccountsAtom = atom<readonly AccountId[]>([])

function sharedEmailOf(get: Getter, account: AccountId): SharedEmail | undefined {
  const option = get(emailOptionAtom)
  const email = provedEmail(get(embeddedSessionAtom), account)
  if (option === undefined || option === 'pending' || email === undefined) return undefined
  // The site gets the address that a code has confirmed.
  if (get(confirmedOtpAtom)?.account === account) return undefined
  const isOptional = option === 'optional'
  return { email, isOptional, isShared: !isOptional || get(sharingAccountsAtom).includes(account) }
}

/** The address of the active account; undefined if the sign-in shares none. Written: whether an optional one is shared. */
export const sharedEmailAtom = atom(
  (get): SharedEmail | undefined => {
    const account = get(activeAccountAtom)
    return account && sharedEmailOf(get, account)
  },
  (get, set, isShared: boolean) => {
    const account = get(activeAccountAtom)
    if (account === undefined) return
    const others = get(sharingAccountsAtom).filter((one) => one !== account)
    set(sharingAccountsAtom, isShared ? [...others, account] : others)
  },
)

/**
 * Shares the address that the sign-in view shows with the sign-in of a nonce. If the user has another one by now, the view for the
 * address opens again.
 * @throws WidgetError `http/…`; ProviderRpcError 4900 without a session.
 */
export const shareEmailAtom = atom(
  null,
  async (get, set, { chain, address }: ChainAccount, nonceToken: string): Promise<void> => {
    const account = accountId(chain, address)
    const shared = sharedEmailOf(get, account)
    if (!shared?.isShared) return
    const body = { nonceToken, account, email: shared.email }
    try {
      await callWithSession(get, set, (client, session) =>
        client.call(postSharedEmail, { params: {}, query: {}, body }, session),
      )
    } catch (cause) {
      if (httpStatusOf(cause) === 409) {
        await set(refreshEmbeddedAccountAtom)
        set(emailCapturedAtom, (captured) => captured.filter((one) => one !== account))
        set(viewStackAtom, { to: 'reset', view: { name: 'DataCapture' } })
      }
      throw cause
    }
  },
)
