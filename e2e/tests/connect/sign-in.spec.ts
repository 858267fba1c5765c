import * as z from '#shared/zod.ts'
import { expect, reducedMotion, test } from '../fixtures.ts'
import { rotatingTests } from '../rotating-tests.ts'
import type { TestWorld } from '../world.ts'

test.use(reducedMotion)

const responseSchema = z.object({
  signedIn: z.array(z.object({ account: z.string(), domain: z.string(), email: z.nullable(z.string()) })),
})
const mailSchema = z.object({ messages: z.array(z.string()) })

/** The signed-in account, from the backend of the local world. */
async function backend({ stack }: TestWorld) {
  const response = await fetch(`${stack.widget.loopback}/__control/auth`)
  return z.parse(responseSchema, await response.json())
}

/** The code in the newest message to an address. */
async function mailedCode({ stack }: TestWorld, email: string): Promise<string | undefined> {
  const response = await fetch(`${stack.widget.loopback}/__control/mail?to=${encodeURIComponent(email)}`)
  const { messages } = z.parse(mailSchema, await response.json())
  return /^Subject: .*?(\d{6})/m.exec(messages.at(-1) ?? '')?.[1]
}

const ecosystems = [
  { wallet: 'Harbour Wallet', id: 'harbour', platform: 'ethereum', namespace: 'eip155' },
  { wallet: 'Beacon Wallet', id: 'beacon', platform: 'solana', namespace: 'solana' },
  { wallet: 'Trellis', id: 'trellis', platform: 'polkadot', namespace: 'polkadot' },
] as const

const rotatingEcosystems = rotatingTests({ of: 3 })
for (const { wallet, id, platform, namespace } of ecosystems) {
  rotatingEcosystems()(
    `${wallet} › signs in, backend verifies › sign-in session restored after reload`,
    async ({ dapp, world, testAccounts, page }) => {
      const { chains, solana, polkadot, dapp: site } = world.stack
      const networks = {
        eip155: chains.map((chain) => chain.id),
        solana: [solana.id],
        polkadot: [polkadot.id],
      }
      const accounts = { eip155: undefined, solana: [testAccounts.beacon], polkadot: [testAccounts.trellis] }[
        namespace
      ]
      await dapp.open({
        ...(accounts ? { wallets: [{ id, namespaces: [namespace], accounts }] } : {}),
        config: {
          platforms: [platform],
          networks: networks[namespace],
          siwx: { mode: 'hosted', statement: 'I accept the terms', lifetimeSeconds: 3_600 },
        },
      })
      const widget = await dapp.openModal()
      await widget.clickRow(wallet)
      await dapp.wallet(id).approve()
      await widget.shows('Sign in')
      await expect(widget.text('I accept the terms', { exact: true })).toBeVisible()
      // Only Cancel closes the view; Escape moves the focus to it.
      await page.keyboard.press('Escape')
      await widget.announces('press Cancel')
      await expect(widget.button('Cancel')).toBeFocused()
      await widget.button('Sign').click()
      await dapp.wallet(id).reject()
      await widget.announces('Request cancelled')
      await expect(widget.text('Error signing message')).toBeVisible()
      await widget.button('Sign').click()
      await dapp.wallet(id).approve()
      await expect(widget.sheet).toBeHidden()
      const [account] = (await dapp.state()).signedIn ?? []
      expect(account).toMatch(new RegExp(`^${namespace}:`))
      expect((await backend(world)).signedIn).toContainEqual({
        account,
        domain: new URL(site.origin).host,
        email: null,
      })
      await page.reload()
      await expect.poll(async () => (await dapp.state()).signedIn).toEqual([account])
      await expect(widget.sheet).toBeHidden()
      await page.evaluate(() => window.bridge.disconnect())
      await expect
        .poll(async () => (await backend(world)).signedIn.map((one) => one.account))
        .not.toContain(account)
    },
  )
}

test('phone › one approval after a rejection; unsupported › the usual sign-in', async ({
  dapp,
  phone,
  world,
}) => {
  const { chains, dapp: site } = world.stack
  const siwx = { mode: 'hosted', statement: 'I accept the terms', lifetimeSeconds: 3_600 } as const
  await dapp.open({ wallets: 'none', config: { networks: chains.map(({ id }) => id), siwx } })
  const { widget } = dapp
  const account = `eip155:1:${await phone.address('eip155:1')}`
  const backendSessions = async () => (await backend(world)).signedIn.filter((one) => one.account === account)

  await phone.script({ signIns: { is: 'reject' } })
  const first = await dapp.pairingLink()
  await phone.pair(first)
  await widget.announces('Request cancelled')
  await phone.script()
  await phone.pair(await dapp.copiedLink())
  await expect(widget.sheet).toBeHidden()
  await expect.poll(async () => (await dapp.state()).signedIn).toEqual([account])
  expect(await backendSessions()).toEqual([{ account, domain: new URL(site.origin).host, email: null }])
  expect(await phone.asked()).toEqual(['sign-in', 'sign-in'])

  await dapp.disconnect()
  await expect.poll(backendSessions).toEqual([])
  await phone.script({ signIns: { is: 'unknown' } })
  await phone.pair(await dapp.pairingLink())
  await widget.shows('Sign in')
  await widget.button('Sign').click()
  await expect(widget.sheet).toBeHidden()
  await expect.poll(async () => (await dapp.state()).signedIn).toEqual([account])
  expect(await backendSessions()).toHaveLength(1)
  expect((await phone.asked()).slice(2)).toEqual(['proposal', 'personal_sign'])
})

