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
  readonly decoding: DecodingState | undefined
}

const showStageAtom = atom(
  null,
  (get, set, { connection, request, decoding }: CompletedRequest, stage: ReviewStage) => {
    const id = get(portsAtom).ids()
    set(addReviewAtom, {
      id,
      connection,
      request,
      decoding: decoding ?? { is: 'unreadable' },
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
const mismatchAlertAtom = atom(null, (_get, set, connection: Connection, request: RpcRequest) =>
  set(showStageAtom, { connection, request, decoding: undefined }, { is: 'mismatch' }),
)

/** The decoding, after the authorities that the wallet added. */
function withAddedAuthorities(
  { connection, decoding }: CompletedRequest,
  added: readonly Fact[],
): DecodingState | undefined {
  if (added.length === 0) return decoding
  const { accounts, chain } = connection
  const requested =
    decoding?.is === 'read' ? decoding.description : { account: accounts[0], chain, facts: [] }
  return { is: 'read', description: { ...requested, facts: [...added, ...requested.facts] } }
}

/**
 * Shows the verdict on a response: an alert for a mismatch, and for an unverified one a view with the request and how to
 * check it. Both open the widget, whether the request was reviewed or not: a closed widget shows no notice.
 */
export const reportVerdictAtom = atom(
  null,
  (_get, set, completed: CompletedRequest, verdict: ResponseVerdict) => {
    if (verdict.is === 'mismatch') set(mismatchAlertAtom, completed.connection, completed.request)
    if (verdict.is !== 'unverified') return
    const { hash, account, isAdded = false, added = [] } = verdict
    const reading = withAddedAuthorities(completed, added)
    const kind = added.length > 0 ? 'rights' : isAdded ? 'calls' : 'nothing'
    set(showStageAtom, { ...completed, decoding: reading }, { is: 'unverified', hash, account, added: kind })
  },
)
