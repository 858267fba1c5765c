import * as z from '#shared/zod.ts'
import { expect, reducedMotion, test } from '../fixtures.ts'
import type { Dapp } from '../pages/dapp.ts'
import { retrySwap, reviewSwap } from '../pages/swap-form.ts'
import type { Widget } from '../pages/widget.ts'
import { lamportsWithWrapped, tokensOf } from '../solana-node.ts'
import type { TestWorld } from '../world.ts'

test.use(reducedMotion)

// A swap moves the price of its pool: the tests of this file run one after the other, and no other file swaps on Solana.
test.describe.configure({ mode: 'default' })

/** Token id of the native currency. */
const coins = `So${'1'.repeat(41)}`

/** Connects Beacon Wallet with an account, and opens the Account view. */
async function openAccount(dapp: Dapp, world: TestWorld, account: string): Promise<Widget> {
  await dapp.open({
    wallets: [{ id: 'beacon', namespaces: ['solana'], accounts: [account] }],
    config: { platforms: ['solana'], networks: [world.stack.solana.id] },
  })
  await dapp.connect('Beacon Wallet', 'beacon')
  const widget = await dapp.openModal()
  await widget.shows('Account')
  return widget
}

const addressOf = (world: TestWorld, label: string): string =>
  world.stack.solana.accounts.find((account) => account.label === label)?.address ?? ''

test('Solana swap › rejected, two pools › one transaction each, no approval @phone', async ({
  dapp,
  testAccounts,
  world,
}) => {
  const address = addressOf(world, testAccounts.beacon)
  const { mints } = world.stack.solana
  const balanceOf = async (symbol: string) =>
    Number((await tokensOf(world, address)).find(([mint]) => mint === mints[symbol]?.address)?.[1] ?? '0')
  const widget = await openAccount(dapp, world, testAccounts.beacon)
  const [dollars, coins] = [await balanceOf('USDC'), await lamportsWithWrapped(world, address)]

  await reviewSwap(widget, { from: 'SOL', to: 'USDC', amount: '0.5' })
  await expect(widget.fact('Slippage')).toHaveText('1%')
  await expect(widget.fact('Provider fee')).toContainText('0.0015 SOL')
  await expect(widget.fact('Network fee')).toContainText('0.000005 SOL')
  await widget.button('Swap in Beacon Wallet').click()
  await dapp.wallet('beacon').reject()
  await widget.announces(/^Request cancelledNothing was swapped\./)
  expect(await balanceOf('USDC')).toBe(dollars)
  await dapp.wallet('beacon').script({ mode: 'approve' })
  await retrySwap(widget, 'Beacon Wallet')
  await widget.announces(/^SwappedYou received /)
  const received = (await balanceOf('USDC')) - dollars
  expect(received).toBeGreaterThan(70)
  await expect(widget.fact('You received')).toContainText('USDC')
  expect(coins - (await lamportsWithWrapped(world, address))).toBe(500_005_000n)
  await widget.button('Done').click()

  const barn = await balanceOf('BARN')
  await reviewSwap(widget, { from: 'USDC', to: 'BARN', amount: '5' })
  await widget.button('Swap in Beacon Wallet').click()
  await widget.announces(/^SwappedYou received /)
  expect((await balanceOf('BARN')) - barn).toBeGreaterThan(100)
  await widget.button('Done').click()
  await widget.shows('Account')
  // Activity lists both from this device, because Solana has no history service.
  await expect(widget.text(/Swap/).first()).toBeVisible()
})

test('Solana swap › transaction exceeds the plan › the wallet never gets it @phone', async ({
  dapp,
  testAccounts,
  world,
}) => {
  const { stack } = world
  const id = (address: string) => `${stack.solana.id}:${address}`
  const widget = await openAccount(dapp, world, testAccounts.beacon)
  // The service returns a transaction of ten times the amount, labelled with the requested amount.
  const built = await fetch(
    `${stack.widget.loopback}/v1/convert/build-transaction?projectId=demo&st=test&sv=html-solana-0.1.0`,
    {
      method: 'POST',
      body: JSON.stringify({
        ...{ amount: '5000000000', solana: { slippage: 1 }, projectId: 'demo' },
        ...{ from: id(coins), to: id(stack.solana.mints.USDC?.address ?? '') },
        userAddress: id(addressOf(world, testAccounts.beacon)),
      }),
    },
  )
  const { tx } = z.parse(z.object({ tx: z.record(z.string(), z.unknown()) }), await built.json())
  const body = { tx: { ...tx, amount: '500000000' } }
  await world.fault({ path: '/v1/convert/build-transaction', status: 200, body })
  await reviewSwap(widget, { from: 'SOL', to: 'USDC', amount: '0.5' })
  await widget.alerts(/The prepared swap doesn’t match what you approved/)
  await expect(widget.button('Swap in Beacon Wallet')).toHaveCount(0)
  expect(await dapp.wallet('beacon').requestedMethods()).not.toContain('solana:signAndSendTransaction')
})
