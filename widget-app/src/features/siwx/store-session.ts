import type { SignInSession } from '#shared/channel/records/sign-in-session.ts'
import { isSessionOf, signInSessionsAtom } from '#widget/domain/accounts/sign-in.ts'
import { atom } from '#widget/lib/state.ts'

/** Stores a session as the latest, replacing an earlier one for the same account and chain. */
export const storeSessionAtom = atom(null, (_get, set, session: SignInSession) => {
  const { chainId: chain, accountAddress: address } = session.data
  set(signInSessionsAtom, (stored) => [
    session,
    ...stored.filter((one) => !isSessionOf(one, { chain, address }, 'chain')).slice(0, 63),
  ])
})
