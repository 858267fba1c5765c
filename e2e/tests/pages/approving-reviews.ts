import type { Page } from '@playwright/test'
import { ConfirmWindow } from './confirm-window.ts'
import type { Dapp } from './dapp.ts'

/**
 * Awaits work in which the host requests signatures, and clicks Continue in each review that opens: in the frame, or in the
 * confirm window where the review opens one.
 */
export async function approveReviewsDuring<Result>(dapp: Dapp, work: Promise<Result>): Promise<Result> {
  let isSettled = false
  const settled = work.finally(() => {
    isSettled = true
  })
  settled.catch(() => undefined)
  const context = dapp.page.context()
  const approve = (opened: Page) => void new ConfirmWindow(opened).approve().catch(() => undefined)
  context.on('page', approve)
  const button = dapp.widget.button(/^(Continue in |Review in (a new window|your wallet)$)/)
  while (!isSettled) await button.click({ timeout: 1_000 }).catch(() => undefined)
  context.off('page', approve)
  return settled
}
