import { describe, expect, it } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { fetchRemoteConfigAtom } from '#widget/core/feature-flags.ts'
import { activeConnectionAtom } from '#widget/domain/accounts/connected-accounts.ts'
import { dispatchConnectionEventAtom } from '#widget/domain/accounts/connection-machine.ts'
import { alice, testWallet, testWorld } from '#widget/testing/world.ts'
import { offeredActionsAtom } from './account-actions.ts'

const offered = (world: ReturnType<typeof testWorld>) =>
  world.store.get(offeredActionsAtom).map(({ id }) => id)

/** Connects an account in a project that leaves deposits to the host; returns whether a deposit is offered. */
async function depositsFor(wish: boolean | undefined, namespace: 'eip155' | 'polkadot' = 'eip155') {
  const world = testWorld({
    config: {
      platforms: [namespace === 'eip155' ? 'ethereum' : 'polkadot'],
      features: wish === undefined ? {} : { payWithExchange: wish },
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
  return offered(world).includes('deposit')
}

describe('availableActionsAtom', () => {
  it('receive feature off › hides Receive', () => {
    expect(offered(testWorld())).toContain('receive')
    const hidden = testWorld({ config: { features: { receive: false } } })
    expect(offered(hidden)).not.toContain('receive')
  })

  it('deposit › offered only if the host turns it on; off by default (SPEC §3)', async () => {
    expect(await depositsFor(true)).toBe(true)
    expect(await depositsFor(false)).toBe(false)
    expect(await depositsFor(undefined)).toBe(false)
  })

  it('namespace without deposits › offers none, for any host option (SPEC §6)', async () => {
    expect(await depositsFor(true, 'polkadot')).toBe(false)
  })
})
