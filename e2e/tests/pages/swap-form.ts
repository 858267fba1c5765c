import { expect } from '@playwright/test'
import type { Widget } from './widget.ts'

/** Input of the swap form; tokens by symbol. */
type Swap = { readonly from: string; readonly to: string; readonly amount: string }

/** Native currencies that the form selects by default. */
const nativeSymbols = ['ETH', 'SOL']

/** Opens the swap form from Account, fills it in, and opens the review once there is a quote. */
export async function reviewSwap(widget: Widget, { from, to, amount }: Swap): Promise<void> {
  await widget.shows('Account')
  await widget.button('Swap').click()
  await widget.shows('Swap')
  if (!nativeSymbols.includes(from)) {
    await widget.button(/^You pay: /).click()
    await widget.clickRow(from)
  }
  await widget.button(/^You receive: /).click()
  await widget.shows('Select token')
  await widget.clickRow(to)
  await widget.field('You pay').fill(amount)
  await expect(widget.text(/^New price in \d+ seconds?$/)).toBeVisible()
  await widget.button('Review swap').click()
  await widget.shows('Review swap')
}

/** Clicks Swap again after a rejection. The widget ignores clicks while it refreshes the quote and the calls. */
export async function retrySwap(widget: Widget, wallet: string): Promise<void> {
  const swap = widget.button(`Swap in ${wallet}`)
  await expect(async () => {
    if (await swap.isVisible()) await swap.click({ timeout: 1_000 })
    await expect(swap).toBeHidden({ timeout: 1_000 })
  }).toPass({ timeout: 7_000 })
}
