import { type OriginPatternStatus, originPatternStatus } from '#shared/api/origin-pattern.ts'
import type { AlertCode } from '#shared/errors/codes.ts'
import { atom } from '#widget/lib/state.ts'
import { deployConfigAtom, projectIdAtom } from './config.ts'
import { hostOriginAtom } from './host-origin.ts'
import { raiseAlertAtom } from './notices.ts'

/** `unavailable`: the list could not be read, and no recent response is cached; nothing works until a check succeeds. */
export type OriginStatus = 'checking' | 'allowed' | 'unverified' | 'refused' | 'unavailable'

export type OriginVerdict = {
  readonly status: Exclude<OriginStatus, 'checking'>
  readonly alert: AlertCode | undefined
}

/** Whether a host may use the widget: only a verdict on its origin allows it. */
export const isOriginAllowed = (status: OriginStatus): boolean =>
  status === 'allowed' || status === 'unverified'

/** Status of one origin in the project's list; `not-set-up`: the list is empty, or the service has no such project. */
export type OriginListStatus = OriginPatternStatus | 'not-set-up'
export type DownCode = 'APKT009' | 'APKT010'

/** Looks an origin up in the project's list. */
export const originListStatus = (origins: readonly string[], origin: string): OriginListStatus =>
  origins.length === 0 ? 'not-set-up' : originPatternStatus(origin, origins)

/**
 * Decides about the host's origin (SPEC §8, §9). Listed: allowed. Not in a non-empty list, and no default: refused with
 * APKT002. Empty list: unverified; connect and send work, the origin is marked, sign-in is not stored. A failed lookup
 * allows nothing.
 */
export function verifyOrigin(
  listStatus: OriginListStatus | DownCode,
  environment: 'production' | 'local',
): OriginVerdict {
  switch (listStatus) {
    case 'listed':
      return { status: 'allowed', alert: undefined }
    case 'default':
      // Anyone can publish under these hostnames, so they verify nothing in production.
      return environment === 'production'
        ? { status: 'unverified', alert: 'APKT005' }
        : { status: 'allowed', alert: undefined }
    case 'unlisted':
      return { status: 'refused', alert: 'APKT002' }
    case 'not-set-up':
      return { status: 'unverified', alert: undefined }
    default:
      return { status: 'unavailable', alert: listStatus }
  }
}

/** Status of the origin check; everything except reads waits while `checking`. */
export const originStatusAtom = atom<OriginStatus>('checking')

/**
 * Why the widget is blocked: alerts of SPEC §8, or the link was closed because of invalid messages
 * (docs/protocol.md#6-limits-and-strikes).
 */
export type BlockCode = 'APKT002' | 'APKT008' | DownCode | 'invalid-data'

/** Whether the link was closed after three strikes; this document cannot open another one. */
export const hasInvalidDataAtom = atom(false)

const downCodeAtom = atom<DownCode>('APKT009')

/** Whether and why the widget is blocked. */
export const blockAtom = atom((get): BlockCode | undefined => {
  if (get(hasInvalidDataAtom)) return 'invalid-data'
  if (get(projectIdAtom) === '') return 'APKT008'
  const status = get(originStatusAtom)
  if (status === 'unavailable') return get(downCodeAtom)
  return status === 'refused' ? 'APKT002' : undefined
})

/** Starts a check; the previous verdict no longer counts. A refusal is final for the life of the document. */
export const beginOriginCheckAtom = atom(null, (get, set): void => {
  if (get(originStatusAtom) !== 'refused') set(originStatusAtom, 'checking')
})

/** The project's origins as the document declares them; undefined: it declares none, and the API is called. */
export const declaredOriginsAtom = atom<readonly string[] | 'malformed' | undefined>(undefined)

/**
 * Verifies the host by the project's origins: those that the document declares, otherwise those that `read` returns. Without
 * either, nothing works, with APKT009 or APKT010.
 */
export const checkOriginAtom = atom(
  null,
  async (get, set, read: (origin: string) => Promise<OriginListStatus | DownCode>): Promise<OriginStatus> => {
    const origin = get(hostOriginAtom)
    if (get(projectIdAtom) === '') {
      set(raiseAlertAtom, 'APKT008')
      return get(originStatusAtom)
    }
    if (origin === undefined || get(originStatusAtom) === 'refused') return get(originStatusAtom)
    const origins = get(declaredOriginsAtom)
    const listStatus =
      origins === undefined
        ? await read(origin)
        : origins === 'malformed'
          ? 'APKT009'
          : originListStatus(origins, origin)
    const verdict = verifyOrigin(listStatus, get(deployConfigAtom).environment)
    if (listStatus === 'APKT009' || listStatus === 'APKT010') set(downCodeAtom, listStatus)
    if (verdict.alert) set(raiseAlertAtom, verdict.alert, origin)
    // Another check in the same document may have refused meanwhile.
    if (get(originStatusAtom) !== 'refused') set(originStatusAtom, verdict.status)
    return get(originStatusAtom)
  },
)
