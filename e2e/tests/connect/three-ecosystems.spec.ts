import { parseUnits } from 'viem'
import { expect, reducedMotion, test } from '../fixtures.ts'
import { recordReviews } from '../pages/record-reviews.ts'
import { randomAddress } from '../random-address.ts'
import { rotatingTests } from '../rotating-tests.ts'

test.use(reducedMotion)

// The acceptance journey and the specs of each ecosystem cover its parts.
const rotating = rotatingTests({ of: 2 })

rotating()(
  'demo page › connects three ecosystems, sends, reloads › all restored',
  async ({ dapp, testAccounts, world, page }) => {
    const reviews = await recordReviews(page)
    const { solana, polkadot } = world.stack
    const of = (accounts: readonly { label: string; address: string }[], label: string) =>
      accounts.find((account) => account.label === label)?.address ?? ''
    await dapp.open({
      wallets: [
        { id: 'harbour', accounts: [testAccounts.harbour[0].label] },
        { id: 'beacon', namespaces: ['solana'], accounts: [testAccounts.beacon] },
        { id: 'trellis', accounts: [testAccounts.trellis] },
      ],
      options: dapp.allNetworkOptions(),
    })
    const connected = [
      ['eip155', 'Harbour Wallet', 'harbour', testAccounts.harbour[0].address],
      ['solana', 'Beacon Wallet', 'beacon', of(solana.accounts, testAccounts.beacon)],
      ['polkadot', 'Trellis Wallet', 'trellis', of(polkadot.accounts, testAccounts.trellis)],
    ] as const
    for (const [namespace, name, id, address] of connected) {
      await dapp.waitForPointer()
      await dapp.card(namespace).button('Connect').click()
      const next = dapp.widget.button(/^Connect a wallet for/).or(dapp.widget.row(name))
      await next.first().click()
      if (namespace !== 'eip155') await dapp.widget.clickRow(name)
      await dapp.wallet(id).approve()
      await expect(dapp.card(namespace).address).toHaveAttribute('data-address', address)
      await dapp.wallet(id).script({ mode: 'approve' })
    }

    const evm = randomAddress()
    await dapp.pay('Harbour Wallet', { namespace: 'eip155', token: 'ETH', amount: '0.25', to: evm })
    await dapp.pay('Harbour Wallet', { namespace: 'eip155', token: 'DAI', amount: '12.5', to: evm })
    expect(await world.chain(1).balance(evm)).toBe(parseUnits('0.25', 18))
    expect(await world.chain(1).tokenBalance('DAI', evm)).toBe(parseUnits('12.5', 18))
    const svm = of(solana.accounts, 'shop')
    await dapp.pay('Beacon Wallet', { namespace: 'solana', token: 'SOL', amount: '0.75', to: svm })
    await dapp.pay('Beacon Wallet', { namespace: 'solana', token: 'BARN', amount: '1.5', to: svm })
    const dot = of(polkadot.accounts, 'shop')
    await dapp.pay('Trellis Wallet', { namespace: 'polkadot', token: 'ROC', amount: '1.25', to: dot })

    expect(reviews).toEqual([])
    await page.reload()
    for (const [namespace, name, , address] of connected) {
      await expect(dapp.card(namespace).address).toHaveAttribute('data-address', address)
      await expect(dapp.card(namespace).wallet).toHaveText(name)
    }
    expect((await dapp.state()).accounts.map((account) => account.namespace)).toEqual([
      'eip155',
      'solana',
      'polkadot',
    ])
  },
)
