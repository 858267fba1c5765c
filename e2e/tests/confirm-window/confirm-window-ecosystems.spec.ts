import { generateKeyPairSigner } from '@solana/kit'
import { expect, reducedMotion, test } from '../fixtures.ts'
import { openConfirmWindow } from '../pages/confirm-window.ts'
import type { Dapp } from '../pages/dapp.ts'
import type { Phone } from '../pages/phone.ts'
import { rotatingTests } from '../rotating-tests.ts'
import { tokensOf } from '../solana-node.ts'

test.use(reducedMotion)

const rotating = rotatingTests({ of: 3 })

/** A site that is not listed for the project, with a phone connected in one ecosystem. */
async function connectOn(
  dapp: Dapp,
  phone: Phone,
  namespace: 'solana' | 'polkadot',
  review: 'always' | 'risky' = 'risky',
) {
  const network = dapp.world.stack[namespace].id
  await dapp.open({
    project: 'empty',
    wallets: 'none',
    config: { platforms: [namespace], networks: [network], review },
  })
  await dapp.connectPhone(phone)
  const widget = await dapp.openModal()
  await widget.openSend()
  return widget
}

rotating()(
  'Solana token send, unlisted site › approved in the window › sent',
  async ({ dapp, phone, world }) => {
    const mint = world.stack.solana.mints.BARN?.address ?? ''
    const receiver = (await generateKeyPairSigner()).address
    const widget = await connectOn(dapp, phone, 'solana')
    await widget.fillSend({ token: 'BARN', amount: '0.5', to: receiver })
    await widget.button('Send in Pocket Wallet').click()
    const window = await openConfirmWindow(dapp)
    await window.showsRequest()
    await expect(window.text(/0\.5/).first()).toBeVisible()
    expect(await phone.asked()).toEqual(['proposal'])
    await window.approve()
    await widget.announces('Confirmed')
    expect(await tokensOf(world, receiver)).toEqual([[mint, '0.5']])
  },
)

const spareAddress = ({ world }: Dapp) =>
  world.stack.polkadot.accounts.find(({ label }) => label === 'spare-2')?.address ?? ''

// On Polkadot the widget sends only native currency, which the page may request without a review.
rotating()(
  'Polkadot send, unlisted site, review always › approved in the window › sent',
  async ({ dapp, phone }) => {
    const widget = await connectOn(dapp, phone, 'polkadot', 'always')
    await widget.fillSend({ token: 'ROC', amount: '2.5', to: spareAddress(dapp) })
    await widget.button('Send in Pocket Wallet').click()
    const window = await openConfirmWindow(dapp)
    await window.showsRequest()
    await expect(window.text(/2\.5 ROC/).first()).toBeVisible()
    expect(await phone.asked()).toEqual(['proposal'])
    await window.approve()
    await widget.announces('Confirmed')
  },
)

rotating()(
  'Polkadot send, review always › cancelled in the window › no request to the phone',
  async ({ dapp, phone }) => {
    const widget = await connectOn(dapp, phone, 'polkadot', 'always')
    await widget.fillSend({ token: 'ROC', amount: '2.5', to: spareAddress(dapp) })
    await widget.button('Send in Pocket Wallet').click()
    await (await openConfirmWindow(dapp)).cancel()
    await widget.announces(/^Request cancelled/)
    expect(await phone.asked()).toEqual(['proposal'])
  },
)
