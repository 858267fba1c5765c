import { getAddress, recoverTypedDataAddress } from 'viem'
import * as z from '#shared/zod.ts'
import { expect, reducedMotion, test } from '../fixtures.ts'
import { openConfirmWindow } from '../pages/confirm-window.ts'
import { isolatedOpener } from '../pages/permit-request.ts'
import { rotatingTests } from '../rotating-tests.ts'

test.use(reducedMotion)

const rotating = rotatingTests({ of: 2 })

/** Typed data of over 200 kB, with an unknown purpose. */
const largeTypedData = (token: string, word = 'word ') => ({
  types: {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'chainId', type: 'uint256' },
      { name: 'verifyingContract', type: 'address' },
    ],
    Letter: [{ name: 'pages', type: 'string[]' }],
  },
  primaryType: 'Letter',
  domain: { name: 'Long letters', chainId: 1, verifyingContract: token },
  message: { pages: Array.from({ length: 210 }, (_, page) => `${page} ${word.repeat(200)}`) },
})

for (const [way, options] of [
  ['opener', {}],
  ['mailbox', isolatedOpener],
] as const)
  rotating()(`${way}, request of 200 kB › reviewed in the window, signed whole`, async ({ dapp, phone }) => {
    await dapp.open({ project: 'empty', wallets: 'none', ...options })
    await dapp.connectPhone(phone)
    const owner = await phone.address('eip155:1')
    const letter = largeTypedData(dapp.world.stack.chains[0]?.tokens.USDC?.address ?? '')
    expect(JSON.stringify(letter).length).toBeGreaterThan(200_000)
    const response = dapp.request('eth_signTypedData_v4', [owner, letter])
    await dapp.widget.shows('Review request')
    const window = await openConfirmWindow(dapp)
    await window.showsRequest()
    await expect(window.text('Long letters').first()).toBeVisible()
    await window.approve()
    const signed = await response
    expect(signed).toMatchObject({ is: 'ok', result: expect.stringMatching(/^0x[0-9a-f]{130}$/) })
    if (signed.is !== 'ok') throw new Error('It was not signed')
    const { types, primaryType, domain, message } = letter
    const signature = z.parse(z.templateLiteral(['0x', z.string()]), signed.result)
    const recovered = await recoverTypedDataAddress({
      types: { Letter: types.Letter },
      primaryType: z.parse(z.literal('Letter'), primaryType),
      domain: { ...domain, verifyingContract: getAddress(domain.verifyingContract) },
      message,
      signature,
    })
    expect(recovered).toBe(getAddress(owner))
  })

/** As many characters as `word ` has, each of which is six characters in JSON: 1.2 MB in total. */
const controlCharacters = '\u0001'.repeat(5)

for (const [way, options] of [
  ['opener', {}],
  ['mailbox', isolatedOpener],
] as const)
  rotating()(
    `${way}, request of more than 1 MB › no window, only Cancel`,
    async ({ dapp, phone, context }) => {
      await dapp.open({ project: 'empty', wallets: 'none', ...options })
      await dapp.connectPhone(phone)
      const owner = await phone.address('eip155:1')
      const letter = largeTypedData(dapp.world.stack.chains[0]?.tokens.USDC?.address ?? '', controlCharacters)
      expect(JSON.stringify(letter).length).toBeGreaterThan(1024 * 1024)
      const response = dapp.request('eth_signTypedData_v4', [owner, letter])
      await dapp.widget.shows('Review request')
      const pages = context.pages().length
      await dapp.widget.button('Review in a new window').click()
      await dapp.widget.alerts('This request is too large to review')
      await expect(dapp.widget.text('Nothing was sent to your wallet.')).toBeVisible()
      await expect(dapp.widget.root.locator('footer').getByRole('button')).toHaveText(['Cancel'])
      await expect(dapp.widget.root.getByRole('link')).toHaveCount(0)
      expect(context.pages()).toHaveLength(pages)
      await dapp.widget.button('Cancel').click()
      expect(await response).toMatchObject({ is: 'failed', code: 4001 })
      expect(await phone.asked()).toEqual(['proposal'])
    },
  )
