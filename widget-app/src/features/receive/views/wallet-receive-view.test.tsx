import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { accountId } from '#shared/caip/account-id.ts'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { currentViewAtom } from '#widget/core/view-stack.ts'
import { dispatchConnectionEventAtom } from '#widget/domain/accounts/connection-machine.ts'
import { balancesAtom } from '#widget/domain/balances/balances.ts'
import { StoreProvider } from '#widget/lib/state.ts'
import { type TestWorld, type TestWorldOptions, testWorld } from '#widget/testing/world.ts'
import { codeAtom } from '../atoms.ts'
import {
  address,
  connection,
  dotOptions,
  openDotReceive,
  openReceive,
  polkadotAddress,
  receiveOptions,
  usdc,
} from '../testing/receive-world.ts'
import { WalletReceiveView } from './wallet-receive-view.tsx'

afterEach(cleanup)

function renderView(world: TestWorld): TestWorld {
  render(
    <StoreProvider store={world.store}>
      <WalletReceiveView />
    </StoreProvider>,
  )
  onTestFinished(world.store.sub(codeAtom, () => undefined))
  return world
}
const openView = (options = receiveOptions()) => {
  const world = testWorld(options)
  openReceive(world)
  return renderView(world)
}
/** The options of a host with one namespace and one network, without its record. */
const configOf = (namespace: keyof typeof platformOf, chain: string): TestWorldOptions => ({
  config: { platforms: [platformOf[namespace]], networks: [chain] },
})
const platformOf = { eip155: 'ethereum', solana: 'solana', polkadot: 'polkadot' } as const
const token = '0x52908400098527886E0F7030069857D2E4169EE7'
const ether = {
  ...{ name: 'Ether', symbol: 'ETH', chainId: 'eip155:1', price: '2000' },
  quantity: { decimals: '18', numeric: '1' },
}
const qrTextOf = (world: TestWorld) => world.store.get(codeAtom)?.text
const networks = () =>
  screen.getAllByText(/^(Ethereum|Base|Polkadot|Optimism)$/).map((one) => one.textContent)

