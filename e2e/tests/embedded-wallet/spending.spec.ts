import { parseEther, parseUnits } from 'viem'
import { expect, reducedMotion, test } from '../fixtures.ts'
import { type DatabaseShape, readDatabaseShape } from '../pages/browser-state.ts'
import type { Dapp } from '../pages/dapp.ts'
import { openVault } from '../pages/embedded-wallet.ts'
import { PaymentFrame } from '../pages/payment-frame.ts'
import {
  requestPayment,
  requestTokenPayment,
  setEtherLimit,
  setLimit,
  signUpWithFunds,
} from '../pages/spending-limit.ts'
import { randomAddress } from '../random-address.ts'
import { rotatingTests, rotation } from '../rotating-tests.ts'
import { type Row, rows, shareOf } from '../security/redress-rows.ts'
import { runRows } from '../security/redress-run.ts'

test.use(reducedMotion)

const openWindow = 'Review in your wallet'
const to = randomAddress()
const pay = (dapp: Dapp, ether: string) => requestPayment(dapp, to, ether)
const payTokens = (dapp: Dapp, dollars: string) => requestTokenPayment(dapp, to, dollars)

const factor = 'closed HKDF key for deriveKey'

/** What the first release stores in a browser. A later release must read it: users have it. Add another version for a new format. */
const releasedWallets: DatabaseShape = {
  version: 1,
  stores: {
    wallets: {
      keyPath: 'userId',
      records: [
        {
          ...{ userId: 'string', walletId: 'string', envelopeId: 'string', factor },
          ...{ sealed: 'string', accounts: 'object' },
        },
      ],
    },
    sessions: { keyPath: 'userId', records: [{ userId: 'string', token: 'string' }] },
  },
}
const releasedLimits: DatabaseShape = {
  version: 1,
  stores: {
    limits: {
      keyPath: null,
      records: [
        {
          ...{ userId: 'string', walletId: 'string', limitId: 'string', site: 'string', asset: 'string' },
          ...{ maximum: 'string', expiresAtMs: 'number', address: 'string', factor, sealed: 'string' },
        },
      ],
    },
  },
}

test('spending limit › payments within it in the frame, all else in the window', async ({ dapp }) => {
  await setEtherLimit(dapp, to)
  const chain = dapp.world.chain(1)
  const before = await chain.balance(to)
  const frame = new PaymentFrame(dapp)

  const within = pay(dapp, '0.2')
  await expect(frame.text(/After this, 0\.299 ETH of 0\.5 ETH are left/)).toBeVisible()
  const payment = dapp.frameAt('/payment/')
  expect(await readDatabaseShape(payment, 'drawbridge-spending')).toEqual(releasedLimits)
  await frame.approve()
  expect(await within).toMatchObject({ is: 'ok' })
  await expect.poll(async () => (await chain.balance(to)) - before).toBe(parseEther('0.2'))

  const afterReload = async () => {
    await dapp.page.reload()
    await expect.poll(() => dapp.account()).not.toBeUndefined()
    return pay(dapp, '0.2')
  }
  const second = afterReload()
  await expect(frame.text(/After this, 0\.099 ETH of 0\.5 ETH are left/)).toBeVisible()
  await frame.button('Cancel').click()
  expect(await second).toMatchObject({ is: 'failed', code: 4001 })

  const above = pay(dapp, '0.4')
  const window = await openVault(dapp, openWindow)
  expect(await readDatabaseShape(window.page.mainFrame(), 'drawbridge-wallets')).toEqual(releasedWallets)
  await window.button('Cancel').click()
  expect(await above).toMatchObject({ is: 'failed', code: 4001 })

  const message = dapp.request('personal_sign', ['0x68656c6c6f', await dapp.account()])
  await dapp.waitUntilOpen()
  const messageWindow = await openVault(dapp, openWindow)
  await messageWindow.button('Cancel').click()
  expect(await message).toMatchObject({ is: 'failed', code: 4001 })
})

// The token in one run, the redress of the frame in the next.
const rotating = rotatingTests({ of: 2 })

rotating()('spending limit of a token › only that token in the frame', async ({ dapp }) => {
  await signUpWithFunds(dapp)
  await setLimit(dapp, () => payTokens(dapp, '2'), { symbol: 'USDC', maximum: '10' })
  const chain = dapp.world.chain(1)
  const before = await chain.tokenBalance('USDC', to)
  const frame = new PaymentFrame(dapp)

  const within = payTokens(dapp, '7.5')
  await expect(frame.text(/After this, 2\.5 USDC of 10 USDC are left/)).toBeVisible()
  await frame.approve()
  expect(await within).toMatchObject({ is: 'ok' })
  await expect.poll(async () => (await chain.tokenBalance('USDC', to)) - before).toBe(parseUnits('7.5', 6))

  for (const request of [() => payTokens(dapp, '3'), () => pay(dapp, '0.1')]) {
    const response = request()
    const window = await openVault(dapp, openWindow)
    await window.button('Cancel').click()
    expect(await response).toMatchObject({ is: 'failed', code: 4001 })
  }
})

/**
 * Rows that the frame refuses by itself. One that glides over the screen stays whole there, unlike the widget's, which is as wide as the
 * page: the frame notices it only by the pointer, as after a jump.
 */
const isRefused = ([, outcome, { script }]: Row) => outcome === 'refused' && script !== 'glide'

/** The outcome of these rows, in the frame of a user with a limit. */
async function expectRefused(dapp: Dapp, selected: readonly Row[]): Promise<void> {
  test.setTimeout(400_000)
  await setEtherLimit(dapp, to)
  const before = await dapp.world.chain(1).balance(to)
  const response = pay(dapp, '0.2')
  const frame = new PaymentFrame(dapp)
  await runRows(dapp, frame.button('Confirm'), selected.filter(isRefused), { isArmed: false, view: frame })
  await frame.button('Cancel').click()
  expect(await response).toMatchObject({ is: 'failed', code: 4001 })
  expect(await dapp.world.chain(1).balance(to)).toBe(before)
}

rotating()('payment in the frame, redressed › refused', ({ dapp }) =>
  expectRefused(dapp, shareOf(rotation % 8, { of: 8 })),
)

test('payment in the frame, each redress › refused @long', ({ dapp }) => expectRefused(dapp, rows))

test('page frames the vault’s payment document itself › nothing in it', async ({ dapp, browserErrors }) => {
  browserErrors.expect(/frame-ancestors/)
  const { origin } = dapp.world.stack.vault
  const src = `${origin}/payment/shop`
  await dapp.open({ site: 'evil' })
  const blocked = dapp.page.waitForEvent('requestfailed', (request) => request.url().startsWith(origin))
  const addFrame = () =>
    dapp.page.evaluate((url) => {
      document.body.append(Object.assign(document.createElement('iframe'), { src: url, id: 'vault' }))
    }, src)
  await addFrame()
  expect((await blocked).failure()?.errorText).toMatch(/BLOCKED/)
  // A page of the project may be an ancestor; without the widget between, the document does nothing.
  await dapp.open({ project: 'shop' })
  const loaded = dapp.page.waitForResponse((response) => response.url().startsWith(src))
  await addFrame()
  await loaded
  await expect(dapp.page.frameLocator('#vault').locator('#vault')).toBeEmpty()
})
