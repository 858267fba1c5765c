import { originStanding } from '#shared/api/origin-pattern.ts'
import { getAllowedOrigins } from '#shared/api/project.ts'
import type { AlertCode } from '#shared/errors/codes.ts'
import { httpStatusOf, request } from '#widget/lib/http.ts'
import { atom } from '#widget/lib/state.ts'
import { apiAtom, deployConfigAtom, projectIdAtom } from './config.ts'
import { hostOriginAtom } from './host-origin.ts'
import { raiseAlertAtom } from './notices.ts'
import { portsAtom } from './ports.ts'

/** What the allowed-origins call brought. */
export type OriginsAnswer =
  | { readonly is: 'answered'; readonly origins: readonly string[] }
  | { readonly is: 'status'; readonly status: number }
  | { readonly is: 'unreachable' }

export type OriginStatus = 'checking' | 'allowed' | 'unverified' | 'refused'

export type OriginVerdict = {
  readonly status: Exclude<OriginStatus, 'checking'>
  readonly alert: AlertCode | undefined
}

/**
 * Decides about the host's origin (SPEC §8, §9): listed is allowed; a non-empty list without it, and no default
 * either, is refused with APKT002; everything that tells nothing is unverified: connect and send work, the origin is
 * marked, sign-in is not remembered.
 */
export function judgeOrigin(
  answer: OriginsAnswer,
  origin: string,
  environment: 'production' | 'local',
): OriginVerdict {
  const unverified = (alert?: AlertCode): OriginVerdict => ({ status: 'unverified', alert })
  if (answer.is === 'unreachable') return unverified()
  if (answer.is === 'status') {
    if (answer.status === 429) return unverified('APKT010')
    return answer.status >= 500 && answer.status <= 599 ? unverified('APKT009') : unverified()
  }
  if (answer.origins.length === 0) return unverified()
  switch (originStanding(origin, answer.origins)) {
    case 'listed':
      return { status: 'allowed', alert: undefined }
    case 'default':
      // Anyone can publish under these hosts, so in production they prove nothing.
      return environment === 'production' ? unverified('APKT005') : { status: 'allowed', alert: undefined }
    case 'unlisted':
      return { status: 'refused', alert: 'APKT002' }
  }
}

/** Where the check of the host's origin stands; everything but reads waits while `checking`. */
export const originStatusAtom = atom<OriginStatus>('checking')

/** Why nothing may work here: alerts of SPEC §8, or the link was closed because of what came over it (channel §6.6). */
export type BlockCode = 'APKT002' | 'APKT008' | 'invalid-data'

/** Whether the link was closed for three strikes: this document never gets another one. */
export const struckAtom = atom(false)

/** Whether and why nothing may work here. */
export const blockAtom = atom((get): BlockCode | undefined => {
  if (get(struckAtom)) return 'invalid-data'
  if (get(projectIdAtom) === '') return 'APKT008'
  return get(originStatusAtom) === 'refused' ? 'APKT002' : undefined
})

/** Asks for the project's origins and judges the host by them; repeatable, so that a failed check can be tried again. */
export const checkOriginAtom = atom(null, async (get, set): Promise<OriginStatus> => {
  const origin = get(hostOriginAtom)
  if (get(projectIdAtom) === '') {
    set(raiseAlertAtom, 'APKT008')
    return get(originStatusAtom)
  }
  if (origin === undefined) return get(originStatusAtom)
  const answer = await request(get(portsAtom), get(apiAtom), getAllowedOrigins, {
    params: {},
    query: {},
  }).then(
    ({ allowedOrigins }): OriginsAnswer => ({ is: 'answered', origins: allowedOrigins }),
    (thrown: unknown): OriginsAnswer => {
      const status = httpStatusOf(thrown)
      return status === undefined ? { is: 'unreachable' } : { is: 'status', status }
    },
  )
  const verdict = judgeOrigin(answer, origin, get(deployConfigAtom).environment)
  if (verdict.alert) set(raiseAlertAtom, verdict.alert, origin)
  set(originStatusAtom, verdict.status)
  return verdict.status
})
