import { describe, expect, it } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { fetchRemoteConfigAtom } from '#widget/core/feature-flags.ts'
import { activeConnectionAtom } from '#widget/domain/accounts/connected-accounts.ts'
import { dispatchConnectionEventAtom } from '#widget/domain/accounts/connection-machine.ts'
import { testConnection } from '#widget/testing/connection.ts'
import { alice, testWallet, testWorld } from '#widget/testing/world.ts'
import { actionTilesAtom } from './account-actions.ts'

const offeredIds = (world: ReturnType<typeof testWorld>) =>
  world.store.get(actionTilesAtom).flatMap(({ id, isPlaceholder }) => (isPlaceholder ? [] : [id]))

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

describe('actionTilesAtom', () => {
  it('receive feature off › hides Receive', () => {
    expect(offeredIds(testWorld())).toContain('receive')
    const hidden = testWorld({ config: { features: { receive: false } } })
    expect(offeredIds(hidden)).not.toContain('receive')
  })

  it.each([
    ['nothing set', {}, ['swap', 'buy']],
    ['swaps turned off by the host', { swaps: false }, ['buy']],
    ['deposits turned on by the host', { payWithExchange: true }, ['swap', 'buy', 'deposit']],
  ])('project’s settings unknown › %s › places of the expected actions', (_, features, expected) => {
    const world = testWorld({ config: { features } })
    world.store.set(dispatchConnectionEventAtom, 'eip155', {
      is: 'succeeded',
      connection: testConnection(),
    })
    const placeholders = world.store.get(actionTilesAtom).filter(({ isPlaceholder }) => isPlaceholder)
    expect(placeholders.map(({ id }) => id)).toEqual(expected)
  })

  it('project’s settings known › no places, only possible actions', async () => {
    const world = testWorld({
      routes: {
        '/appkit/v1/config': () => ({
          body: { features: [{ id: 'swap', isEnabled: true, config: ['1inch'] }] },
        }),
      },
    })
    world.store.set(dispatchConnectionEventAtom, 'eip155', {
      is: 'succeeded',
      connection: testConnection(),
    })
    await world.store.set(fetchRemoteConfigAtom)
    expect(world.store.get(actionTilesAtom).map(({ id, isPlaceholder }) => [id, isPlaceholder])).toEqual([
      ['send', false],
      ['receive', false],
      ['swap', false],
    ])
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
