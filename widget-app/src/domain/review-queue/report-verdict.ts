import type { Connection, ResponseVerdict, RpcRequest } from '#widget/chains/chain-adapter.ts'
import type { Fact } from '#widget/chains/request-facts.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { atom } from '#widget/lib/state.ts'
import { addReviewAtom, closeReviewAtom, type DecodingState, type ReviewStage } from './reviews.ts'

/** A request that the wallet answered. */
export type CompletedRequest = {
  readonly connection: Connection
  readonly request: RpcRequest
  /** What is known of it; undefined for a request that nothing reads. */
  readonly reading: DecodingState | undefined
}

const showStageAtom = atom(
  null,
  (get, set, { connection, request, reading }: CompletedRequest, stage: ReviewStage) => {
    const id = get(portsAtom).ids()
    set(addReviewAtom, {
      id,
      connection,
      request,
      reading: reading ?? { is: 'unreadable' },
      risks: [],
      simulation: { is: 'unavailable' },
      stage,
      decide: () => set(closeReviewAtom, id),
    })
  },
)

/** The chain shows something else than was asked, after the dApp had its answer: the widget opens and says so (channel D8). */
const mismatchAlarmAtom = atom(null, (_get, set, connection: Connection, request: RpcRequest) =>
  set(showStageAtom, { connection, request, reading: undefined }, { is: 'mismatch' }),
)

/** What was asked, after the rights that the wallet added to it. */
function withAdded(
  { connection, reading }: CompletedRequest,
  added: readonly Fact[],
): DecodingState | undefined {
  if (added.length === 0) return reading
  const { accounts, chain } = connection
  const asked = reading?.is === 'read' ? reading.description : { account: accounts[0], chain, facts: [] }
  return { is: 'read', description: { ...asked, facts: [...added, ...asked.facts] } }
}

/**
 * Shows how the comparison of an answer with its request ended: an alarm where they differ, and where they could not be
 * compared a state with what was asked for and the way to find out. Both open the widget, whether the request was reviewed
 * or not: a closed widget shows no notice.
 */
export const reportVerdictAtom = atom(
  null,
  (_get, set, answered: CompletedRequest, check: ResponseVerdict) => {
    if (check.is === 'mismatch') set(mismatchAlarmAtom, answered.connection, answered.request)
    if (check.is !== 'unverified') return
    const { hash, account, isAdded = false, added = [] } = check
    const reading = withAdded(answered, added)
    const kind = added.length > 0 ? 'rights' : isAdded ? 'calls' : 'nothing'
    set(showStageAtom, { ...answered, reading }, { is: 'unverified', hash, account, added: kind })
  },
)
