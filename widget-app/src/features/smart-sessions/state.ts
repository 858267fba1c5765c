import { getSessions, type SmartSession } from '#shared/api/sessions.ts'
import type { AccountId } from '#shared/caip/account-id.ts'
import { activeAccountAtom } from '#widget/kernel/account.ts'
import { blockchainApiAtom, hostConfigAtom } from '#widget/kernel/config.ts'
import { lifetimesMs } from '#widget/kernel/lifetimes.ts'
import { hasOpenedAtom } from '#widget/kernel/modal-state.ts'
import { nowAtom } from '#widget/kernel/now.ts'
import { displayOrigin } from '#widget/kernel/origin-display.ts'
import { portsAtom } from '#widget/kernel/ports.ts'
import { smartSessionsKey } from '#widget/kernel/smart-sessions.ts'
import { cleanText } from '#widget/lib/clean-text.ts'
import { request } from '#widget/lib/http.ts'
import { numberLocale } from '#widget/lib/i18n/locale.ts'
import { languageAtom } from '#widget/lib/i18n/translate.ts'
import { queryAtom } from '#widget/lib/query.ts'
import { atom, atomFamily } from '#widget/lib/state.ts'

/** The locale of numbers and dates: the host's, else that of the texts. */
export const localeAtom = atom((get) => {
  const { locale } = get(hostConfigAtom)
  return numberLocale([...(locale === undefined ? [] : [locale]), get(languageAtom).tag])
})

/** Where a session stands (reference/appkit-facts.md §2.11): what was revoked stays revoked, whenever it would have ended. */
export type SessionStatus = 'active' | 'expired' | 'revoked'

/** @param now epoch milliseconds */
export function statusOf({ revokedAt, expiry }: SmartSession, now: number): SessionStatus {
  if (revokedAt !== undefined && revokedAt !== null) return 'revoked'
  return expiry * 1_000 <= now ? 'expired' : 'active'
}

const siteNameMaxLength = 64

/** Whose session it is, safe to show: the name it gave itself, and the host that is known of it. */
export function siteOf({ project: { name, url } }: SmartSession): {
  readonly name: string
  readonly host: string | undefined
} {
  const { origin, protocol } = typeof url === 'string' && URL.canParse(url) ? new URL(url) : {}
  const host = protocol?.startsWith('http') && origin !== undefined ? displayOrigin(origin) : undefined
  return { name: cleanText(name, siteNameMaxLength) || (host ?? ''), host }
}

/** The sessions of an account, as its service tells them. Write to it to ask anew. */
export const sessionsAtom = atomFamily((account: AccountId) =>
  queryAtom((get) => {
    const ports = get(portsAtom)
    const api = get(blockchainApiAtom)
    return {
      key: [smartSessionsKey, account],
      lifetimeMs: lifetimesMs.smartSessions,
      enabled: get(hasOpenedAtom),
      load: async (signal): Promise<readonly SmartSession[]> => {
        const { pcis } = await request(ports, api, getSessions, {
          params: { address: account },
          query: {},
          signal,
        })
        return pcis
      },
    }
  }),
)

/** Statuses of the sessions in their order; a text, so that nothing is drawn each second. */
const statusesAtom = atomFamily((account: AccountId) =>
  atom((get): string => {
    const loaded = get(sessionsAtom(account))
    if (loaded.is !== 'ready') return ''
    const now = get(nowAtom)
    return loaded.data.map((session) => statusOf(session, now)).join()
  }),
)

/** Those of one status, the newest first. */
export const sessionsOfAtom = atomFamily(
  ({ account, status }: { readonly account: AccountId; readonly status: SessionStatus }) =>
    atom((get): readonly SmartSession[] => {
      const loaded = get(sessionsAtom(account))
      const statuses = get(statusesAtom(account)).split(',')
      if (loaded.is !== 'ready') return []
      const own = loaded.data.filter((_session, at) => statuses[at] === status)
      return own.sort((one, other) => other.createdAt - one.createdAt)
    }),
  (one, other) => one.account === other.account && one.status === other.status,
)

/** A session of the account in use, and where it stands. */
export const sessionAtom = atomFamily((pci: string) =>
  atom((get): { readonly session: SmartSession; readonly status: SessionStatus } | undefined => {
    const account = get(activeAccountAtom)
    const loaded = account && get(sessionsAtom(account))
    if (!account || loaded?.is !== 'ready') return undefined
    const at = loaded.data.findIndex((one) => one.pci === pci)
    const session = loaded.data[at]
    const status = get(statusesAtom(account)).split(',')[at]
    if (session === undefined) return undefined
    return { session, status: status === 'active' || status === 'expired' ? status : 'revoked' }
  }),
)

/** Which of the three lists is shown. */
export const sessionTabAtom = atom<SessionStatus>('active')
