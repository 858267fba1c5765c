import type { SocialId } from '#widget/domain/embedded-wallet/offered-socials.ts'
import { atom } from '#widget/lib/state.ts'
import { openChangeAtom, runChangeAtom } from './account-change.ts'
import { leaveLinkAtom } from './logins.ts'

/** Asks the user to confirm a link. */
export const beginLinkAtom = atom(null, (_get, set, provider: SocialId): void => {
  set(leaveLinkAtom)
  set(openChangeAtom, { is: 'link-login', provider })
})

/** Creates another attempt to link; the user is proved again first if the server requires it. */
export const retryLinkAtom = atom(null, (_get, set, provider: SocialId): void => {
  set(beginLinkAtom, provider)
  void set(runChangeAtom)
})
