import { offeredSocialsAtom, type SocialId } from '#widget/domain/embedded-wallet/offered-socials.ts'
import { embeddedSessionAtom } from '#widget/domain/embedded-wallet/session.ts'
import { atom } from '#widget/lib/state.ts'

/** A way to log in without an e-mail address. */
export type LoginWay = SocialId | 'passkey'

/** The ways in which the current user can log in again, as far as they are offered. */
export const loginWaysAtom = atom((get): readonly LoginWay[] => {
  const account = get(embeddedSessionAtom)?.account
  if (account === undefined) return []
  const { identities, passkeys } = account
  const socials = get(offeredSocialsAtom).filter((id) => identities.some(({ provider }) => provider === id))
  return [...socials, ...(passkeys.length > 0 ? (['passkey'] as const) : [])]
})
