import { atom } from '#widget/lib/state.ts'
import { embeddedSessionAtom } from './session.ts'

/**
 * Whether only devices can open the user's wallet: without a complete passkey or recovery code it is lost with them. False
 * for a user without a wallet.
 */
export const isOnlyOnDevicesAtom = atom((get): boolean => {
  const account = get(embeddedSessionAtom)?.account
  if (account?.accounts === undefined) return false
  return !account.envelopes.some(
    ({ kind, isComplete }) => isComplete && (kind === 'passkey' || kind === 'recovery'),
  )
})
