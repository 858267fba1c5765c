import { expect, reducedMotion, test } from '../fixtures.ts'

test.use(reducedMotion)

/** A past payment as the service returns it, `at` hours before 20 May 2026. */
const pastPayment = (at: number, from: string) => ({
  id: `past-${at}`,
  metadata: {
    ...{ operationType: 'send', hash: `0x${String(at).padStart(64, '0')}`, chain: 'eip155:1' },
    ...{ minedAt: new Date(Date.UTC(2026, 4, 20) - at * 3_600_000).toISOString(), status: 'confirmed' },
    ...{ nonce: 1_000 - at, sentFrom: from, sentTo: `0x${String(at).padStart(40, '7')}` },
  },
  transfers: [{ direction: 'out', quantity: { numeric: `${at}.5` }, fungible_info: { symbol: 'USDC' } }],
})

test('Activity › fetch fails › retries, appends the next page, spam stays hidden', async ({
  dapp,
  testAccounts,
  world,
  browserErrors,
}) => {
  browserErrors.expect(/Failed to load resource/)
  const [{ address }] = testAccounts.harbour
  const { address: usdc } = world.chain(1).token('USDC')
  const path = `/v1/account/${address}/history`
  const page = (from: number, next: string | null) => ({
    ...{ path, status: 200, times: 1 },
    body: { data: Array.from({ length: 12 }, (_, at) => pastPayment(from + at, address)), next },
  })
  const token = { chainId: 'eip155:1', quantity: { decimals: '6', numeric: '2500.999' } }
  await world.fault({
    path: `/v1/account/${address}/balance`,
    status: 200,
    body: {
      balances: [
        {
          ...token,
          name: 'USD Coin',
          symbol: 'USDC',
          address: `eip155:1:${usdc}`,
          price: '1',
          value: '2500.999',
        },
        {
          ...token,
          name: 'Claim at gift.top',
          symbol: 'GIFT',
          address: `eip155:1:0x${'7'.repeat(40)}`,
          price: '0',
        },
      ],
    },
  })
  await world.fault({ path, status: 400, times: 1 })
  await dapp.open()
  await dapp.connect()
  const widget = await dapp.openModal()
  await expect(widget.rowsOf('Tokens')).toHaveText([/12\.5 ETH/, /2,500\.99 USDC/])
  await expect(widget.text('Claim at gift.top')).toBeHidden()
  await widget.text('Hidden (1)').click()
  await expect(widget.rowsOf('Hidden tokens')).toHaveText([/Claim at gift\.top.*Possible spam/])

  await widget.tab('Activity').click()
  await expect(widget.text('Failed to fetch transactions').first()).toBeVisible()
  await world.fault(page(0, 'older'))
  await world.fault(page(12, null))
  await widget.button('Try again').click()
  const rows = widget.rowsOf('Activity')
  await expect(rows.first()).toHaveText(/−0\.50 USDC/)
  // The age of the list is on the line of the first month.
  const age = await widget.button('Refresh activity').elementHandle()
  // Measure both at once, because the sheet may still grow.
  const apartPx = await widget.text('May 2026').evaluate((month, other) => {
    const topOf = (part: Node | null) => (part instanceof Element ? part.getBoundingClientRect().top : NaN)
    return Math.abs(topOf(month) - topOf(other))
  }, age)
  expect(apartPx).toBeLessThan(1)
  const last = rows.filter({ hasText: '−23.50 USDC' })
  // The next page loads when its placeholder becomes visible, or by the button if it was visible before.
  await expect(async () => {
    await rows.last().scrollIntoViewIfNeeded()
    const more = widget.button('Show more')
    if (await more.isVisible()) await more.click()
    await expect(last).toBeInViewport({ timeout: 500 })
  }).toPass({ timeout: 7_000 })
  await expect(widget.text('That’s all')).toBeVisible()
})
