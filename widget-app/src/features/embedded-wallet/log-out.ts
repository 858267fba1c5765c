import { viewStackAtom } from '#widget/core/view-stack.ts'
import { signOutEmbeddedAtom } from '#widget/domain/embedded-wallet/sign-out.ts'
import { atom } from '#widget/lib/state.ts'

/** Ends the session, so that the user can log in with another address. Never rejects. */
export const logOutAtom = atom(null, async (_get, set): Promise<void> => {
  const signedOut = set(signOutEmbeddedAtom)
  set(viewStackAtom, { to: 'reset', view: { name: 'Connect' } })
  await signedOut
})
