import { type OriginStanding, originStanding } from '#shared/api/origin-pattern.ts'
import { getAllowedOrigins } from '#shared/api/project.ts'
import { finite, oneOf, openObject } from '#shared/bounded.ts'
import { originCacheMs, originReadIntervalMs } from '#shared/config/limits.ts'
import type { AlertCode } from '#shared/errors/codes.ts'
import { httpStatusOf, request } from '#widget/lib/http.ts'
import { atom } from '#widget/lib/state.ts'
import { storedAtom } from '#widget/lib/storage.ts'
import { apiAtom, deployConfigAtom, projectIdAtom } from './config.ts'
import { hostOriginAtom } from './host-origin.ts'
import { raiseAlertAtom } from './notices.ts'
import { portsAtom } from './ports.ts'
import { scopedKey } from './storage-keys.ts'

/** What the allowed-origins call returned; `down` is a service that could not answer (429, 5xx, network). */
export type OriginsAnswer =
  | { readonly is: 'answered'; readonly origins: readonly string[] }
  | { readonly is: 'status'; readonly status: number }
  | { readonly is: 'unreachable' }

/** `unavailable`: the list could not be read, and no recent answer is cached; nothing works until a check succeeds. */
export type OriginStatus = 'checking' | 'allowed' | 'unverified' | 'refused' | 'unavailable'

export type OriginVerdict = {
  readonly status: Exclude<OriginStatus, 'checking'>
  readonly alert: AlertCode | undefined
}

/** Whether a site may use the widget: only a verdict on its origin opens the gate. */
export const isOpenTo = (status: OriginStatus): boolean => status === 'allowed' || status === 'unverified'

/** What a project's list says of one origin; `not-set-up`: the list is empty, or the service knows none. */
type ListStanding = OriginStanding | 'not-set-up'
type DownCode = 'APKT009' | 'APKT010'

/** What an answer says of an origin, or why it says nothing. A page can cause 429, so it never counts as an answer. */
export function readAnswer(answer: OriginsAnswer, origin: string): ListStanding | DownCode {
  if (answer.is === 'unreachable') return 'APKT009'
  if (answer.is === 'answered')
    return answer.origins.length === 0 ? 'not-set-up' : originStanding(origin, answer.origins)
  if (answer.status === 429) return 'APKT010'
  // SPEC §8: any other status counts as an empty list.
  return answer.status === 408 || (answer.status >= 500 && answer.status <= 599) ? 'APKT009' : 'not-set-up'
}

/**
 * Decides about the host's origin (SPEC §8, §9): listed is allowed; a non-empty list without it, and no default
 * either, is refused with APKT002; an empty list is unverified: connect and send work, the origin is marked, sign-in is
 * not remembered. A service that is down opens nothing.
 */
export function judgeOrigin(
  standing: ListStanding | DownCode,
  environment: 'production' | 'local',
): OriginVerdict {
  switch (standing) {
    case 'listed':
      return { status: 'allowed', alert: undefined }
    case 'default':
      // Anyone can publish under these hosts, so in production they prove nothing.
      return environment === 'production'
        ? { status: 'unverified', alert: 'APKT005' }
        : { status: 'allowed', alert: undefined }
    case 'unlisted':
      return { status: 'refused', alert: 'APKT002' }
    case 'not-set-up':
      return { status: 'unverified', alert: undefined }
    default:
      return { status: 'unavailable', alert: standing }
  }
}

/** Where the check of the host's origin stands; everything but reads waits while `checking`. */
export const originStatusAtom = atom<OriginStatus>('checking')

/** Why nothing may work here: alerts of SPEC §8, or the link was closed because of what came over it (channel §6.6). */
export type BlockCode = 'APKT002' | 'APKT008' | DownCode | 'invalid-data'

/** Whether the link was closed for three strikes: this document never gets another one. */
export const struckAtom = atom(false)

const downCodeAtom = atom<DownCode>('APKT009')

