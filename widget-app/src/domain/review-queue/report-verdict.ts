import type { Connection, ResponseVerdict, RpcRequest } from '#widget/chains/chain-adapter.ts'
import type { Fact } from '#widget/chains/request-facts.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { atom } from '#widget/lib/state.ts'
import { addReviewAtom, closeReviewAtom, type DecodingState, type ReviewStage } from './reviews.ts'

/** A request that the wallet has responded to. */
export type CompletedRequest = {
  readonly connection: Connection
  readonly request: RpcRequest
  /** Its decoding; undefined for a request that is not decoded. */
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

/**
 * The chain shows another result than requested, after the dApp has the response: the widget opens and reports it (channel
 * D8).
 */
const mismatchAlarmAtom = atom(null, (_get, set, connection: Connection, request: RpcRequest) =>
  set(showStageAtom, { connection, request, reading: undefined }, { is: 'mismatch' }),
)

/** The decoding, after the authorities that the wallet added. */
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
 * Shows the verdict on a response: an alert for a mismatch, and for an unverified one a view with the request and how to
 * check it. Both open the widget, whether the request was reviewed or not: a closed widget shows no notice.
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
