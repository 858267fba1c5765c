import { generateKeyPairSigner } from '@solana/kit'
import { createFeeMint, deployFeeToken } from '../fee-tokens.ts'
import { expect, reducedMotion, test } from '../fixtures.ts'
import { randomAddress } from '../random-address.ts'
import { tokensOf } from '../solana-node.ts'

test.use(reducedMotion)

const token2022Program = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'

test('fee-on-transfer tokens › Ethereum and Solana › review shows the amount received', async ({
  dapp,
  testAccounts,
  world,
  browserErrors,
}) => {
  const { solana } = world.stack
  const [{ address: from, label }] = testAccounts.harbour
  const holder = solana.accounts.find((one) => one.label === testAccounts.beacon)?.address ?? ''
  const [token, mint] = await Promise.all([deployFeeToken(world, from), createFeeMint(world, holder)])
  // With the API down, the widget reads the tokens from the chains; the API of the local world has neither.
  browserErrors.expect(/Failed to load resource/)
  await world.fault({ path: '/v1/account', status: 400 })
  await dapp.open({
    wallets: [
      { id: 'harbour', accounts: [label] },
      { id: 'beacon', namespaces: ['solana'], accounts: [testAccounts.beacon] },
    ],
    options: { platforms: 'ethereum,solana', networks: `eip155:1,${solana.id}` },
    config: { tokens: [{ chainId: 'eip155:1', address: token.address }] },
  })
  const { widget } = dapp
  const to = { eip155: randomAddress(), solana: (await generateKeyPairSigner()).address }
  const short = `${mint.slice(0, 4)}…${mint.slice(-4)}`
  for (const [namespace, wallet, id, symbol] of [
    ['eip155', 'Harbour Wallet', 'harbour', 'FIVE'],
    ['solana', 'Beacon Wallet', 'beacon', short],
  ] as const) {
    await dapp.waitForPointer()
    await dapp.card(namespace).button('Connect').click()
    const next = widget.button(/^Connect a wallet for/).or(widget.row(wallet))
    await next.first().click()
    if (namespace === 'solana') await widget.clickRow(wallet)
    await dapp.wallet(id).approve()
    await dapp.wallet(id).script({ mode: 'approve' })
    await dapp.waitForPointer()
    await dapp.card(namespace).button('Send').click()
    await widget.fillSend({ token: symbol, amount: '100', to: to[namespace] })
    await expect(widget.fact('Arrives')).toContainText(`95 ${symbol}`)
    await expect(widget.fact('Arrives')).toContainText(`The token takes 5 ${symbol}`)
    await widget.button(`Send in ${wallet}`).click()
    await widget.announces('Confirmed')
    await widget.announces(
      `95 ${symbol} arrived of the 100 ${symbol} that you sent. The token took the rest.`,
    )
    await widget.close.click()
  }
  expect(await token.balanceOf(to.eip155)).toBe(9_500n)
  expect(await tokensOf(world, to.solana, token2022Program)).toEqual([[mint, '95']])
})
