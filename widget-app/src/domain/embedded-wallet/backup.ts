import { atom } from '#widget/lib/state.ts'
import { embeddedSessionAtom } from './session.ts'

/**
 * Whether only devices can open the user's wallet: without a complete passkey, recovery code or help of the operator it is lost with them. False
 * for a user without a wallet.
 */
export const isOnlyOnDevicesAtom = atom((get): boolean => {
  const account = get(embeddedSessionAtom)?.account
  if (account?.accounts === undefined) return false
  const isAssisted = account.recovery !== undefined
  return !account.envelopes.some(
    ({ kind, isComplete }) =>
      isComplete && (kind === 'passkey' || kind === 'recovery' || (kind === 'assisted' && isAssisted)),
  )
})
