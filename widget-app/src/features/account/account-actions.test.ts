import { describe, expect, it } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { fetchRemoteConfigAtom } from '#widget/core/feature-flags.ts'
import { activeConnectionAtom } from '#widget/domain/accounts/connected-accounts.ts'
import { dispatchConnectionEventAtom } from '#widget/domain/accounts/connection-machine.ts'
import { alice, testWallet, testWorld } from '#widget/testing/world.ts'
import { availableActionsAtom } from './account-actions.ts'

const offeredIds = (world: ReturnType<typeof testWorld>) =>
  world.store.get(availableActionsAtom).map(({ id }) => id)

/** Connects an account in a project that leaves deposits to the host; returns whether a deposit is offered. */
async function offersDeposit(
  payWithExchange: boolean | undefined,
  namespace: 'eip155' | 'polkadot' = 'eip155',
) {
  const world = testWorld({
    config: {
      platforms: [namespace === 'eip155' ? 'ethereum' : 'polkadot'],
      features: payWithExchange === undefined ? {} : { payWithExchange: payWithExchange },
    },
    routes: {
      '/appkit/v1/config': () => ({
        body: { features: [{ id: 'fund_from_exchange', isEnabled: false, config: null }] },
      }),
    },
  })
  const chain = namespace === 'eip155' ? 'eip155:1' : 'polkadot:91b171bb158e2d3848fa23a9f1c25182'
  world.store.set(dispatchConnectionEventAtom, namespace, {
    is: 'succeeded',
    connection: {
      ...{ namespace, walletId: 'ethereum:io.metamask', handle: testWallet().handle, walletName: 'MetaMask' },
      ...{ icon: undefined, accounts: [alice], chain: parseChainId(chain) },
    },
  })
  await world.store.set(fetchRemoteConfigAtom)
  expect(world.store.get(activeConnectionAtom)?.chain).toBe(chain)
  return offeredIds(world).includes('deposit')
}

describe('availableActionsAtom', () => {
  it('receive feature off › hides Receive', () => {
    expect(offeredIds(testWorld())).toContain('receive')
    const hidden = testWorld({ config: { features: { receive: false } } })
    expect(offeredIds(hidden)).not.toContain('receive')
  })

  it('deposit › offered only if the host turns it on; off by default (SPEC §3)', async () => {
    expect(await offersDeposit(true)).toBe(true)
    expect(await offersDeposit(false)).toBe(false)
    expect(await offersDeposit(undefined)).toBe(false)
  })

  it('namespace without deposits › offers none, for any host option (SPEC §6)', async () => {
    expect(await offersDeposit(true, 'polkadot')).toBe(false)
  })
})
