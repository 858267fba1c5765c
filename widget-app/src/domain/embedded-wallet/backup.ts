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
