import { verifyMessage } from 'viem'
import * as z from '#shared/zod.ts'
import { expect, reducedMotion, type TestAccounts, test } from '../fixtures.ts'
import type { Dapp } from '../pages/dapp.ts'
import { injectTestWallets } from '../pages/inject-test-wallets.ts'

test.use(reducedMotion)

const hex = z.templateLiteral(['0x', z.string()])

/** How the user reaches the widget, and the name of the last event after disconnecting. */
const examples = [
  { name: 'script-tag', connect: clickConnect, lastEvent: 'DISCONNECT_SUCCESS' },
  { name: 'vite-react', connect: clickConnect, lastEvent: 'DISCONNECT_SUCCESS' },
  { name: 'nextjs', connect: clickConnect, lastEvent: 'DISCONNECT_SUCCESS' },
  { name: 'vue', connect: clickConnect, lastEvent: 'DISCONNECT_SUCCESS' },
  { name: 'wagmi-rainbowkit', connect: selectInRainbowKit, lastEvent: 'disconnect' },
] as const

function clickConnect({ page }: Dapp): Promise<void> {
  return page.getByRole('button', { name: 'Connect wallet' }).click()
}

/** RainbowKit lists the widget, which it knows only by EIP-6963. */
async function selectInRainbowKit({ page }: Dapp): Promise<void> {
  await page.getByRole('button', { name: 'Connect Wallet' }).click()
  await page.getByRole('button', { name: 'Drawbridge' }).click()
}

/** Opens an example with Harbour Wallet, which approves by itself. */
async function openExample(dapp: Dapp, name: string, { harbour }: TestAccounts): Promise<void> {
  await injectTestWallets(dapp)
  const accounts = harbour.map(({ label }) => label)
  const wallet = { id: 'harbour', accounts, script: { mode: 'approve' } }
  const response = await dapp.page.goto(dapp.url({ path: `/examples/${name}/`, wallets: [wallet] }))
  expect(response?.status(), 'npm run examples builds them').toBe(200)
}

for (const { name, connect, lastEvent } of examples) {
  test(`example ${name} › connects, signs, disconnects › shows each result`, async ({
    dapp,
    testAccounts,
    browserErrors,
    page,
  }) => {
    // Public nodes, which the tests block.
    if (name === 'wagmi-rainbowkit')
      browserErrors.expect(/^Failed to load resource: net::ERR_FAILED \(https:/)
    const [{ address }] = testAccounts.harbour
    const status = page.locator('[role="status"]')
    const sign = page.getByRole('button', { name: 'Sign message' })
    const disconnect = page.locator('main').getByRole('button', { name: 'Disconnect' })

    await openExample(dapp, name, testAccounts)
    await expect(sign).toBeHidden()
    await connect(dapp)
    await (await dapp.waitUntilOpen()).clickRow('Harbour Wallet')
    await expect(page.getByText(address).first()).toBeVisible()
    await dapp.waitForPointer()

    await sign.click()
    await expect(status).toHaveText(/^0x[0-9a-f]{130}$/)
    const signature = z.parse(hex, await status.textContent())
    expect(await verifyMessage({ address, message: 'Two coffees', signature })).toBe(true)

    await dapp.wallet().script({ mode: 'reject' })
    await sign.click()
    await expect(status).toHaveText('Request cancelled.')
    await dapp.waitForPointer()

    await disconnect.click()
    await expect(sign).toBeHidden()
    await expect(page.getByText(`Last event: ${lastEvent}`)).toBeVisible()
  })
}
