import { expect, type Locator } from '@playwright/test'
import { encodeFunctionData, erc20Abi, maxUint256 } from 'viem'
import type { TestAccounts } from '../fixtures.ts'
import type { Dapp } from '../pages/dapp.ts'
import { reviewSwap } from '../pages/swap-form.ts'
import { randomAddress } from '../random-address.ts'
import type { TestWorld } from '../world.ts'

export type ViewContext = { readonly dapp: Dapp; readonly hands: TestAccounts; readonly world: TestWorld }

/** A view with a gated control. */
export type GatedView = {
  readonly name: string
  /** Opens the view from the end of the previous view in the visit, and returns its control. */
  readonly open: (shared: ViewContext) => Promise<Locator>
  /** Its control is a row of a list, which has no footer and scrolls to hidden rows. */
  readonly isList?: true
}

/** Gated views of one page, in the order in which a user opens them. */
export type Visit = {
  readonly name: string
  readonly prepare: (shared: ViewContext) => Promise<void>
  readonly views: readonly GatedView[]
}

export const approvalOf = ({ harbour: [{ address }] }: TestAccounts, world: TestWorld) => {
  const args = [address, maxUint256] as const
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args })
  return { from: address, to: world.chain(1).token('USDC').address, data }
}

/** Requests an unlimited approval from a connected page; `answer` is its result. */
export async function requestApproval({ dapp, hands, world }: ViewContext) {
  const answer = dapp.request('eth_sendTransaction', [approvalOf(hands, world)])
  const primary = dapp.widget.button('Continue in Harbour Wallet')
  await expect(primary).toBeDisabled()
  await dapp.waitUntilOpen()
  return { answer, primary }
}

/** Closes the modal and opens the account. */
async function openAccount({ dapp }: ViewContext): Promise<Dapp['widget']> {
  await dapp.widget.close.click()
  await dapp.waitForPointer()
  return dapp.openView({ view: 'Account' })
}

/** Rejects the request in the wallet, and returns the button Try again. */
async function rejectInWallet({ dapp }: ViewContext): Promise<Locator> {
  await dapp.wallet().reject()
  await dapp.widget.announces('Request cancelled')
  return dapp.widget.button('Try again')
}

const connecting: Visit = {
  name: 'connection and networks',
  prepare: async ({ dapp }) => {
    await dapp.open()
  },
  views: [
    {
      name: 'wallet rows',
      isList: true,
      open: async ({ dapp }) => (await dapp.openModal()).row('Harbour Wallet'),
    },
    {
      name: 'all wallets',
      isList: true,
      open: async ({ dapp: { widget } }) => {
        await widget.clickRow('All wallets')
        await widget.shows('All wallets')
        return widget.row('Harbour Wallet')
      },
    },
    {
      name: 'connecting a wallet again',
      open: async (shared) => {
        await shared.dapp.widget.clickRow('Harbour Wallet')
        return rejectInWallet(shared)
      },
    },
    {
      name: 'networks',
      isList: true,
      open: async ({ dapp }) => {
        await dapp.widget.button('Try again').click()
        await dapp.wallet().approve()
        await expect(dapp.widget.sheet).toBeHidden()
        const widget = await dapp.openModal()
        await widget.button('Network: Ethereum').click()
        return widget.row('Base')
      },
    },
    {
      name: 'switching the network again',
      open: async (shared) => {
        await shared.dapp.widget.clickRow('Base')
        return rejectInWallet(shared)
      },
    },
  ],
}

const ecosystems: Visit = {
  name: 'ecosystems',
  prepare: async ({ dapp, world }) => {
    const networks = ['eip155:1', world.stack.solana.id]
    await dapp.open({ wallets: ['voyager'], config: { platforms: ['ethereum', 'solana'], networks } })
  },
  views: [
    {
      name: 'choice of an ecosystem',
      isList: true,
      open: async ({ dapp }) => {
        const widget = await dapp.openModal()
        await widget.clickRow('Voyager')
        await widget.shows('Voyager')
        return widget.row('Solana')
      },
    },
  ],
}

const wrongNetwork: Visit = {
  name: 'wrong network',
  prepare: async ({ dapp }) => {
    await dapp.open()
    await dapp.wallet().script({ wrongChain: 31337 })
  },
  views: [
    {
      name: 'networks, on one that the site does not support',
      isList: true,
      open: async ({ dapp }) => {
        const widget = await dapp.openModal()
        await widget.clickRow('Harbour Wallet')
        await dapp.wallet().approve()
        await widget.shows('Switch network')
        await dapp.waitUntilOpen()
        return widget.row('Ethereum')
      },
    },
  ],
}

const signIn: Visit = {
  name: 'sign-in',
  prepare: async ({ dapp }) => {
    await dapp.open({ config: { siwx: { mode: 'hosted' } } })
  },
  views: [
    {
      name: 'sign-in',
      open: async ({ dapp }) => {
        const widget = await dapp.openModal()
        await widget.clickRow('Harbour Wallet')
        await dapp.wallet().approve()
        await widget.shows('Sign in')
        await dapp.waitUntilOpen()
        return widget.button('Sign')
      },
    },
  ],
}

const reviews: Visit = {
  name: 'reviews',
  prepare: async ({ dapp }) => {
    const wallets = [{ id: 'harbour', script: { sessions: true } }]
    await dapp.open({ wallets, config: { features: { smartSessions: true } } })
    await dapp.connect()
  },
  views: [
    {
      name: 'grant of a smart session',
      open: async ({ dapp }) => {
        await dapp.card('eip155').button('Subscribe').click()
        await dapp.widget.shows('Review request')
        await dapp.waitUntilOpen()
        return dapp.widget.button('Continue in Harbour Wallet')
      },
    },
    {
      name: 'revoking a smart session',
      open: async ({ dapp }) => {
        const { widget } = dapp
        await widget.button('Continue in Harbour Wallet').click()
        await dapp.wallet().approve()
        await widget.announces('Session created')
        await widget.button('See sessions').click()
        await widget.clickRow('Tidewater Coffee')
        await widget.shows('Session')
        return widget.button('Revoke in Harbour Wallet')
      },
    },
    {
      name: 'name registration',
      open: async (shared) => {
        const widget = await openAccount(shared)
        await widget.button('Get a name').click()
        await widget.field('Name').fill('redressed')
        await expect(widget.text('redressed.reown.id is available', { exact: true })).toBeVisible()
        return widget.button('Register')
      },
    },
    {
      name: 'swap review',
      open: async (shared) => {
        const widget = await openAccount(shared)
        await reviewSwap(widget, { from: 'ETH', to: 'USDC', amount: '0.01' })
        return widget.button('Swap in Harbour Wallet')
      },
    },
    {
      name: 'send review',
      open: async (shared) => {
        const widget = await openAccount(shared)
        await widget.button('Send').click()
        await widget.fillSend({ token: 'ETH', amount: '0.01', to: randomAddress() })
        return widget.button('Send in Harbour Wallet')
      },
    },
    {
      name: 'review of a request',
      open: async (shared) => {
        const { dapp } = shared
        await dapp.widget.close.click()
        await dapp.waitForPointer()
        return (await requestApproval(shared)).primary
      },
    },
  ],
}

export const visits: readonly Visit[] = [connecting, ecosystems, wrongNetwork, signIn, reviews]

/** Lists come first: the first views get the remaining rows of the matrix, and lists arm four times faster than reviews. */
export const gatedViews: readonly GatedView[] = visits
  .flatMap(({ views }) => views)
  .toSorted((one, other) => Number(other.isList ?? false) - Number(one.isList ?? false))
