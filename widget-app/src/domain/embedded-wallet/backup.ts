import { type MissingWay, missingWay } from '#shared/api/missing-way.ts'
import { atom } from '#widget/lib/state.ts'
import { embeddedSessionAtom } from './session.ts'

/**
 * What is missing for the user's wallet to survive the loss of its devices; undefined if nothing is, or without a wallet. See
 * `missingWay`.
 */
export const missingWayAtom = atom((get): MissingWay | undefined => {
  const account = get(embeddedSessionAtom)?.account
  return account?.accounts && missingWay(account)
})

/**
 * The number of devices with the wallet's keys, as the server knows it, if nothing else opens the wallet. Undefined if something else
 * does, as a passkey that is not synchronized, and if no device has the keys. Whether this device is one of them is not known: only
 * the vault can read its own storage.
 */
export const onlyDeviceCountAtom = atom((get): number | undefined => {
  if (get(missingWayAtom) !== 'envelope') return undefined
  const complete = get(embeddedSessionAtom)?.account.envelopes.filter(({ isComplete }) => isComplete) ?? []
  if (complete.some(({ kind }) => kind === 'passkey')) return undefined
  return complete.filter(({ kind }) => kind === 'device').length || undefined
})
