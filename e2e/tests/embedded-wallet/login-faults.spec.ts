import { expect, reducedMotion, test } from '../fixtures.ts'
import { Inbox, newEmail } from '../pages/embedded-wallet.ts'
import { approveOnPhone, farcasterUrl, newFarcasterName } from '../pages/farcaster.ts'
import { createWallet, openSocialWindow, openSocialWindowBy } from '../pages/social-login.ts'
import { rotatingTests } from '../rotating-tests.ts'

test.use(reducedMotion)

const rotating = rotatingTests({ of: 2 })

rotating()(
  'address that the mail server refuses › said so, another address gets a code',
  async ({ dapp }) => {
    await dapp.open({ project: 'shop' })
    const widget = await dapp.openModal()
    await widget.clickRow('Continue with email')
    await widget.field('Email').fill(newEmail().replace('mail.example', 'refused.example'))
    await widget.field('Email').press('Enter')
    await widget.button('Not arriving?').click()
    await expect(widget.text('The email couldn’t be delivered')).toBeVisible()
    await widget.button('Use another email').click()
    const email = newEmail()
    await widget.field('Email').fill(email)
    await widget.field('Email').press('Enter')
    await widget.field('Code').fill(await new Inbox(dapp.world, email).code())
    await createWallet(dapp)
  },
)

rotating()('mail server that is silent › the email is on its way', async ({ dapp }) => {
  await dapp.open({ project: 'shop' })
  const widget = await dapp.openModal()
  await widget.clickRow('Continue with email')
  await widget.field('Email').fill(newEmail().replace('mail.example', 'silent.example'))
  await widget.field('Email').press('Enter')
  await widget.button('Not arriving?').click()
  await expect(widget.text('The email is on its way')).toBeVisible()
})

// Each service, and each fault that it has in the local world.
const testOfFault = rotatingTests({ of: 3 })
const faults = [
  ['Google', 'down', 'Google isn’t responding'],
  ['X', 'down', 'X isn’t responding'],
  ['GitHub', 'garbled', 'The login couldn’t be verified'],
  ['Apple', 'down', 'Apple isn’t responding'],
  ['Discord', 'silent', 'Discord isn’t responding'],
  ['Facebook', 'garbled', 'The login couldn’t be verified'],
] as const

for (const [service, fault, text] of faults)
  testOfFault()(`${service} is ${fault} › said so, the second login works`, async ({ dapp }) => {
    await dapp.open({ project: 'shop' })
    const failing = await openSocialWindow(dapp, service)
    await failing.page.getByLabel('Another account').fill(newEmail().replace('mail', fault))
    await failing.page.getByRole('button', { name: 'Continue', exact: true }).click()
    await expect(dapp.widget.text(text)).toBeVisible()
    const window = await openSocialWindowBy(dapp, 'Try again')
    await window.logIn(newEmail())
    await createWallet(dapp)
  })

rotating()(
  'relay of Farcaster is down after the approval › logged in once it responds',
  async ({ dapp, browserErrors }) => {
    browserErrors.expect(/503 .*\/farcaster\//)
    await dapp.open({ project: 'shop' })
    await approveOnPhone(dapp, await farcasterUrl(dapp), newFarcasterName().replace('ada', 'down'))
    await createWallet(dapp)
  },
)
