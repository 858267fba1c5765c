import type { Connection, RpcRequest } from '#widget/chains/contract.ts'
import { translateAtom } from '#widget/lib/i18n/translate.ts'
import { atom } from '#widget/lib/state.ts'
import { showToastAtom } from './notices.ts'
import { portsAtom } from './ports.ts'
import { addReviewAtom, endReviewAtom } from './reviews.ts'

/** The chain shows something else than was asked, after the dApp had its answer: the widget opens and says so (channel D8). */
export const mismatchAlarmAtom = atom(null, (get, set, connection: Connection, request: RpcRequest) => {
  const id = get(portsAtom).ids()
  set(addReviewAtom, {
    id,
    connection,
    request,
    reading: { is: 'unreadable' },
    risks: [],
    simulation: { is: 'unavailable' },
    stage: { is: 'mismatch' },
    decide: () => set(endReviewAtom, id),
  })
})

/**
 * Something was sent or signed that could not be compared with the request: the notice stays until the user closes it, and a
 * closed modal shows it the next time.
 */
export const unverifiedNoticeAtom = atom(null, (get, set) =>
  set(showToastAtom, get(translateAtom)('fault.unverified'), 'error'),
)