/** Whether and why nothing may work here. */
export const blockAtom = atom((get): BlockCode | undefined => {
  if (get(struckAtom)) return 'invalid-data'
  if (get(projectIdAtom) === '') return 'APKT008'
  const status = get(originStatusAtom)
  if (status === 'unavailable') return get(downCodeAtom)
  return status === 'refused' ? 'APKT002' : undefined
})

/** The last answer for this site and project, in this browser's partition for the site. */
const cachedStandingAtom = storedAtom<CachedStanding | undefined>(
  scopedKey('originStanding'),
  () => openObject({ standing: oneOf('listed', 'default', 'unlisted', 'not-set-up'), at: finite() }),
  undefined,
)
type CachedStanding = { readonly standing: ListStanding; readonly at: number }

/** Starts a check: the verdict before it counts no more. A refusal is final for the life of the document. */
export const beginOriginCheckAtom = atom(null, (get, set): void => {
  if (get(originStatusAtom) !== 'refused') set(originStatusAtom, 'checking')
})

type Reading = { readonly standing: ListStanding | DownCode; readonly isAnswer: boolean }
type LastRead = { readonly projectId: string; readonly startedAt: number; readonly reading: Promise<Reading> }
const lastReadAtom = atom<LastRead | undefined>(undefined)

/** Reads the list, at most once in `originReadIntervalMs`: a page that configures often causes no requests. */
const readStandingAtom = atom(null, (get, set, origin: string): Promise<Reading> => {
  const { clock } = get(portsAtom)
  const projectId = get(projectIdAtom)
  const last = get(lastReadAtom)
  if (last?.projectId === projectId && clock.now() - last.startedAt < originReadIntervalMs)
    return last.reading
  const reading = request(get(portsAtom), get(apiAtom), getAllowedOrigins, { params: {}, query: {} })
    .then(
      ({ allowedOrigins }): OriginsAnswer => ({ is: 'answered', origins: allowedOrigins }),
      (thrown: unknown): OriginsAnswer => {
        const status = httpStatusOf(thrown)
        return status === undefined ? { is: 'unreachable' } : { is: 'status', status }
      },
    )
    .then((answer) => ({ standing: readAnswer(answer, origin), isAnswer: answer.is === 'answered' }))
  set(lastReadAtom, { projectId, startedAt: clock.now(), reading })
  return reading
})

const isDown = (standing: ListStanding | DownCode): standing is DownCode =>
  standing === 'APKT009' || standing === 'APKT010'

/**
 * Reads the project's origins and judges the host by them. A service that is down is replaced by its last answer, for
 * `originCacheMs`; without one nothing works, with APKT009 or APKT010.
 */
export const checkOriginAtom = atom(null, async (get, set): Promise<OriginStatus> => {
  const origin = get(hostOriginAtom)
  if (get(projectIdAtom) === '') {
    set(raiseAlertAtom, 'APKT008')
    return get(originStatusAtom)
  }
  if (origin === undefined || get(originStatusAtom) === 'refused') return get(originStatusAtom)
  const reading = await set(readStandingAtom, origin)
  const { clock } = get(portsAtom)
  let { standing } = reading
  if (isDown(standing)) {
    set(raiseAlertAtom, standing, origin)
    set(downCodeAtom, standing)
    const cached = get(cachedStandingAtom)
    const ageMs = cached === undefined ? -1 : clock.now() - cached.at
    if (cached !== undefined && ageMs >= 0 && ageMs <= originCacheMs) standing = cached.standing
  } else if (reading.isAnswer) set(cachedStandingAtom, { standing, at: clock.now() })
  const verdict = judgeOrigin(standing, get(deployConfigAtom).environment)
  if (verdict.alert) set(raiseAlertAtom, verdict.alert, origin)
  // Another check of the same document may have refused meanwhile.
  if (get(originStatusAtom) !== 'refused') set(originStatusAtom, verdict.status)
  return get(originStatusAtom)
})