test('e-mail required › confirmed by its code › the backend has the address', async ({
  dapp,
  world,
  browserErrors,
}) => {
  // The error of the wrong code.
  browserErrors.expect(/auth\/v1\/otp/)
  const email = `ann+${world.project().replace(/\W/g, '')}@mail.example`
  await dapp.open({ config: { siwx: { mode: 'hosted', email: 'required', lifetimeSeconds: 3_600 } } })
  const widget = await dapp.openModal()
  await widget.clickRow('Harbour Wallet')
  await dapp.wallet().approve()
  await widget.shows('Profile')
  await widget.field('Email').fill('nobody')
  await widget.button('Continue').click()
  await expect(widget.text('Please provide a valid email.')).toBeVisible()
  await widget.field('Email').fill(email)
  await widget.button('Continue').click()
  await widget.shows('Confirm email')
  const code = async () => (await mailedCode(world, email)) ?? ''
  const wrong = String((Number(await code()) + 1) % 1_000_000).padStart(6, '0')
  await widget.field('Code').fill(wrong)
  await expect(widget.text('Invalid code')).toBeVisible()
  await widget.field('Code').fill(await code())
  await widget.shows('Sign in')
  await widget.button('Sign').click()
  await dapp.wallet().approve()
  await expect(widget.sheet).toBeHidden()
  const [account] = (await dapp.state()).signedIn ?? []
  expect((await backend(world)).signedIn).toContainEqual(expect.objectContaining({ account, email }))
})

test('site’s backend › returns the nonce › decides on the signature', async ({ dapp, page }) => {
  await page.addInitScript(() => {
    const sessions: unknown[] = []
    Object.assign(window, {
      told: sessions,
      siteSignIn: {
        getNonce: async ({ address }: { address: string }) => `site${address.slice(2, 18)}${sessions.length}`,
        addSession: async (session: unknown) => sessions.push(session) > 1,
      },
    })
  })
  await dapp.open({ config: { siwx: { required: false } } })
  const widget = await dapp.openModal()
  await widget.clickRow('Harbour Wallet')
  await dapp.wallet().approve()
  await widget.shows('Sign in')
  for (const outcome of ['Signature couldn’t be verified', undefined]) {
    await widget.button('Sign').click()
    await dapp.wallet().approve()
    if (outcome) await expect(widget.text(outcome)).toBeVisible()
  }
  await expect(widget.sheet).toBeHidden()
  const sessions = await page.evaluate(() => Reflect.get(window, 'told'))
  const account = await dapp.account()
  expect(sessions).toHaveLength(2)
  expect(sessions[1]).toMatchObject({
    data: {
      accountAddress: account,
      nonce: `site${account?.slice(2, 18)}1`,
      domain: new URL(page.url()).host,
    },
    message: expect.stringContaining(' wants you to sign in with your Ethereum account:'),
    signature: expect.stringMatching(/^0x[0-9a-f]{130}$/),
  })
})

test('sign-in required › user or site closes › not connected', async ({ dapp, page }) => {
  await dapp.open({ config: { siwx: { lifetimeSeconds: 3_600 } } })
  const closeActions = [
    () => dapp.widget.button('Cancel').click(),
    () => page.evaluate(() => window.bridge.closeModal()),
    () => page.reload(),
  ]
  for (const [at, run] of closeActions.entries()) {
    const widget = await dapp.openModal()
    await widget.clickRow('Harbour Wallet')
    await dapp.wallet().approve()
    await widget.shows('Sign in')
    await run()
    await expect(widget.sheet, `way ${at}`).toBeHidden()
    await expect.poll(async () => (await dapp.state()).status).toBe('disconnected')
    expect(await dapp.account()).toBeUndefined()
  }
})

test('sign-in required › site destroys the widget › disconnected, also in the wallet', async ({
  dapp,
  page,
}) => {
  await dapp.open({ config: { siwx: {} } })
  const widget = await dapp.openModal()
  await widget.clickRow('Harbour Wallet')
  await dapp.wallet().approve()
  await widget.shows('Sign in')
  await page.evaluate(() => window.bridge.destroy())
  await expect.poll(() => page.frames().length).toBe(1)
  expect(await dapp.wallet().requestedMethods()).toContain('wallet_revokePermissions')
  await page.reload()
  const again = await dapp.openModal()
  await expect(again.row('Harbour Wallet')).toBeVisible()
  expect(await dapp.account()).toBeUndefined()
  // The wallet is not stored for reconnecting, so it got no request.
  expect(await dapp.wallet().requestedMethods()).toEqual([])
})
