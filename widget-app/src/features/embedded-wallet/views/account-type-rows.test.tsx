import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { WidgetError } from '#shared/errors/widget-error.ts'
import { preferredAccountTypeAtom } from '#widget/domain/embedded-wallet/account-type.ts'
import { startEmbeddedSessionAtom } from '#widget/domain/embedded-wallet/session.ts'
import {
  embeddedWorld,
  testAccount,
  testToken,
  testWalletAccount,
} from '#widget/domain/embedded-wallet/testing/embedded-server.ts'
import { StoreProvider } from '#widget/lib/state.ts'
import { testNetworks } from '#widget/testing/world.ts'
import { batchAdapter } from '../testing/batch-adapter.ts'
import { AccountTypeRows } from './account-type-rows.tsx'

afterEach(cleanup)

type Support = Parameters<typeof batchAdapter>[0]

async function renderRows(
  support?: Support,
  { account = testWalletAccount, platforms = ['ethereum' as const, 'solana' as const] } = {},
) {
  const world = embeddedWorld(
    {},
    { adapter: batchAdapter(support), bundledNetworks: testNetworks, config: { platforms } },
  )
  await world.store.set(startEmbeddedSessionAtom, { token: testToken, account })
  render(
    <StoreProvider store={world.store}>
      <AccountTypeRows />
    </StoreProvider>,
  )
  const click = async (name: RegExp) => act(async () => screen.getByRole('button', { name }).click())
  return { ...world, click }
}

const current = () => screen.getByRole('button', { current: true }).textContent

describe('AccountTypeRows', () => {
  it.each([
    ['supported', 'Your account is upgraded on Ethereum.'],
    ['ready', /^On Ethereum the first combined request upgrades/],
    ['unsupported', /^Ethereum has no smart accounts/],
  ] as const)('smart account, network %s › says what the account can do there', async (support, text) => {
    await renderRows(async () => support)
    expect(current()).toMatch(/^Smart account/)
    expect(await screen.findByText(text)).toBeTruthy()
  })

  it('network being read › says so', async () => {
    await renderRows(() => new Promise(() => {}))
    expect(screen.getByRole('status').textContent).toBe('Checking the network…')
  })

  it('network not read › tried again', async () => {
    let isDown = true
    await renderRows(async () => {
      if (isDown) throw new WidgetError('http/network', 'Offline')
      return 'supported'
    })
    await screen.findByText('Ethereum couldn’t be checked')
    isDown = false
    await act(async () => screen.getByRole('button', { name: 'Try again' }).click())
    expect(await screen.findByText('Your account is upgraded on Ethereum.')).toBeTruthy()
  })

  it('standard account selected › stored, explained, one event', async () => {
    const { click, store, events } = await renderRows()
    await click(/^Standard account/)
    await click(/^Standard account/)
    expect(current()).toMatch(/^Standard account/)
    expect(screen.getByText(/^Sites can’t combine steps/)).toBeTruthy()
    expect(store.get(preferredAccountTypeAtom)).toBe('eoa')
    expect(events.filter(({ event }) => event === 'SET_PREFERRED_ACCOUNT_TYPE')).toEqual([
      {
        event: 'SET_PREFERRED_ACCOUNT_TYPE',
        properties: expect.objectContaining({ accountType: 'eoa', network: 'eip155:1' }),
      },
    ])
  })

  it.each([
    ['site without Ethereum networks', { platforms: ['solana' as const] }],
    ['user without a wallet', { account: testAccount }],
  ])('%s › nothing', async (_, options) => {
    await renderRows(undefined, { ...options })
    expect(screen.queryByText('Ethereum account')).toBeNull()
  })
})