describe('WalletReceiveView', () => {
  it('address › QR code, full text, and the networks', async () => {
    const world = openView()
    await screen.findByRole('img', { name: /^QR code\. Your address on Ethereum/ })
    expect(qrTextOf(world)).toBe(address)
    expect(screen.getByText('0x').parentElement?.textContent).toBe(address)
    await screen.findByText('Only send on these networks')
    expect(networks()).toEqual(['Ethereum', 'Base'])
  })

  it.each([
    ['eip155', 'eip155:999999', address],
    ['solana', 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', '4fYNw3dojWmQ4dXtSGE9epjRGy9pFSx62YypT7avPYvA'],
    ['polkadot', 'polkadot:0123456789abcdef0123456789abcdef', polkadotAddress],
  ] as const)(
    'U17 › %s network without a record › named as unknown, another can be chosen',
    async (namespace, chain, account) => {
      const world = testWorld(receiveOptions({}, configOf(namespace, chain)))
      openReceive(world, { ...connection, namespace, accounts: [account], chain: parseChainId(chain) })
      renderView(world)
      expect(await screen.findByText('Network not found')).toBeTruthy()
      fireEvent.click(screen.getByRole('button', { name: 'Choose network' }))
      expect(world.store.get(currentViewAtom)).toEqual({ name: 'Networks' })
    },
  )

  it('token and amount › a payment link with a description and a copy button', async () => {
    const world = openView()
    fireEvent.click(await screen.findByRole('button', { name: 'Request an amount' }))
    fireEvent.click(await screen.findByRole('button', { name: 'USDC' }))
    fireEvent.change(screen.getByRole('textbox', { name: 'Amount to request' }), {
      target: { value: '12,5' },
    })
    await screen.findByText('Requesting 12.5 USDC on Ethereum')
    expect(qrTextOf(world)).toBe(`ethereum:${usdc}@1/transfer?address=${address}&uint256=12500000`)
    expect(screen.getByRole('button', { name: /Copy payment link/ })).toBeTruthy()
  })

  it('spam › cannot be requested', async () => {
    openView()
    fireEvent.click(await screen.findByRole('button', { name: 'Request an amount' }))
    await screen.findByRole('button', { name: 'USDC' })
    expect(screen.queryByRole('button', { name: 'GIFT' })).toBeNull()
  })

  it('many tokens › highest fiat value first, sanitized, the rest behind a button', async () => {
    const options = receiveOptions()
    const many = Array.from({ length: 9 }, (_, at) => ({
      ...{ name: `Token ${at}`, symbol: `T\u202e${at}`, chainId: 'eip155:1', price: String(at + 1) },
      ...{ address: `eip155:1:0x${String(at + 1).padStart(40, '0')}` },
      quantity: { decimals: '6', numeric: '1' },
    }))
    const path = `/v1/account/${address}/balance` as const
    openView({
      ...options,
      routes: { ...options.routes, [path]: () => ({ body: { balances: [ether, ...many] } }) },
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Request an amount' }))
    await screen.findByRole('button', { name: 'T8' })
    const offeredSymbols = () =>
      screen.getAllByRole('button', { name: /^(ETH|T\d)$/ }).map(({ textContent }) => textContent)
    expect(offeredSymbols()).toEqual(['ETH', 'T8', 'T7', 'T6', 'T5', 'T4'])
    fireEvent.click(screen.getByRole('button', { name: 'Show more' }))
    expect(offeredSymbols()).toEqual(['ETH', 'T8', 'T7', 'T6', 'T5', 'T4', 'T3', 'T2', 'T1', 'T0'])
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
  })

  it('host-configured token without a balance › can be requested', async () => {
    const world = openView(
      receiveOptions(
        {
          tokenBalances: async (_, { id: chain }, tokens) =>
            tokens.map((token) => ({
              asset: { chain, address: token, symbol: 'SHOP', name: 'Shop', decimals: 2 },
              value: 0n,
            })),
        },
        {
          config: {
            tokens: [usdc.toLowerCase(), token].map((one) => ({ chainId: 'eip155:1', address: one })),
          },
        },
      ),
    )
    fireEvent.click(await screen.findByRole('button', { name: 'Request an amount' }))
    fireEvent.click(await screen.findByRole('button', { name: 'SHOP' }))
    expect(screen.getAllByRole('button', { name: 'USDC' })).toHaveLength(1)
    fireEvent.change(screen.getByRole('textbox', { name: 'Amount to request' }), { target: { value: '5' } })
    await screen.findByText('Requesting 5 SHOP on Ethereum')
    expect(qrTextOf(world)).toBe(`ethereum:${token}@1/transfer?address=${address}&uint256=500`)
  })

  it('invalid amount › problem shown, and not in the code', async () => {
    const world = openView()
    fireEvent.click(await screen.findByRole('button', { name: 'Request an amount' }))
    fireEvent.click(await screen.findByRole('button', { name: 'USDC' }))
    const field = screen.getByRole('textbox', { name: 'Amount to request' })
    fireEvent.change(field, { target: { value: '0.1234567' } })
    await screen.findByText('USDC has 6 decimal places')
    expect(qrTextOf(world)).toBe(address)
    expect(screen.queryByRole('button', { name: /Copy payment link/ })).toBeNull()
  })

  it.each([
    [
      'the balances no longer list the token',
      { balances: [] },
      connection,
      /^Requesting 12\.5 USDC on Ethereum$/,
    ],
    ['the account is another', { balances: [] }, { ...connection, accounts: [usdc] }, undefined],
  ] as const)('%s › the amount is not requested of another asset', async (_, body, nextConnection, asks) => {
    let answer: unknown
    const options = receiveOptions()
    const routes = { ...options.routes }
    for (const one of [address, usdc]) {
      const path = `/v1/account/${one}/balance` as const
      const before = options.routes?.[`/v1/account/${address}/balance`]
      routes[path] = (url, sent) => (answer ? { body: answer } : (before?.(url, sent) ?? { body }))
    }
    const world = openView({ ...options, routes })
    fireEvent.click(await screen.findByRole('button', { name: 'Request an amount' }))
    fireEvent.click(await screen.findByRole('button', { name: 'USDC' }))
    fireEvent.change(screen.getByRole('textbox', { name: 'Amount to request' }), {
      target: { value: '12.5' },
    })
    await screen.findByText('Requesting 12.5 USDC on Ethereum')
    answer = body
    await act(async () => {
      world.store.set(dispatchConnectionEventAtom, 'eip155', { is: 'succeeded', connection: nextConnection })
      await world.store.set(balancesAtom(accountId(nextConnection.chain, nextConnection.accounts[0])))
    })
    expect(screen.queryByText(/^Requesting/)?.textContent ?? '').toMatch(asks ?? /^$/)
  })

  it("Polkadot › the network's address encoding, without a link", async () => {
    const world = testWorld(dotOptions())
    openDotReceive(world)
    renderView(world)
    await waitFor(() => expect(qrTextOf(world)).toBe(polkadotAddress))
    expect(screen.getByText('Only send on this network')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Request an amount' })).toBeNull()
  })

  it('address encoding unavailable › generic address with a notice and a retry', async () => {
    let isDown = true
    const world = testWorld(
      dotOptions(() => (isDown ? Promise.reject(new Error('No node')) : Promise.resolve(polkadotAddress))),
    )
    openDotReceive(world)
    renderView(world)
    await screen.findByText('The Polkadot address format couldn’t be loaded')
    expect(qrTextOf(world)).toMatch(/^5Grw/)
    isDown = false
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(qrTextOf(world)).toBe(polkadotAddress))
  })

  it('contract account › only its own network', async () => {
    openView(receiveOptions({ filterContracts: async (addresses) => addresses }))
    await screen.findByText('This account is on Ethereum only')
    expect(networks()).toEqual(['Ethereum'])
  })

  it.each([
    ['has not said', () => new Promise<never>(() => {})],
    ['cannot be asked', () => Promise.reject(new Error('No node'))],
  ])('network %s whether it is a contract › no other network shown', async (_, filterContracts) => {
    openView(receiveOptions({ filterContracts: filterContracts }))
    await screen.findByText('Only send on this network')
    expect(networks()).toEqual(['Ethereum'])
  })

  it('network that the host does not list › notice', async () => {
    const world = testWorld(
      receiveOptions(
        {},
        {
          bundledNetworks: [
            {
              id: 'eip155:10',
              name: 'Optimism',
              nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
            },
          ],
        },
      ),
    )
    openReceive(world, { ...connection, chain: parseChainId('eip155:10') })
    renderView(world)
    await screen.findByText('This site doesn’t support Optimism')
  })
})
