import { parseChainId } from '#shared/caip/chain-id.ts'
import { handleDappRequestAtom } from '#widget/bridge/handle-dapp-request.ts'
import type { Description, Fact } from '#widget/chains/request-facts.ts'
import type { Simulation } from '#widget/chains/simulation.ts'
import { connectWalletAtom } from '#widget/domain/connections/connection-actions.ts'
import { reviewsAtom } from '#widget/domain/review-queue/reviews.ts'
import { acceptClick } from '#widget/lib/page/gated-click.ts'
import type { TestAdapterParts } from '#widget/testing/requests.ts'
import {
  alice,
  bob,
  type TestWorldOptions,
  testAdapter,
  testWallet,
  testWorld,
} from '#widget/testing/world.ts'
import { showPendingReviews } from '../show-pending-reviews.ts'

const chain = parseChainId('eip155:1')
export const approval = {
  is: 'approval',
  spender: bob,
  figure: { value: 5n, contract: bob },
  isUnlimited: true,
} as const satisfies Fact
type Transfer = Extract<Fact, { is: 'transfer' }>
export const plain: Transfer = {
  is: 'transfer',
  from: undefined,
  to: bob,
  figure: { value: 5n, contract: bob },
}
export const nativeTransfer: Transfer = {
  is: 'transfer',
  from: undefined,
  to: bob,
  figure: { value: 5n, contract: undefined },
}
export const described = (fact: Fact): Description => ({ account: alice, chain, facts: [fact] })
export const runs = (value: bigint): Extract<Simulation, { is: 'runs' }> => ({
  is: 'runs',
  changes: [{ figure: { value, contract: undefined } }],
  fee: 1n,
  grants: [],
  isPartial: false,
})

/** A connected wallet, and a host that requests a transaction; `requested` lists what reached the wallet. */
export async function reviewWorld(
  overrides: TestAdapterParts = {},
  {
    review,
    source,
    ...ports
  }: { review?: 'always' | 'risky'; source?: 'walletconnect' } & Pick<
    TestWorldOptions,
    'openWindow' | 'page' | 'bundledTokens'
  > = {},
) {
  const requested: string[] = []
  const adapter = testAdapter({
    readRequest: async () => described(approval),
    request: async (_connection, { method }) => {
      requested.push(method)
      return 'signed'
    },
    ...overrides,
  })
  const wallet = testWallet(source ? { source, app: 'zengo://' } : {})
  const testEnvironment = testWorld({
    wallets: [wallet],
    adapter,
    config: review ? { review } : {},
    ...ports,
  })
  const { store, clock } = testEnvironment
  showPendingReviews(store)
  await store.set(connectWalletAtom, {
    walletId: source ? 'ethereum:walletconnect:io.metamask' : 'ethereum:io.metamask',
  })
  const controller = new AbortController()
  const sendRequest = () =>
    store
      .set(handleDappRequestAtom, { method: 'eth_sendTransaction', params: [{}], signal: controller.signal })
      .catch((error: unknown) => error)
  const settle = () => clock.advance(0)
  const decideReview = async (decision: 'approve' | 'cancel' | 'acknowledge') => {
    store.get(reviewsAtom)[0]?.decide(decision === 'approve' ? acceptClick() : decision)
    await settle()
  }
  return {
    ...testEnvironment,
    emit: adapter.emit,
    requested,
    sendRequest,
    settle,
    decideReview,
    controller,
    stage: () => store.get(reviewsAtom)[0]?.stage,
  }
}
