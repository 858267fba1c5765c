import { parseChainId } from '#shared/caip/chain-id.ts'
import { completeDeployConfig } from '#shared/config/deploy-config.ts'
import { deployConfigAtom } from '#widget/core/config.ts'
import type { ViewOf } from '#widget/core/view.ts'
import { storeOperationAtom } from '#widget/domain/embedded-wallet/sponsored-operations.ts'
import type { Fixture } from '#widget/testing/fixture.ts'
import { alice, type TestWorld, type TestWorldOptions } from '#widget/testing/world.ts'

const hash = (digit: string) => `0x${digit.repeat(64)}`
const operation = {
  ...{ hash: hash('a'), chain: parseChainId('eip155:1'), account: alice },
  ...{ nonce: '0x1', since: '0x10' },
}

/** What became of a transaction whose fee the operator pays, in the account of a connected wallet. Test only. */
export const operationFixtures = (
  options: TestWorldOptions,
  connect: (world: TestWorld) => void,
): readonly Fixture<ViewOf<'Account'>>[] =>
  (
    [
      { is: 'open' },
      { is: 'dropped' },
      { is: 'replaced' },
      { is: 'reverted', transaction: hash('b') },
    ] as const
  ).map((state) => ({
    view: { name: 'Account' },
    state: `sponsored transaction ${state.is}`,
    options,
    before: (world) => {
      connect(world)
      world.store.set(deployConfigAtom, completeDeployConfig({ vaultUrl: 'https://vault.example' }))
      world.store.set(storeOperationAtom, operation, state)
    },
  }))
