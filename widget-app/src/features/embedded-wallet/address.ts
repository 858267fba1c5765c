import { emailAddress } from '#shared/api/embedded-wallet.ts'
import { parseWire } from '#shared/wire-schema.ts'
import { hostOriginAtom } from '#widget/core/host-origin.ts'
import { raiseAlertAtom } from '#widget/core/notices.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { recentEmailsAtom, withRecentEmail } from '#widget/domain/accounts/recent-emails.ts'
import { trackEventAtom } from '#widget/domain/analytics/analytics-events.ts'
import { atom } from '#widget/lib/state.ts'
import { parseEmail } from '#widget/lib/text/email.ts'

/** The site that codes and sessions are for. */
export const siteAtom = atom((get) => get(hostOriginAtom) ?? get(portsAtom).page.origin)

/** The address in a typed text; undefined, with the alert of SPEC §8, if the server would not accept it. */
export const readAddressAtom = atom(null, (_get, set, typed: string): string | undefined => {
  const email = parseEmail(typed)
  if (!parseWire(emailAddress, email).success) {
    set(raiseAlertAtom, 'APKTW002')
    return undefined
  }
  set(trackEventAtom, { event: 'EMAIL_SUBMITTED', properties: {} })
  return email
})

/** Adds an address to the recent ones; call it once the server has accepted the address. */
export const addRecentEmailAtom = atom(null, (_get, set, email: string) =>
  set(recentEmailsAtom, (recent) => withRecentEmail(recent, email)),
)
